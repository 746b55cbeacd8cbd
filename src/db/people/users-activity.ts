import { emailKey } from "../../contract/emails.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { Attempt } from "../money/journal.ts";
import { type Database, readState, type TransactionRow } from "../store/database.ts";
import type { Search } from "../search/search.ts";
import { rowsByKeys } from "../store/rows.ts";
import { isOwnRow, type Person } from "./person.ts";

/** Matches searched for the user's own rows: a username occurs in many rows' texts. */
const lookedThrough = 200;

/** A user's latest cached transactions, newest first. Rejects if the cache can't be read. */
export async function latestTransactionsOf(
  db: Database,
  search: Search,
  { id, username }: Person,
  limit: number,
): Promise<TransactionRow[]> {
  if (!username) return [];
  const { keys } = await search.find({ searchTerm: username.slice(0, 200) }, "UTC", lookedThrough);
  const rows = await rowsByKeys(db, keys.slice(0, lookedThrough));
  return rows.filter((row) => isOwnRow(row, { id, username })).slice(0, limit);
}

/**
 * Time of each user's newest cached transaction (epoch ms), undefined if none is cached; a live query reruns after each sync.
 * Rejects if the cache can't be read.
 */
export async function lastActivities(db: Database, search: Search, people: readonly Person[]): Promise<readonly (number | undefined)[]> {
  await readState(db, "synced");
  return search.latest(people);
}

/** Attempts for a user from this device, latest first. */
export async function attemptsFor(db: Database, email: string, phone: string | undefined, limit: number): Promise<Attempt[]> {
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
