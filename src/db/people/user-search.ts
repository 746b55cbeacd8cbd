import { searchText } from "../../contract/text.ts";
import { mayBePhone, userTerms } from "../../contract/user-terms.ts";
import type { Database, UserRow } from "../store/database.ts";
import { samePhone, termsFor } from "./user-terms.ts";
import { linesOf } from "./users-query.ts";

/** The cached user of a phone number, in local or international form. */
export async function readUserByPhone(db: Database, phone: string): Promise<UserRow | undefined> {
  // Read before loading code: a live query doesn't track reads after a dynamic import.
  const users = await db.users.filter((user) => Boolean(user.phonenumber)).toArray();
  const isSame = await samePhone(db, phone);
  return users.find((user) => isSame(user.phonenumber ?? ""));
}

/** A few cached users whose email, name or phone number contains the text, for suggestions while typing. */
export async function suggestUsers(db: Database, text: string, limit: number): Promise<UserRow[]> {
  if (searchText(text) === "") return [];
  const isMatching = (terms: readonly string[]) => (user: UserRow) => terms.some((term) => linesOf(user).includes(term));
  if (!mayBePhone(text))
    return db.users
      .filter(isMatching(userTerms(text, [])))
      .limit(limit)
      .toArray();
  // See above.
  const users = await db.users.toArray();
  return users.filter(isMatching(await termsFor(db, text))).slice(0, limit);
}
