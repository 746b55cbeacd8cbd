import { useCallback } from "react";
import { csvFile, csvOf } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast.ts";
import { type CopyFormat, copied, type RowFormats } from "./row-formats.ts";
import type { Selection } from "./selection.ts";

/**
 * Copies and exports the selection. `read`: the rows from the cache in list order, and their formats; keep it
 * referentially stable while both are. `file`: name of the exported file, before the date.
 */
export function useCopying<Row>(
  selection: Selection,
  read: () => Promise<{ readonly rows: readonly Row[]; readonly formats: RowFormats<Row> }>,
  file: string,
): { copy: (as: CopyFormat) => void; exportCsv: () => void } {
  const { t } = useTranslation("selection");
  const copy = useCallback(
    (as: CopyFormat) => {
      const text = read().then(({ rows, formats }) => copied(as, rows, formats));
      const done = as === "link" ? t("copy.linkCopied") : t("copy.copied", { count: selection.size });
      void copyText(text, { copied: done, failed: t("copy.failed") });
    },
    [selection, read, t],
  );
  const exportCsv = () => {
    const at = Date.now();
    read().then(
      ({ rows, formats: { head, cells } }) => {
        const last = t("export.last", { count: rows.length, time: new Date(at).toISOString() });
        download(datedName(file, at, "csv"), csvFile(csvOf([head, ...rows.map((row) => cells(row)), [last]])));
      },
      () => toast({ tone: "failed", title: t("export.failed") }),
    );
  };
  return { copy, exportCsv };
}
