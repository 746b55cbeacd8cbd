import { useCallback, useEffect, useRef, useState } from "react";
import { keepFresh } from "../../sync/keep-fresh.ts";
import type { DemandResult } from "../../sync/tabs.ts";
import { useSync } from "./sync-context.ts";
import { useTroubles } from "./use-notices.ts";

/** How the last fetch went. `message`: the host's words; `malformed`: what makes no sense in its answer. */
export type Fetching =
  | { readonly is: "waiting" }
  | { readonly is: "done" }
  | { readonly is: "odd" }
  | { readonly is: "failed"; readonly message: string | undefined; readonly malformed: string | undefined };

const waiting: Fetching = { is: "waiting" };

interface Known {
  readonly key: string;
  readonly state: Fetching;
}

/**
 * Fetches a feed now, when its input changes, and again for as long as the screen stands (SYNC-2). What it
 * brings is read from the cache. `input` undefined: there is nothing to fetch. `call`: METHOD /path, whose
 * first failure is told although it will be tried again.
 */
export function useDemand(feed: string, input: unknown, call: string): { fetching: Fetching; again: () => Promise<Fetching> } {
  const sync = useSync();
  const key = input === undefined ? "" : JSON.stringify(input);
  const [known, setKnown] = useState<Known>({ key, state: waiting });
  const serial = useRef(0);
  useTroubles((trouble) => {
    if (trouble.call !== call || key === "") return;
    const { answer } = trouble;
    const failed: Fetching = {
      is: "failed",
      message: answer.is === "refused" ? answer.message : undefined,
      malformed: answer.is === "malformed" ? answer.problem : undefined,
    };
    if (answer.is === "refused" || answer.is === "malformed") setKnown({ key, state: failed });
  });
  const fetchOnce = useCallback(
    async (maxAgeMs: number) => {
      if (key === "") return waiting;
      serial.current += 1;
      const mine = serial.current;
      const result = await sync.dispatcher.demand(feed, JSON.parse(key), maxAgeMs);
      const state = fetchingOf(result);
      if (mine === serial.current) {
        setKnown((before) => {
          const malformed = before.key === key && before.state.is === "failed" ? before.state.malformed : undefined;
          return { key, state: state.is === "failed" ? { ...state, malformed } : state };
        });
      }
      return state;
    },
    [sync, feed, key],
  );
  const again = useCallback(() => {
    sync.beginAnew(call);
    return fetchOnce(0);
  }, [sync, call, fetchOnce]);
  useEffect(() => {
    if (key === "") return;
    const stop = new AbortController();
    void again();
    keepFresh(sync.host, fetchOnce, stop.signal);
    return () => stop.abort();
  }, [sync, key, fetchOnce, again]);
  return { fetching: known.key === key ? known.state : waiting, again };
}

const fetchingOf = (result: DemandResult): Fetching =>
  result.is === "failed" ? { is: "failed", message: result.message, malformed: undefined } : { is: result.is };
