import { useCallback, useState } from "react";
import { useKeepColumns } from "../../data/use-keep-columns.ts";
import type { ColumnChoice, ColumnTable } from "../../data/use-kept-columns.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { toast } from "../../ui/toast.ts";

const isSame = (a: ColumnChoice | undefined, b: ColumnChoice | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A table's columns as they are being chosen: what was chosen last stands until it is kept, whatever comes of the
 * choices before it meanwhile. `show` shows a choice without keeping it, as while something is dragged; `drop` goes back
 * to what is kept.
 */
export function useColumnChoice(table: ColumnTable, kept: ColumnChoice | undefined) {
  const { t } = useTranslation("columns");
  const keepColumns = useKeepColumns();
  const [draft, setDraft] = useState<{ readonly choice: ColumnChoice | undefined; readonly isKept: boolean }>();
  if (draft?.isKept && isSame(draft.choice, kept)) setDraft(undefined);
  const drop = useCallback((): void => setDraft(undefined), []);
  const show = useCallback((choice: ColumnChoice | undefined): void => setDraft({ choice, isKept: false }), []);
  const keep = useCallback(
    (choice: ColumnChoice | undefined): void => {
      setDraft({ choice, isKept: true });
      keepColumns(table, choice).catch(() => {
        drop();
        toast({ tone: "failed", title: t("failed") });
      });
    },
    [keepColumns, table, drop, t],
  );
  return { choice: draft ? draft.choice : kept, drop, show, keep };
}
