import type { Db } from "../db/connection.ts";
import { figureChanges } from "../db/schema.ts";

export interface Change {
  /** What was changed: "onramp", "fee/BTC/Bitcoin", "gift-card/<id>". */
  readonly subject: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const batchRows = 1000;

/** Writes down who changed what when, inside the transaction that changes it. */
export async function recordChanges(tx: Db, changes: readonly Change[], adminId: string, at: Date): Promise<void> {
  for (let from = 0; from < changes.length; from += batchRows) {
    const batch = changes.slice(from, from + batchRows).map(({ subject, before, after }) => ({ subject, before, after, adminId, at }));
    await tx.insert(figureChanges).values(batch);
  }
}
