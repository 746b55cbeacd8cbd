import type { AuditEntry } from "../../contract/audit.ts";
import { emailKey } from "../../contract/emails.ts";
import { type Case, type Pin, readCase, type RowSource, sourceOf } from "./cases.ts";
import { type Database, readState, type TransactionRow, type UserRow } from "../store/database.ts";
import { type Attempt, attemptOf } from "../money/journal.ts";
import { rowsByIds } from "../transactions/row-by-id.ts";
import { attemptsFor } from "../people/users-activity.ts";

/** A pinned row and what the device knows of it now. */
export interface DossierPin {
  readonly pin: Pin;
  /** The row as cached now; undefined if no longer cached. */
  readonly now: TransactionRow | UserRow | undefined;
  readonly source: RowSource;
  /** Attempts about it from this device, latest first. */
  readonly attempts: readonly Attempt[];
  /** Cached log entries about it, latest first. */
  readonly entries: readonly AuditEntry[];
}

/** The contents of a case. */
export interface Dossier {
  readonly case: Case;
  readonly pins: readonly DossierPin[];
}

async function entriesOf(db: Database, email: string): Promise<AuditEntry[]> {
  const wanted = emailKey(email);
  return db.audit
    .orderBy("seq")
    .reverse()
    .filter(({ target }) => emailKey(target ?? "") === wanted)
    .toArray();
}

/** A case with everything the device knows of its pins; undefined if it doesn't exist. Rejects with the database's error. */
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
      ? await Promise.all([attemptsFor(db, email, phonenumber ?? undefined), mayAudit ? entriesOf(db, email) : []])
      : [[], []];
    return { pin, now: userOf.get(pin.id), source: "list", attempts, entries };
  });
  return { case: found.case, pins: await Promise.all(pins) };
}
