import { listUsers, type User } from "../../contract/users.ts";
import type { SeenUser } from "../../db/people/people-index.ts";
import { putUsers } from "../../db/people/users.ts";
import type { Asked } from "../transactions/ask-transaction.ts";
import { messageIn } from "../wire/message-in.ts";
import type { Sync } from "../start-sync.ts";

const usersAtMost = 200;

/**
 * Searches users on the host and keeps those that match `isMeant`. An answer that may be incomplete counts as not asked. Never
 * rejects.
 */
export async function askUsers(
  { host, db }: Pick<Sync, "host" | "db">,
  q: string,
  isMeant: (user: User) => boolean,
  signal: AbortSignal,
): Promise<Asked<SeenUser>> {
  const answer = await host.reads.read(
    listUsers,
    { path: host.config.paths.users ?? listUsers.path, query: { limit: usersAtMost, skip: 0, q } },
    signal,
  );
  if (answer.is !== "answered") return { is: "notAsked", message: messageIn(answer) };
  const { users, total } = answer.value;
  // Without a total, only a page that isn't full is everything.
  const isWhole = total === undefined ? users.length < usersAtMost : total <= users.length;
  const meant = users.filter(isMeant);
  if (meant.length === 0) return isWhole ? { is: "notFound" } : { is: "notAsked", message: undefined };
  // Show them even if the device is full.
  await putUsers(db, meant, answer.sentAt).catch(() => {});
  return {
    is: "found",
    rows: meant.map(({ id, email, username, name, phonenumber, tokens }) => ({
      id,
      email,
      username,
      name,
      phonenumber,
      tokens,
      seenAt: answer.sentAt,
    })),
  };
}
