import { useCallback } from "react";
import { type Pinned, pinRows, pinsAtMost } from "../../db/desk/cases.ts";
import { useSync } from "../data/sync-context.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import type { Selected, Selection } from "../lists/selection/selection.ts";
import { toast } from "../ui/toast.ts";

/** The rows to pin: the selected ones, else the focused one. */
export function keysToPin(selection: Selection, inFocus: Selected | undefined): readonly Selected[] {
  // One more than the limit is enough to report it.
  if (selection.size > 0) return selection.rows().slice(0, pinsAtMost + 1);
  return inFocus ? [inFocus] : [];
}

/** Pins rows to the open case, or to a new one, with a toast. `read`: the rows as currently cached. */
export function usePin(): (read: () => Promise<readonly Pinned[]>) => void {
  const { t } = useTranslation("cases");
  const format = useFormat();
  const { db } = useSync();
  return useCallback(
    (read) => {
      const pin = async (): Promise<void> => {
        const rows = await read();
        if (rows.length === 0) {
          toast({ tone: "failed", title: t("pin.gone") });
          return;
        }
        const done = await pinRows(db, rows, t("newName", { time: format.dateTime(Date.now()) }));
        if (done.is === "full") {
          toast({ tone: "failed", title: t("pin.full", { most: format.number(pinsAtMost) }) });
          return;
        }
        const { name } = done.to;
        const title =
          done.added === 0
            ? t("pin.already", { name })
            : done.isNew
              ? t("pin.begun", { name })
              : t("pin.done", { count: done.added, name });
        toast({ tone: done.added === 0 ? "info" : "done", title });
      };
      pin().catch(() => toast({ tone: "failed", title: t("pin.failed") }));
    },
    [db, t, format],
  );
}
