import { emailKey } from "../../contract/emails.ts";
import { plainAmount, subjectOfRow, subjectOfTransaction } from "../money/bulk/file-row.ts";
import type { MovedSubject } from "../money/moved.ts";
import { uncovered } from "../store/coverage.ts";
import { type Database, readState } from "../store/database.ts";
import { rowsOfStretch } from "../store/rows.ts";
import { isOwnRow } from "./person.ts";
import { readUser } from "./users.ts";

/**
 * `found`: when (host epoch ms); `unknown`: the user isn't cached, so that no transaction is known to be theirs, or the cached list has
 * a gap since.
 */
export type SameListed = { readonly is: "found"; readonly at: number } | { readonly is: "none" } | { readonly is: "unknown" };

/**
 * Whether the same was moved for a user since `from`, and when last, whoever did it, by the cached transactions. Rejects with the
 * database's error.
 */
export async function sameListed(
  db: Database,
  { operation, email, currency, amount }: MovedSubject & { readonly amount: string },
  from: number,
): Promise<SameListed> {
  const user = await readUser(db, { email });
  if (!user) return { is: "unknown" };
  const key = emailKey(email);
  const subject = subjectOfRow(operation, key, currency, plainAmount(amount));
  for await (const some of rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: from })) {
    const found = some.find((row) => isOwnRow(row, user) && subjectOfTransaction(row, key) === subject);
    if (found) return { is: "found", at: found.at };
  }
  const gaps = uncovered((await readState(db, "coverage")) ?? []);
  return { is: gaps.some((gap) => gap.from >= from) ? "unknown" : "none" };
}
