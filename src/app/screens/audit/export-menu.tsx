import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { LogFormat } from "./log-file.ts";

/** "Export Logs": as CSV or as JSON. `off`: why there is nothing to export yet. */
export function ExportMenu({ off, onExport }: { off?: string | undefined; onExport: (format: LogFormat) => void }) {
  const { t } = useTranslation("audit");
  return (
    <Menu
      label={t("export.button")}
      items={[
        { is: "action", key: "csv", label: t("export.csv"), off, onSelect: () => onExport("csv") },
        { is: "action", key: "json", label: t("export.json"), off, onSelect: () => onExport("json") },
      ]}
      renderTrigger={(attributes) => (
        <Button {...attributes} icon={<Download size={16} aria-hidden />}>
          {t("export.button")}
        </Button>
      )}
    />
  );
}
