import type { User } from "../../contract/users.ts";
import type { SeenUser } from "../../db/people/people-index.ts";
import { putUsers } from "../../db/people/users.ts";
import type { Asked } from "../transactions/ask-transaction.ts";
import { messageIn } from "../wire/message-in.ts";
import type { Sync } from "../start-sync.ts";
import { findUsers } from "./users-feed.ts";

/**
 * Searches users on the host and keeps those that match `isMeant`. A search that may be incomplete counts as not asked. Never
 * rejects.
 */
export async function askUsers(
  { host, db }: Pick<Sync, "host" | "db">,
  q: string,
  isMeant: (user: User) => boolean,
  signal: AbortSignal,
): Promise<Asked<SeenUser>> {
  const found = await findUsers(host, q, isMeant, signal);
  if ("failed" in found) return { is: "notAsked", message: messageIn(found.failed) };
  const { users, asOf, isWhole } = found;
  if (users.length === 0) return isWhole ? { is: "notFound" } : { is: "notAsked", message: undefined };
  // Show them even if the device is full.
  await putUsers(db, users, asOf).catch(() => {});
  return {
    is: "found",
    rows: users.map(({ id, email, username, name, phonenumber, tokens }) => ({
      id,
      email,
      username,
      name,
      phonenumber,
      tokens,
      seenAt: asOf,
    })),
  };
}
