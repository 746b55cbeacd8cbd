import { useCallback, useEffect, useState } from "react";
import { keepFresh } from "../../sync/keep-fresh.ts";
import type { Trouble } from "../../sync/read-queue.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { useSync } from "./sync-context.ts";
import { useTroubles } from "./use-notices.ts";

/** How the last fetch of a feed ended. `why` is missing where nothing was sent, since the host is out of reach. */
export type FeedResult =
  | { readonly is: "waiting" }
  | { readonly is: "done" }
  | { readonly is: "failed"; readonly why: Trouble | undefined; readonly serial: number };

/**
 * Fetches a feed now, and again for as long as the screen stands (SYNC-2). `call` is the call it asks, as
 * METHOD /path. What it brings is read from the cache.
 */
export function useFeed(feed: string, call: string, input: unknown = null): { result: FeedResult; refresh: () => Promise<boolean> } {
  const sync = useSync();
  const inputKey = JSON.stringify(input);
  const [result, setResult] = useState<FeedResult>({ is: "waiting" });
  const [trouble, setTrouble] = useState<Trouble>();
  useTroubles((one) => {
    if (one.call === call) setTrouble(one);
  });
  const fetchOnce = useCallback(
    async (maxAgeMs: number) => {
      const { is } = await sync.dispatcher.demand(feed, JSON.parse(inputKey), maxAgeMs);
      if (is === "done") setTrouble(undefined);
      setResult((before) =>
        is === "done" ? { is } : { is: "failed", why: undefined, serial: before.is === "failed" ? before.serial + 1 : 1 },
      );
      return is === "done";
    },
    [sync, feed, inputKey],
  );
  const refresh = useCallback(() => {
    sync.beginAnew(call);
    return fetchOnce(0);
  }, [sync, call, fetchOnce]);
  useEffect(() => {
    const stop = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- it is set once the fetch has ended
    void refresh();
    keepFresh(sync.host, fetchOnce, stop.signal);
    return () => stop.abort();
  }, [sync, fetchOnce, refresh]);
  // A read that will be tried again has failed already, as far as the reader is concerned.
  if (result.is === "waiting" && trouble) return { result: { is: "failed", why: trouble, serial: 0 }, refresh };
  return { result: result.is === "failed" ? { ...result, why: trouble } : result, refresh };
}

/** Asks the host once more and reads what is known then; undefined where it could not be asked. */
export async function askAgain<T extends { asOf: number }>(
  sync: Sync,
  feed: string,
  input: unknown,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const askedAt = sync.host.clock.now();
  // A fetch that was under way when it was asked for says nothing of this moment, so a second one may be needed.
  for (let turn = 0; turn < 2; turn += 1) {
    const { is } = await sync.dispatcher.demand(feed, input);
    const known = await read();
    if (is === "done" && known && known.asOf >= askedAt) return known;
    if (is !== "done") return undefined;
  }
  return undefined;
}
