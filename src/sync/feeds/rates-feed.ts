import type { AnswerOf, OpenCall } from "../../contract/call.ts";
import { globalMarkdown } from "../../contract/markdown.ts";
import { markupRecord } from "../../contract/markup.ts";
import { offrampRate, onrampRate } from "../../contract/rates.ts";
import type { Database } from "../../db/store/database.ts";
import { putMarkdown, putMarkup, putRate, type SingleFigure } from "../../db/figures/rates.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Host } from "../wire/host.ts";

/** A feed for one call. */
function singleFeed<C extends OpenCall>(host: Host, call: C, keep: (value: AnswerOf<C>, asOf: number) => Promise<void>): FeedWorker<null> {
  return async (_, signal) => {
    const answer = await host.reads.read(call, {}, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
    await keep(answer.value, answer.sentAt);
    return { is: "done" };
  };
}

/** Feeds of the single figures: the two rates, the markup, the markdown. */
export const singleFigureFeeds = (host: Host, db: Database): Readonly<Record<SingleFigure, FeedWorker<null>>> => ({
  onramp: singleFeed(host, onrampRate, (value, asOf) => putRate(db, "onramp", value, asOf)),
  offramp: singleFeed(host, offrampRate, (value, asOf) => putRate(db, "offramp", value, asOf)),
  markup: singleFeed(host, markupRecord, (value, asOf) => putMarkup(db, value, asOf)),
  markdown: singleFeed(host, globalMarkdown, (value, asOf) => putMarkdown(db, value, asOf)),
});
