import { expect, test } from "vitest";
import { useFeed } from "../../src/app/data/use-feed.ts";
import type { Dispatcher } from "../../src/sync/tabs/dispatcher.ts";
import type { FeedTable, Feeds } from "../../src/sync/feeds/feeds.ts";

// Checked by tsc: each of these lines must be an error. Never run.
function uncompiled(dispatcher: Dispatcher, table: FeedTable, query: Feeds["users"]): void {
  // @ts-expect-error -- a misspelt feed
  void dispatcher.demand("walets", "ada@example.com");
  // @ts-expect-error -- another feed's input
  void dispatcher.demand("wallets", { email: "ada@example.com" });
  // @ts-expect-error -- no input
  void dispatcher.demand("auditEntry");
  // @ts-expect-error -- a field that the question doesn't have
  void dispatcher.demand("users", { ...query, kycLvl: 2 });
  const { head, ...others } = table;
  // @ts-expect-error -- nobody fetches the feed "head"
  dispatcher.serve({ extend: table.extend }, async () => others);
  // @ts-expect-error -- a worker of another feed
  dispatcher.serve({ head: table.wallets }, async () => others);
  // Correct calls compile.
  dispatcher.serve({ head }, async () => others);
  void dispatcher.demand("fee", { currency: "BTC", network: "Bitcoin" }, 1000);
}

function useUncompiled(): void {
  // @ts-expect-error -- a misspelt feed
  useFeed("giftCard", null, "GET /");
  // @ts-expect-error -- another feed's input
  useFeed("fee", { currency: "BTC" }, "GET /");
}

test("a misspelt feed, another feed's input and a table that lacks a feed do not compile", () => {
  expect([uncompiled, useUncompiled]).toHaveLength(2);
});
