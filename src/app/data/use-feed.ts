import { useCallback, useEffect, useRef, useState } from "react";
import type { DemandResult } from "../../sync/feeds/feed-worker.ts";
import type { FeedName, Feeds } from "../../sync/feeds/feeds.ts";
import { demandKey } from "../../sync/tabs/dispatcher.ts";
import { keepFresh } from "../../sync/transactions/keep-fresh.ts";
import { messageIn } from "../../sync/wire/message-in.ts";
import type { Trouble } from "../../sync/wire/read-queue.ts";
import { useSync } from "./sync-context.ts";
import { useTroubles } from "./use-notices.ts";
import { useSame } from "./use-same.ts";

/** State of a feed's last fetch. */
export type Fetching =
  /** There is nothing to fetch. */
  | { readonly is: "unasked" }
  | { readonly is: "waiting" }
  | { readonly is: "done" }
  /** The answer isn't about what was asked, or contradicts itself. */
  | { readonly is: "odd" }
  | {
      readonly is: "failed";
      /** The host's message. */
      readonly message: string | undefined;
      /** What came instead of an answer; missing if nothing was sent because the host is unreachable. */
      readonly answer: Trouble["answer"] | undefined;
      /** Consecutive failed fetches; 0 while the first is still being retried. */
      readonly times: number;
    };

/**
 * Failures reported while the read is still being retried. `refusals`: refused or garbled by the host, or unanswered for
 * so long that it was given up. `first`: any, until a fetch has ended.
 */
type Early = "refusals" | "first";

interface Known<Input> {
  readonly asked: Input;
  readonly end: DemandResult | undefined;
  /** The latest failure since the last success. */
  readonly trouble: Trouble | undefined;
  readonly message: string | undefined;
  readonly times: number;
}

const nothing = { end: undefined, trouble: undefined, message: undefined, times: 0 } as const;

/**
 * Fetches a feed now, when its input changes, and periodically while mounted (SYNC-2). Results are read from the cache.
 * `input` undefined: nothing to fetch ("unasked"). `call`: METHOD /path of the underlying call, whose failures so far a
 * new question forgives.
 */
export function useFeed<F extends FeedName>(
  feed: F,
  input: Feeds[F] | undefined,
  call: string,
  early: Early = "refusals",
): { fetching: Fetching; refresh: () => Promise<void> } {
  const sync = useSync();
  const asked = useSame(input);
  const [known, setKnown] = useState<Known<Feeds[F] | undefined>>({ asked, ...nothing });
  const serial = useRef(0);
  const isTold = ({ answer }: Trouble): boolean =>
    early === "first" || answer.is === "refused" || answer.is === "malformed" || (answer.is === "lost" && answer.why === "timeout");
  useTroubles((trouble) => {
    if (asked === undefined || !isOf(feed, asked, trouble) || !isTold(trouble)) return;
    setKnown((before) => ({ ...about(before, asked), trouble, message: messageIn(trouble.answer) }));
  });
  const fetchOnce = useCallback(
    async (maxAgeMs: number): Promise<DemandResult> => {
      if (asked === undefined) return { is: "done" };
      serial.current += 1;
      const mine = serial.current;
      const end = await sync.dispatcher.demand(feed, asked, maxAgeMs);
      if (mine === serial.current)
        setKnown((before) => {
          if (end.is !== "failed") return { asked, ...nothing, end };
          const was = about(before, asked);
          return { ...was, end, message: end.message, times: was.times + 1 };
        });
      return end;
    },
    [sync, feed, asked],
  );
  const refresh = useCallback(async () => {
    sync.beginAnew(call);
    await fetchOnce(0);
  }, [sync, call, fetchOnce]);
  useEffect(() => {
    if (asked === undefined) return;
    const stop = new AbortController();
    sync.beginAnew(call);
    keepFresh(sync.host, fetchOnce, stop.signal, feed);
    return () => {
      stop.abort();
      // After unmount, fetches in flight set no state.
      serial.current += 1;
    };
  }, [sync, feed, asked, call, fetchOnce]);
  return { fetching: fetchingOf(about(known, asked), early), refresh };
}

/** Whether a read for this input has failed. A list that grows with scrolling is told of its further pages, too. */
function isOf(feed: FeedName, input: unknown, { demands }: Trouble): boolean {
  const key = demandKey(feed, input).replace(/"page":\d.*/, "");
  return demands?.some((one) => one?.startsWith(key)) === true;
}

const about = <Input>(known: Known<Input>, asked: Input): Known<Input> => (known.asked === asked ? known : { asked, ...nothing });

function fetchingOf({ asked, end, trouble, message, times }: Known<unknown>, early: Early): Fetching {
  const isToldEarly = trouble !== undefined && (early === "refusals" || end === undefined);
  if (isToldEarly || end?.is === "failed") return { is: "failed", message, answer: trouble?.answer, times };
  return { is: end?.is ?? (asked === undefined ? "unasked" : "waiting") };
}
