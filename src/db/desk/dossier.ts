import type { AuditEntry } from "../../contract/audit.ts";
import { emailKey } from "../../contract/emails.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import { type Case, type Pin, readCase, type RowSource, sourceOf } from "./cases.ts";
import { grouped } from "../store/grouped.ts";
import { type Database, readState, type TransactionRow, type UserRow } from "../store/database.ts";
import { type Attempt, latestAttempts } from "../money/journal.ts";
import { phoneOnly } from "../people/users-activity.ts";
import { rowsByIds } from "../transactions/row-by-id.ts";

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

/** The rows of several keys, each once; "" is no key. */
const rowsOf = <Row>(groups: ReadonlyMap<string, readonly Row[]>, keys: readonly string[]): Row[] =>
  [...new Set(keys)].flatMap((key) => (key === "" ? [] : (groups.get(key) ?? [])));

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
  // Each is read through once, however many pins there are: both can hold thousands of rows.
  const hasUsers = found.pins.some(({ is }) => is === "user");
  const [journal, log] = await Promise.all([
    found.pins.length > 0 ? latestAttempts(db) : [],
    mayAudit && hasUsers ? db.audit.orderBy("seq").reverse().toArray() : [],
  ]);
  const byReference = grouped(journal, ({ state }) => (state.is === "done" ? state.reference : undefined));
  // An attempt of which only a post was left names nobody.
  const byEmail = grouped(journal, ({ target }) => emailKey(target));
  const byPhone = grouped(journal, phoneOnly);
  const logged = grouped(log, ({ target }) => emailKey(target ?? ""));
  const pins = found.pins.map((pin): DossierPin => {
    if (pin.is === "transaction") {
      const now = rowOf.get(pin.id);
      const { reference } = pin.row;
      const attempts = reference ? (byReference.get(reference)?.slice(0, 1) ?? []) : [];
      return { pin, now, source: now ? sourceOf(coverage, now) : pin.source, attempts, entries: [] };
    }
    const now = userOf.get(pin.id);
    // Both may have changed since it was pinned.
    const emails = [pin.row, now].map((row) => emailKey(row?.email ?? ""));
    const phones = [pin.row, now].map((row) => phoneDigits(row?.phonenumber ?? ""));
    const attempts = [...new Set([...rowsOf(byEmail, emails), ...rowsOf(byPhone, phones)])].sort((a, b) => b.at - a.at);
    return { pin, now, source: "list", attempts, entries: rowsOf(logged, emails).sort((a, b) => b.seq - a.seq) };
  });
  return { case: found.case, pins };
}
