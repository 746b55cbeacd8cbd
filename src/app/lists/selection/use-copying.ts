import { useCallback } from "react";
import { asOfFollowed, type MovedPart } from "../../../db/store/followed.ts";
import { readFollowed } from "../../../db/store/freshness.ts";
import { csvFile, csvOf } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast.ts";
import { type CopyFormat, copied, type RowFormats } from "./row-formats.ts";
import type { Selection } from "./selection.ts";

/**
 * Copies and exports the selection. `read`: the rows from the cache in list order, and their formats; keep it
 * referentially stable while both are. `file`: name of the exported file, before the date. `part`: what the host reports as changed for
 * these rows.
 */
export function useCopying<Row extends { readonly seenAt: number }>(
  selection: Selection,
  read: () => Promise<{ readonly rows: readonly Row[]; readonly formats: RowFormats<Row> }>,
  file: string,
  part?: MovedPart,
): { copy: (as: CopyFormat) => void; exportCsv: () => void } {
  const { t } = useTranslation("selection");
  const { db } = useSync();
  const copy = useCallback(
    (as: CopyFormat) => {
      const text = read().then(({ rows, formats }) => copied(as, rows, formats));
      const done = as === "link" ? t("copy.linkCopied") : t("copy.copied", { count: selection.size });
      void copyText(text, { copied: done, failed: t("copy.failed") });
    },
    [selection, read, t],
  );
  const exportCsv = () => {
    const now = Date.now();
    Promise.all([read(), readFollowed(db)]).then(
      ([{ rows, formats }, followed]) => {
        const { head, cells } = formats;
        const oldest = rows.reduce((at, { seenAt }) => Math.min(at, seenAt), now);
        const last = t("export.last", { count: rows.length, time: new Date(asOfFollowed(followed, oldest, part)).toISOString() });
        download(datedName(file, now, "csv"), csvFile(csvOf([head, ...rows.map((row) => cells(row)), [last]])));
      },
      () => toast({ tone: "failed", title: t("export.failed") }),
    );
  };
  return { copy, exportCsv };
}
