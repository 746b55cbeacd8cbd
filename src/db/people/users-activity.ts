import { emailKey } from "../../contract/emails.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { Attempt } from "../money/journal.ts";
import type { Database, TransactionRow } from "../store/database.ts";
import type { Search } from "../search/search.ts";
import { rowsByKeys } from "../store/rows.ts";
import type { Person } from "./person.ts";

/** A user's latest cached transactions, newest first, of a currency (upper case) or all. Rejects if the cache can't be read. */
export async function latestTransactionsOf(
  db: Database,
  search: Search,
  { id, username }: Person,
  atMost: number,
  currency?: string,
): Promise<TransactionRow[]> {
  const keys = await search.ask("own", { person: { id, username }, atMost, currency });
  return keys.length === 0 ? [] : rowsByKeys(db, keys);
}

/** Time of each user's newest cached transaction (epoch ms), undefined if none is cached. Rejects if the cache can't be read. */
export const lastActivities = async (search: Search, people: readonly Person[]): Promise<readonly (number | undefined)[]> =>
  // Even of nobody, it would go through all rows.
  people.length === 0 ? [] : search.ask("latest", people);

/** The phone number's digits by which an attempt is a user's; "" where it names a user: others may have the number, too. */
export const phoneOnly = ({ target, details: { email, phonenumber = "" } }: Attempt): string =>
  email === undefined && !target.includes("@") ? phoneDigits(phonenumber) : "";

/** Attempts for a user from this device, latest first: by email ("" if there is none), or by phone number where they name no user. */
export async function attemptsFor(db: Database, email: string, phone: string | undefined, limit = Infinity): Promise<Attempt[]> {
  const wanted = emailKey(email);
  const digits = phoneDigits(phone ?? "");
  return (
    db.journal
      .orderBy("at")
      .reverse()
      // An attempt of which only a post was left names nobody.
      .filter((attempt) => (wanted !== "" && emailKey(attempt.target) === wanted) || (digits !== "" && phoneOnly(attempt) === digits))
      .limit(limit)
      .toArray()
  );
}
