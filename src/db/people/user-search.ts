import { searchText } from "../../contract/text.ts";
import { mayBePhone, userTerms } from "../../contract/user-terms.ts";
import type { Database, UserRow } from "../store/database.ts";
import { samePhone, termsFor } from "./user-terms.ts";
import { linesOf } from "./users-query.ts";

/** The cached user of a phone number, in its local or international form. */
export async function readUserByPhone(db: Database, phone: string): Promise<UserRow | undefined> {
  // Read first: a live query doesn't follow what is read after code was loaded.
  const users = await db.users.filter((user) => Boolean(user.phonenumber)).toArray();
  const isSame = await samePhone(db, phone);
  return users.find((user) => isSame(user.phonenumber ?? ""));
}

/** Cached users whose email, name or phone number holds the text, a few of them, for offering while typing. */
export async function suggestUsers(db: Database, text: string, limit: number): Promise<UserRow[]> {
  if (searchText(text) === "") return [];
  const isMatching = (terms: readonly string[]) => (user: UserRow) => terms.some((term) => linesOf(user).includes(term));
  if (!mayBePhone(text))
    return db.users
      .filter(isMatching(userTerms(text, [])))
      .limit(limit)
      .toArray();
  // As above.
  const users = await db.users.toArray();
  return users.filter(isMatching(await termsFor(db, text))).slice(0, limit);
}
