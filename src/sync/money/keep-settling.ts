import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { longestPauseMs, pause } from "../wire/reach.ts";
import { sessionStore } from "../state/session-store.ts";

/**
 * Probe interval while attempts are unknown and the host is out of reach, in ms; all is settled within 5 s of its return (KEY-2).
 */
const lookEveryMs = 2000;

/** First pause before asking again, in ms; doubles each time. */
const firstPauseMs = 500;

/** Settles unknown attempts while there are any: at once, again with growing pauses, and whenever the host comes back. */
export class Settler {
  #wanted: readonly string[] = [];
  #round = new AbortController();
  /** Asks about everything once; undefined while no host is followed. */
  #ask: ((signal: AbortSignal) => Promise<void>) | undefined;

  /** Settles what is wanted at this host until `closed`. `settle` asks about all of it once, in the leading tab. */
  follow(host: Host, settle: (returnedAt: number) => Promise<DemandResult>, closed: AbortSignal): void {
    let wasOut = host.reach.state.is === "unreachable";
    /** When the host last came back into reach (epoch ms). */
    let returnedAt = 0;
    const unwatch = host.reach.subscribe(() => {
      const isOut = host.reach.state.is === "unreachable";
      if (isOut === wasOut) return;
      wasOut = isOut;
      if (!isOut) returnedAt = host.clock.now();
      this.#begin();
    });
    let token = sessionStore.current()?.token;
    // Ask again with a new token what the old one was refused.
    const unfollow = sessionStore.subscribe(() => {
      if (sessionStore.current()?.token === token) return;
      token = sessionStore.current()?.token;
      this.#begin();
    });
    this.#ask = (signal) => keepAsking(host, () => settle(returnedAt), signal);
    const end = (): void => {
      unwatch();
      unfollow();
      this.#ask = undefined;
      this.#round.abort();
    };
    closed.addEventListener("abort", end);
    this.#begin();
  }

  /** Sets the ids that are unknown now; a new id starts a new round. */
  want(ids: readonly string[]): void {
    const isMore = ids.some((id) => !this.#wanted.includes(id));
    this.#wanted = ids;
    if (ids.length === 0) this.#round.abort();
    else if (isMore) this.#begin();
  }

  #begin(): void {
    this.#round.abort();
    this.#round = new AbortController();
    if (this.#wanted.length > 0) void this.#ask?.(this.#round.signal);
  }
}

async function keepAsking({ clock, reach }: Host, settle: () => Promise<DemandResult>, signal: AbortSignal): Promise<void> {
  for (let wait = firstPauseMs; !signal.aborted; wait = Math.min(longestPauseMs, 2 * wait)) {
    if (reach.state.is === "unreachable") {
      await pause(clock, lookEveryMs, signal);
      if (!signal.aborted) reach.prompt();
      continue;
    }
    const { is } = await settle();
    if (is === "done") return;
    await pause(clock, wait, signal);
  }
}
