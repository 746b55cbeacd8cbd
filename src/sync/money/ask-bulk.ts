import { nameOf } from "../../contract/call.ts";
import { emailKey } from "../../contract/emails.ts";
import { listUsers } from "../../contract/users.ts";
import { userWallets } from "../../contract/wallets.ts";
import { askUsers } from "../feeds/ask-users.ts";
import type { Sync } from "../start-sync.ts";
import { walletsFeed } from "../feeds/wallets-feed.ts";
import { pause } from "../wire/reach.ts";

/** A question to the host about a user of a bulk funding. */
export interface BulkQuestion {
  readonly about: "user" | "balance";
  readonly email: string;
}

/** `none`: the host has no user with this email. What was found is cached. */
export type BulkAnswer = "found" | "none" | "failed";

/** Concurrent questions; leaves connections for the page's other reads. */
const lanes = 2;

async function askOne(sync: Pick<Sync, "host" | "db">, { about, email }: BulkQuestion, signal: AbortSignal): Promise<BulkAnswer> {
  if (about === "balance") {
    const { is } = await walletsFeed(sync.host, sync.db)(email, signal);
    return is === "done" ? "found" : "failed";
  }
  const key = emailKey(email);
  const { is } = await askUsers(sync, email, (user) => emailKey(user.email ?? "") === key, signal);
  return is === "found" ? "found" : is === "notFound" ? "none" : "failed";
}

/**
 * Asks the host until all is answered, `signal` aborts, or the host is out of reach; reports each answer. Reads only, through the
 * read queue. Never rejects.
 */
export async function askBulk(
  sync: Pick<Sync, "host" | "db" | "beginAnew">,
  questions: readonly BulkQuestion[],
  onAnswer: (question: BulkQuestion, answer: BulkAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  const { host, beginAnew } = sync;
  for (const call of [listUsers, userWallets]) beginAnew(nameOf(call));
  const open = questions.values();
  const lane = async (): Promise<void> => {
    for (const question of open) {
      const answer = await askOne(sync, question, signal).catch((): BulkAnswer => "failed");
      if (signal.aborted) return;
      onAnswer(question, answer);
      if (host.reach.state.is === "unreachable") return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** How long a bulk funding waits for what others have sent, in ms: a host that doesn't tell must not stop it. */
const othersWithinMs = 10_000;

/**
 * Fetches what others may have sent or asked for: the head of the transactions, and the newest open slips. Resolves to whether the host
 * told both in time. Never rejects.
 */
export async function askWhatOthersSent({
  host,
  dispatcher,
  refreshHead,
}: Pick<Sync, "host" | "dispatcher" | "refreshHead">): Promise<boolean> {
  // A fetch that is under way may have been asked before they sent it.
  dispatcher.outdate();
  dispatcher.line.post({ is: "outdated" });
  const slips = host.config.approvals === undefined ? undefined : dispatcher.demand("slips", { filter: { state: "open" }, page: 1 });
  const told = Promise.all([refreshHead(), slips]).then((results) => results.every((one) => one === undefined || one.is === "done"));
  return (await Promise.race([told, pause(host.clock, othersWithinMs)])) ?? false;
}
