import { emailKey } from "../../contract/emails.ts";
import { searchText } from "../../contract/text.ts";
import { type Database, readState, type UserRow, writeState } from "../store/database.ts";
import { readUser } from "./users.ts";

const keptAtMost = 8;

/** Records that a page about a user was opened, most recent first. Rejects with the database's error. */
export async function noteRecentUser(db: Database, email: string): Promise<void> {
  const name = searchText(email);
  await db.transaction("rw", db.state, async () => {
    const before = (await readState(db, "recentUsers")) ?? [];
    if (before[0] !== undefined && emailKey(before[0]) === emailKey(name)) return;
    await writeState(db, "recentUsers", [name, ...before.filter((one) => emailKey(one) !== emailKey(name))].slice(0, keptAtMost));
  });
}

/** Recently viewed users, latest first; users no longer cached are left out. Rejects with the database's error. */
export async function readRecentUsers(db: Database): Promise<UserRow[]> {
  const emails = (await readState(db, "recentUsers")) ?? [];
  const users = await Promise.all(emails.map((email) => readUser(db, { email })));
  return users.filter((user) => user !== undefined);
}
