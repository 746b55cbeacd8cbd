import { useLiveQuery } from "./use-live-query.ts";
import { nameOf } from "../../contract/call.ts";
import { type GiftCardRate, giftCardRates } from "../../contract/gift-cards.ts";
import { readGiftCardRates } from "../../db/figures/gift-cards.ts";
import { askAgain } from "./ask-again.ts";
import { useSync } from "./sync-context.ts";
import { type Fetching, useFeed } from "./use-feed.ts";

export type { GiftCardRate };

/** The host's list, and as of when. */
export interface KnownRates {
  readonly rates: readonly GiftCardRate[];
  readonly asOf: number;
}

/** The gift card rates from the cache, kept fresh. `cached`: undefined while loading, null if there are none. */
export function useGiftCardRates(): { cached: KnownRates | null | undefined; fetching: Fetching; refresh: () => Promise<void> } {
  const { db } = useSync();
  const cached = useLiveQuery(async () => (await readGiftCardRates(db)) ?? null, [db]);
  return { cached, ...useFeed("giftCards", null, nameOf(giftCardRates), "first") };
}

/** Refetches the whole table and returns it; undefined if the host could not be asked. */
export function useReadGiftCardsAgain(): () => Promise<KnownRates | undefined> {
  const sync = useSync();
  return () => askAgain(sync, "giftCards", null, () => readGiftCardRates(sync.db));
}
