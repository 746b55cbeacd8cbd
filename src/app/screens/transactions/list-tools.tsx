import { Suspense, useState } from "react";
import { Link } from "wouter";
import type { TransactionSource } from "../../../sync/transaction-source.ts";
import { lazyPart } from "../../boot/lazy-part.tsx";
import { loadWords } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { paths } from "../../links.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { ChartColumn, Download } from "../../ui/icons.tsx";
import { TimesToggle } from "../../parts/times-toggle.tsx";

const ExportDialog = lazyPart(async () => {
  const [{ ExportDialog: Component }] = await Promise.all([import("./export/export-dialog.tsx"), loadWords(["activity"])]);
  return Component;
});

interface ListToolsProps {
  source: TransactionSource;
  filtered: boolean;
  chart: boolean;
  onChart: (show: boolean) => void;
}

/** What can be made of the current view: the chart (DASH-13), its times (FIND-9) and the export (DASH-12). */
export function ListTools({ source, filtered, chart, onChart }: ListToolsProps) {
  const { t } = useTranslation("transactions");
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button icon={<ChartColumn size={16} aria-hidden />} aria-pressed={chart} onClick={() => onChart(!chart)}>
        {t("tools.chart")}
      </Button>
      <TimesToggle />
      <Button icon={<Download size={16} aria-hidden />} onClick={() => setExporting(true)}>
        {t("tools.export")}
      </Button>
      <Link href={paths.lookUp} className={buttonLook({})}>
        {t("tools.lookUp")}
      </Link>
      {exporting ? (
        <Suspense fallback={null}>
          <ExportDialog source={source} filtered={filtered} onClose={() => setExporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
