import { useCallback, useState } from "react";
import { useKeepColumns } from "../../data/use-keep-columns.ts";
import type { ColumnChoice, ColumnTable } from "../../data/use-kept-columns.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { toast } from "../../ui/toast.ts";

const isSame = (a: ColumnChoice | undefined, b: ColumnChoice | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A table's columns while being chosen: the latest choice shows until it is stored, however earlier writes end. `show`
 * previews a choice without storing it, as during a drag; `drop` reverts to what is stored.
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
