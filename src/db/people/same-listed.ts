import { emailKey } from "../../contract/emails.ts";
import { plainAmount, subjectOfRow, subjectOfTransaction } from "../money/bulk/file-row.ts";
import type { MovedSubject } from "../money/moved.ts";
import type { Database } from "../store/database.ts";
import { rowsOfStretch } from "../store/rows.ts";
import { isOwnRow } from "./person.ts";
import { readUser } from "./users.ts";

/**
 * When the same was last moved for a user since `from`, whoever did it, by the cached transactions (host epoch ms); undefined if they
 * don't say so. Rejects with the database's error.
 */
export async function sameListed(
  db: Database,
  { operation, email, currency, amount }: MovedSubject & { readonly amount: string },
  from: number,
): Promise<number | undefined> {
  const user = await readUser(db, { email });
  if (!user) return undefined;
  const key = emailKey(email);
  const subject = subjectOfRow(operation, key, currency, plainAmount(amount));
  for await (const some of rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: from })) {
    const found = some.find((row) => isOwnRow(row, user) && subjectOfTransaction(row, key) === subject);
    if (found) return found.at;
  }
  return undefined;
}
