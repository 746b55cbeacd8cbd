import type { Note, Told } from "../audit/draft.ts";
import type { Db } from "../db/connection.ts";
import { figureChanges } from "../db/schema.ts";
import type { SignedIn } from "../sessions/require-admin.ts";

export interface Change {
  /** For example "onramp", "fee/BTC/Bitcoin", "gift-card/<id>". */
  readonly subject: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const batchRows = 1000;

/** The part of a mutation that a change of figures needs. */
export interface Changing {
  readonly tx: Db;
  readonly admin: SignedIn;
  readonly now: Date;
  readonly note: Note;
}

/** Up to this many changes are listed in the audit log. */
const toldAtMost = 20;

/** The fields that differ; all of them if one side is null. */
function differing({ before, after }: Change): { before: Change["before"]; after: Change["after"] } {
  if (before === null || after === null) return { before, after };
  const names = Object.keys(after).filter((name) => after[name] !== before[name]);
  const only = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: only(before), after: only(after) };
}

function toldOf(changes: readonly Change[]): Told {
  const [first] = changes;
  if (first !== undefined && changes.length === 1) return { target: first.subject, before: first.before, after: first.after };
  const told = changes.slice(0, toldAtMost).map((change) => ({ subject: change.subject, ...differing(change) }));
  const of = (side: "before" | "after"): Record<string, unknown> => ({
    changes: changes.length,
    ...Object.fromEntries(told.map((change) => [change.subject, change[side]])),
  });
  return { target: `${changes.length} gift card rates`, before: of("before"), after: of("after") };
}

/** Records changes for the figures' history and the audit log, in the changing transaction. */
export async function recordChanges({ tx, admin, now, note }: Changing, changes: readonly Change[]): Promise<void> {
  note({ ...toldOf(changes), moved: changes });
  for (let from = 0; from < changes.length; from += batchRows) {
    const batch = changes.slice(from, from + batchRows).map(({ subject, before, after }) => ({
      subject,
      before,
      after,
      adminId: admin.id,
      at: now,
    }));
    await tx.insert(figureChanges).values(batch);
  }
}
