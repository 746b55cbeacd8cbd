import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { longestPauseMs, pause } from "../wire/reach.ts";
import { sessionStore } from "../state/session-store.ts";

/** While something is unknown, a host that is out of reach is looked for this often, in ms: within 5 s of its return all is settled (KEY-2). */
const lookEveryMs = 2000;

/** The pause before what is left is asked about again, in ms; it doubles each time. */
const firstPauseMs = 500;

/** Has what is unknown settled for as long as something is: at once, again while something is left, and whenever the host comes back. */
export class Settler {
  #wanted: readonly string[] = [];
  #round = new AbortController();
  /** Asks about everything once; undefined while it follows no host. */
  #ask: ((signal: AbortSignal) => Promise<void>) | undefined;

  /** Settles what is wanted at this host until `closed`. `settle` asks about all of it once, in the tab that leads. */
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
    // What was refused with the old token is asked again with the new one.
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
    closed.addEventListener("abort", end, { once: true });
    this.#begin();
  }

  /** Says what is unknown now, by ids; anything else than before begins a round of its own. */
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
