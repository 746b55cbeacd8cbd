import type { AuditEntry } from "../../contract/audit.ts";
import { emailKey } from "../../contract/emails.ts";
import { type Case, type Pin, readCase, type RowSource, sourceOf } from "./cases.ts";
import { type Database, readState, type TransactionRow, type UserRow } from "../store/database.ts";
import { type Attempt, attemptOf } from "../money/journal.ts";
import { rowsByIds } from "../transactions/row-by-id.ts";
import { attemptsFor } from "../people/users-activity.ts";

/** A pinned row, and what else the device knows of it now. */
export interface DossierPin {
  readonly pin: Pin;
  /** The row as the cache has it now; undefined where it is there no longer. */
  readonly now: TransactionRow | UserRow | undefined;
  readonly source: RowSource;
  /** What was sent from this device about it, latest first. */
  readonly attempts: readonly Attempt[];
  /** Entries of the host's log about it that were looked at, latest first. */
  readonly entries: readonly AuditEntry[];
}

/** All that a case says. */
export interface Dossier {
  readonly case: Case;
  readonly pins: readonly DossierPin[];
}

/** So many entries of the journal, and of the log, are read for one user at most. */
export const linesAtMost = 50;

async function entriesOf(db: Database, email: string): Promise<AuditEntry[]> {
  const wanted = emailKey(email);
  return db.audit
    .orderBy("seq")
    .reverse()
    .filter(({ target }) => emailKey(target ?? "") === wanted)
    .limit(linesAtMost)
    .toArray();
}

/** A case with all that the device knows of what is pinned; undefined where there is no such case. Rejects with the database's error. */
export async function readDossier(db: Database, id: string, mayAudit: boolean): Promise<Dossier | undefined> {
  const found = await readCase(db, id);
  if (!found) return undefined;
  const idsOf = (is: Pin["is"]): string[] => found.pins.filter((pin) => pin.is === is).map((pin) => pin.id);
  const [rows, users, coverage = []] = await Promise.all([
    rowsByIds(db, idsOf("transaction")),
    db.users.bulkGet(idsOf("user")),
    readState(db, "coverage"),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const userOf = new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])));
  const pins = found.pins.map(async (pin): Promise<DossierPin> => {
    if (pin.is === "transaction") {
      const now = rowOf.get(pin.id);
      const attempt = pin.row.reference ? await attemptOf(db, pin.row.reference) : undefined;
      return { pin, now, source: now ? sourceOf(coverage, now) : pin.source, attempts: attempt ? [attempt] : [], entries: [] };
    }
    const { email, phonenumber } = pin.row;
    const [attempts, entries] = email
      ? await Promise.all([attemptsFor(db, email, phonenumber ?? undefined, linesAtMost), mayAudit ? entriesOf(db, email) : []])
      : [[], []];
    return { pin, now: userOf.get(pin.id), source: "list", attempts, entries };
  });
  return { case: found.case, pins: await Promise.all(pins) };
}
