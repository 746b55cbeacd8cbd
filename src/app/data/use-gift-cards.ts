import { useLiveQuery } from "dexie-react-hooks";
import { nameOf } from "../../contract/call.ts";
import { type GiftCardRate, giftCardRates } from "../../contract/gift-cards.ts";
import { readGiftCardRates } from "../../db/gift-cards.ts";
import { useSync } from "./sync-context.ts";
import { askAgain, type FeedResult, useFeed } from "./use-fees-feed.ts";

export type { GiftCardRate };

interface Known {
  rates: readonly GiftCardRate[];
  asOf: number;
}

/** The gift card rates from the cache, kept fresh. `cached`: undefined while read, null where there are none. */
export function useGiftCardRates(): { cached: Known | null | undefined; result: FeedResult; refresh: () => Promise<boolean> } {
  const { db } = useSync();
  const cached = useLiveQuery(async () => (await readGiftCardRates(db)) ?? null, [db]);
  return { cached, ...useFeed("giftCards", nameOf(giftCardRates)) };
}

/** Asks the host for the whole table once more and returns it; undefined where it could not be asked. */
export function useReadGiftCardsAgain(): () => Promise<Known | undefined> {
  const sync = useSync();
  return () => askAgain(sync, "giftCards", null, () => readGiftCardRates(sync.db));
}
