import { emailKey } from "../../contract/emails.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { Attempt } from "../money/journal.ts";
import type { Database, TransactionRow } from "../store/database.ts";
import type { Search } from "../search/search.ts";
import { rowsByKeys } from "../store/rows.ts";
import type { ConnectedPerson, Connections } from "./connections.ts";
import type { Person } from "./person.ts";

/** Has a live query rerun after each write of transactions. Read first: by then the search has been told of the write. */
const afterAnyWrite = (db: Database): Promise<unknown> => db.sheets.limit(1).primaryKeys();

/**
 * A user's latest cached transactions, newest first, of a currency (upper case) or all; a live query reruns after each write. Rejects
 * if the cache can't be read.
 */
export async function latestTransactionsOf(
  db: Database,
  search: Search,
  { id, username }: Person,
  atMost: number,
  currency?: string,
): Promise<TransactionRow[]> {
  await afterAnyWrite(db);
  const keys = await search.ask("own", { person: { id, username }, atMost, currency });
  return keys.length === 0 ? [] : rowsByKeys(db, keys);
}

/** Users connected to a person; a live query reruns after each write of transactions. Rejects if the cache can't be read. */
export async function connectionsWith(db: Database, search: Search, person: ConnectedPerson): Promise<Connections> {
  await afterAnyWrite(db);
  return search.ask("connected", person);
}

/**
 * Time of each user's newest cached transaction (epoch ms), undefined if none is cached; a live query reruns after each write.
 * Rejects if the cache can't be read.
 */
export async function lastActivities(db: Database, search: Search, people: readonly Person[]): Promise<readonly (number | undefined)[]> {
  // Even of nobody, it would go through all rows.
  if (people.length === 0) return [];
  await afterAnyWrite(db);
  return search.ask("latest", people);
}

/** Attempts for a user from this device, latest first. */
export async function attemptsFor(db: Database, email: string, phone: string | undefined, limit = Infinity): Promise<Attempt[]> {
  const wanted = emailKey(email);
  const digits = phoneDigits(phone ?? "");
  return (
    db.journal
      .orderBy("at")
      .reverse()
      // An attempt of which only a post was left names nobody.
      .filter(
        ({ target, details }) =>
          (wanted !== "" && emailKey(target) === wanted) || (digits !== "" && phoneDigits(details["phonenumber"] ?? "") === digits),
      )
      .limit(limit)
      .toArray()
  );
}
