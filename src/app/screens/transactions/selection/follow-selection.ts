import type { Database } from "../../../../db/database.ts";
import { readRows } from "../../../../db/selected-rows.ts";
import { followWrites } from "../../../../db/transaction-list.ts";
import type { Selection } from "../../../selection/selection.ts";

/** Writes come in bursts: what they changed is read once they have ended for so long, in ms. */
const restMs = 300;

/** Keeps the selected rows as the cache has them, and drops those that it has no longer. Returns what ends it. */
export function followSelection(db: Database, selection: Selection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    for await (const { rows, gone } of readRows(db, selection.rows())) {
      if (isOver) return;
      selection.refresh(rows, gone);
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (selection.size === 0) return;
      reading = reading.then(read).catch(() => {
        // The list itself says that the cache can't be read.
      });
    }, restMs);
  };
  later();
  const end = followWrites(db, later);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}
