import { useLiveQuery } from "./use-live-query.ts";
import { nameOf } from "../../contract/call.ts";
import { type CryptoFee, cryptoFees, oneCryptoFee } from "../../contract/fees.ts";
import { isFeeOf, readFee, readFees } from "../../db/figures/fees.ts";
import { askAgain } from "./ask-again.ts";
import { useSync } from "./sync-context.ts";
import { type Fetching, useFeed } from "./use-feed.ts";

export type { CryptoFee };
export { isFeeOf };

/** The fees from the cache, kept fresh. `cached`: undefined while loading, null if there are none. */
export function useFees(): {
  cached: { fees: readonly CryptoFee[]; asOf: number } | null | undefined;
  fetching: Fetching;
  refresh: () => Promise<void>;
} {
  const { db } = useSync();
  const cached = useLiveQuery(async () => (await readFees(db)) ?? null, [db]);
  return { cached, ...useFeed("fees", null, nameOf(cryptoFees), "first") };
}

/** One fee from the cache, kept fresh by its own call (FEE-3). */
export function useFee(
  currency: string,
  network: string,
): { cached: { fee: CryptoFee; asOf: number } | null | undefined; fetching: Fetching; refresh: () => Promise<void> } {
  const { db } = useSync();
  const cached = useLiveQuery(async () => (await readFee(db, currency, network)) ?? null, [db, currency, network]);
  return { cached, ...useFeed("fee", { currency, network }, nameOf(oneCryptoFee), "first") };
}

/**
 * Refetches the fees and returns one in `fee`, undefined if the host has none by that name; the whole is undefined if
 * the host could not be asked.
 */
export function useReadFeeAgain(): (currency: string, network: string) => Promise<{ fee: CryptoFee | undefined } | undefined> {
  const sync = useSync();
  return async (currency, network) => {
    const known = await askAgain(sync, "fees", null, () => readFees(sync.db));
    return known && { fee: known.fees.find(isFeeOf({ currency, network })) };
  };
}
