import type { DemandResult } from "./tabs.ts";
import type { Host } from "./host.ts";
import { longestPauseMs, pause } from "./reach.ts";
import { sessionStore } from "./session-store.ts";

/** While something is unknown, a host that is out of reach is looked for this often, in ms: within 5 s of its return all is settled (KEY-2). */
const lookEveryMs = 2000;

/** The pause before what is left is asked about again, in ms; it doubles each time. */
const firstPauseMs = 500;

/** Has what is unknown settled for as long as something is: at once, again while something is left, and whenever the host comes back. */
export class Settler {
  readonly #host: Host;
  readonly #settle: (returnedAt: number) => Promise<DemandResult>;
  #wanted: readonly string[] = [];
  #round = new AbortController();
  /** When the host last came back into reach (epoch ms). */
  #returnedAt = 0;

  /** `settle` asks about everything once, in the tab that leads. Ends with `closed`. */
  constructor(host: Host, settle: (returnedAt: number) => Promise<DemandResult>, closed: AbortSignal) {
    this.#host = host;
    this.#settle = settle;
    let wasOut = host.reach.state.is === "unreachable";
    const unwatch = host.reach.subscribe(() => {
      const isOut = host.reach.state.is === "unreachable";
      if (isOut === wasOut) return;
      wasOut = isOut;
      if (!isOut) this.#returnedAt = host.clock.now();
      this.#begin();
    });
    let token = sessionStore.current()?.token;
    // What was refused with the old token is asked again with the new one.
    const unfollow = sessionStore.subscribe(() => {
      if (sessionStore.current()?.token === token) return;
      token = sessionStore.current()?.token;
      this.#begin();
    });
    const end = (): void => {
      unwatch();
      unfollow();
      this.#round.abort();
    };
    closed.addEventListener("abort", end, { once: true });
  }

  get returnedAt(): number {
    return this.#returnedAt;
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
    if (this.#wanted.length > 0) void this.#keep(this.#round.signal);
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const { clock, reach } = this.#host;
    for (let wait = firstPauseMs; !signal.aborted; wait = Math.min(longestPauseMs, 2 * wait)) {
      if (reach.state.is === "unreachable") {
        await pause(clock, lookEveryMs, signal);
        if (!signal.aborted) reach.prompt();
        continue;
      }
      const { is } = await this.#settle(this.#returnedAt);
      if (is === "done") return;
      await pause(clock, wait, signal);
    }
  }
}
