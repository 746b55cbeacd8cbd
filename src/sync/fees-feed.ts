import * as v from "valibot";
import { cryptoFees, oneCryptoFee } from "../contract/fees.ts";
import type { Database } from "../db/database.ts";
import { putFee, putFees } from "../db/fees.ts";
import type { Dispatcher, Worker } from "./dispatcher.ts";
import { giftCardsFeed } from "./gift-cards-feed.ts";
import type { Host } from "./host.ts";
import { singleFigureFeeds } from "./rates-feed.ts";

/** Replaces the list of fees. */
const feesFeed =
  (host: Host, db: Database): Worker =>
  async (_, signal) => {
    const answer = await host.reads.read(cryptoFees, {}, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
    await putFees(db, answer.value, answer.sentAt);
    return { is: "done" };
  };

const subject = v.object({ currency: v.string(), network: v.string() });

/** Asks for one fee, named by its input `{ currency, network }`. */
const oneFeeFeed =
  (host: Host, db: Database): Worker =>
  async (input, signal) => {
    const params = v.parse(subject, input);
    const answer = await host.reads.read(oneCryptoFee, { params }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
    await putFee(db, answer.value, answer.sentAt);
    return { is: "done" };
  };

/** Registers every feed of fees, rates, markup, markdown and gift card rates. */
export function registerFeeFeeds(dispatcher: Dispatcher, host: Host, db: Database): void {
  dispatcher.register("fees", feesFeed(host, db));
  dispatcher.register("fee", oneFeeFeed(host, db));
  dispatcher.register("giftCards", giftCardsFeed(host, db));
  for (const [name, worker] of Object.entries(singleFigureFeeds(host, db))) dispatcher.register(name, worker);
}
