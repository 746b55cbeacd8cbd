import type { FeedName, Feeds } from "../../sync/feeds/feeds.ts";
import type { Sync } from "../../sync/start-sync.ts";

/** Fetches a feed again and reads the result; undefined if the host could not be asked. */
export async function askAgain<F extends FeedName, T extends { asOf: number }>(
  sync: Sync,
  feed: F,
  input: Feeds[F],
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const askedAt = sync.host.clock.now();
  // A fetch already in flight may predate this call, so a second one may be needed.
  for (let turn = 0; turn < 2; turn += 1) {
    const { is } = await sync.dispatcher.demand(feed, input);
    const known = await read();
    if (is === "done" && known && known.asOf >= askedAt) return known;
    if (is !== "done") return undefined;
  }
  return undefined;
}
