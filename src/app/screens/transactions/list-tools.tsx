import { useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import type { TransactionSource } from "../../../sync/transactions/transaction-source.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { TimesToggle } from "../../parts/times-toggle.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { ChartColumn, Columns3, Download } from "../../ui/icons.tsx";
import { Popover } from "../../ui/popover.tsx";

const ExportDialog = lazyPart(async () => (await import("./export/export-dialog.tsx")).ExportDialog, { words: ["activity"] });

const ColumnsPanel = lazyPart(async () => (await import("./columns/transaction-columns-panel.tsx")).TransactionColumnsPanel, {
  words: ["columns"],
});

/** Touch can't hover over a row to reveal its checkbox. */
const forTouch = css({ "@media not (pointer: coarse)": { display: "none" } });

/** Shows the rows' checkboxes before any is ticked. */
const beginSelecting = (filterKey: string): void =>
  void import("../../lists/selection/selection.ts").then(({ selectionOf }) => selectionOf("transactions", filterKey).choosing.set(true));

interface ListToolsProps {
  source: TransactionSource;
  /** The filter as in the URL; "" for the whole list. */
  filterKey: string;
  chart: boolean;
  onChart: (show: boolean) => void;
}

/** Tools for the current view: chart (DASH-13), times (FIND-9), columns (FIND-3) and export (DASH-12). */
export function ListTools({ source, filterKey, chart, onChart }: ListToolsProps) {
  const { t } = useTranslation("transactions");
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button icon={<ChartColumn size={16} aria-hidden />} aria-pressed={chart} onClick={() => onChart(!chart)}>
        {t("tools.chart")}
      </Button>
      <Button icon={<Download size={16} aria-hidden />} onClick={() => setExporting(true)}>
        {t("tools.export")}
      </Button>
      <Link href={paths.lookUp} className={buttonLook({})}>
        {t("tools.lookUp")}
      </Link>
      <TimesToggle />
      <Popover
        title={t("tools.columns")}
        renderTrigger={(attributes) => (
          <Button {...attributes} icon={<Columns3 size={16} aria-hidden />}>
            {t("tools.columns")}
          </Button>
        )}
      >
        <ColumnsPanel />
      </Popover>
      <Button className={forTouch} onClick={() => beginSelecting(filterKey)}>
        {t("tools.select")}
      </Button>
      {exporting ? <ExportDialog source={source} filtered={filterKey !== ""} onClose={() => setExporting(false)} /> : null}
    </>
  );
}
