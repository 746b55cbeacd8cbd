import * as v from "valibot";
import { emailKey } from "../../contract/emails.ts";
import { plainText } from "../../contract/text.ts";
import { userWallets } from "../../contract/wallets.ts";
import type { Database } from "../../db/store/database.ts";
import { putWallets, readWallets } from "../../db/figures/wallets.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";

/** Fetches a user's wallets by email. `odd`: the answer is about another user. */
export const walletsFeed =
  (host: Host, db: Database): FeedWorker<string> =>
  async (input, signal) => {
    const email = plainText(v.parse(v.string(), input));
    const answer = await host.reads.read(userWallets, { query: { email } }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    const about = answer.value.email;
    if (about !== undefined && emailKey(about) !== emailKey(email)) return { is: "odd" };
    // What the host can't tell just now doesn't take the place of what it told.
    if (answer.value.lacksBalances && (await readWallets(db, email))) return { is: "failed", message: undefined };
    await putWallets(db, email, answer.value, answer.sentAt);
    return { is: "done" };
  };
