import * as v from "valibot";
import { cryptoFees, oneCryptoFee } from "../../contract/fees.ts";
import type { Database } from "../../db/store/database.ts";
import { isFeeOf, putFee, putFees } from "../../db/figures/fees.ts";
import type { FeedWorker } from "./feed-worker.ts";
import { giftCardsFeed } from "./gift-cards-feed.ts";
import type { Host } from "../wire/host.ts";
import { singleFigureFeeds } from "./rates-feed.ts";

/** Replaces the list of fees. */
const feesFeed =
  (host: Host, db: Database): FeedWorker<null> =>
  async (_, signal) => {
    const answer = await host.reads.read(cryptoFees, {}, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
    await putFees(db, answer.value, answer.sentAt);
    return { is: "done" };
  };

const subject = v.object({ currency: v.string(), network: v.string() });
export type FeeSubject = v.InferInput<typeof subject>;

/** Asks for one fee, named by its input `{ currency, network }`. */
const oneFeeFeed =
  (host: Host, db: Database): FeedWorker<FeeSubject> =>
  async (input, signal) => {
    const params = v.parse(subject, input);
    const answer = await host.reads.read(oneCryptoFee, { params }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
    // About another pair.
    if (!isFeeOf(params)(answer.value)) return { is: "failed" };
    await putFee(db, answer.value, answer.sentAt);
    return { is: "done" };
  };

/** Feeds of fees, rates, markup, markdown and gift card rates. */
export const feeFeeds = (host: Host, db: Database) => ({
  fees: feesFeed(host, db),
  fee: oneFeeFeed(host, db),
  giftCards: giftCardsFeed(host, db),
  ...singleFigureFeeds(host, db),
});
