import type { FeedName, Feeds } from "../../sync/feeds/feeds.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { demandKey } from "../../sync/tabs/dispatcher.ts";

/** Fetches a feed; false if that failed, or as soon as a request got no answer: a person waits, and it is retried for a minute. */
function fetchOnce<F extends FeedName>({ dispatcher, host }: Sync, feed: F, input: Feeds[F]): Promise<boolean> {
  const key = demandKey(feed, input);
  return new Promise((resolve) => {
    const end = (isDone: boolean): void => {
      unheed();
      resolve(isDone);
    };
    const unheed = host.trouble.subscribe(() => {
      const trouble = host.trouble.get();
      if (trouble?.demands?.includes(key) === true && trouble.answer.is === "lost" && trouble.answer.why === "timeout") end(false);
    });
    void dispatcher.demand(feed, input).then(({ is }) => end(is === "done"));
  });
}

/** Fetches a feed again and reads the result; undefined if the host could not be asked, or the cache can't be read. */
export async function askAgain<F extends FeedName, T extends { asOf: number }>(
  sync: Sync,
  feed: F,
  input: Feeds[F],
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const askedAt = sync.host.clock.now();
  // A fetch already in flight may predate this call, so a second one may be needed.
  for (let turn = 0; turn < 2; turn += 1) {
    if (!(await fetchOnce(sync, feed, input))) return undefined;
    const known = await read().catch(() => undefined);
    if (known && known.asOf >= askedAt) return known;
  }
  return undefined;
}
