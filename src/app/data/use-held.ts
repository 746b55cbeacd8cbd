import { useCallback, useEffect, useRef, useState } from "react";
import { type AnswerOf, nameOf, type OpenCall } from "../../contract/call.ts";
import type { Host } from "../../sync/wire/host.ts";
import { failureOf, type HeldAnswer, readHeld } from "../../sync/wire/held-answer.ts";
import { useSync } from "./sync-context.ts";
import { useTroublesOf } from "./use-notices.ts";
import { useReachOf } from "./use-reach.ts";

export type Held<T> = HeldAnswer<T> | { readonly is: "awaited" };

interface HeldState<C extends OpenCall> {
  readonly state: Held<AnswerOf<C>>;
  readonly refresh: () => Promise<void>;
  /** Refetches it and returns the answer; undefined once unmounted, or where the host doesn't offer the call. */
  readonly readAgain: () => Promise<HeldAnswer<AnswerOf<C>> | undefined>;
  /** Shows what the host has just saved, until it is read again. */
  readonly note: (saved: AnswerOf<C>) => void;
}

/**
 * A call's answer, held in component state only; refetched whenever the host becomes reachable. The previous answer
 * stays while refetching; without one, a failure is told while the read is still being retried. `path`: undefined if
 * the host doesn't offer the call.
 */
export const useHeld = <C extends OpenCall>(call: C, path: string | undefined): HeldState<C> => useHeldOf(useSync().host, call, path);

/** `useHeld` for a given host, where there is no sync. */
export function useHeldOf<C extends OpenCall>(host: Host, call: C, path: string | undefined): HeldState<C> {
  const isOut = useReachOf(host).is === "unreachable";
  const [state, setState] = useState<Held<AnswerOf<C>>>({ is: "awaited" });
  const latest = useRef(0);
  const mounted = useRef<AbortController>(undefined);
  const ask = useCallback(
    async (signal: AbortSignal): Promise<HeldAnswer<AnswerOf<C>> | undefined> => {
      if (path === undefined) return undefined;
      const turn = (latest.current += 1);
      const answer = await readHeld(host, call, { path }, signal);
      // Of two requests in flight, the later one wins.
      if (!signal.aborted && turn === latest.current) setState(answer);
      return answer;
    },
    [host, call, path],
  );
  useEffect(() => {
    if (isOut) return;
    const stop = new AbortController();
    void ask(stop.signal);
    return () => stop.abort();
  }, [ask, isOut]);
  useTroublesOf(host, ({ call: failed, answer }) => {
    if (failed === nameOf(call)) setState((before) => (before.is === "awaited" ? failureOf(answer) : before));
  });
  useEffect(() => {
    const stop = (mounted.current = new AbortController());
    return () => stop.abort();
  }, []);
  const readAgain = async () => mounted.current && ask(mounted.current.signal);
  return {
    state,
    refresh: async () => void (await readAgain()),
    readAgain,
    note: (value) => setState({ is: "known", value, asOf: host.clock.now() }),
  };
}
