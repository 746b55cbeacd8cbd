import { type Call, nameOf } from "../../contract/call.ts";
import { Observable } from "../state/observable.ts";
import type { Clock, ReachKeeper } from "./reach.ts";
import { expiresInMs, isExpired, isFresh, sessionStore } from "../state/session-store.ts";

/**
 * "declined": the admin goes on with the cache for now; the next mutation asks again. "spurned": sessions were refused
 * as soon as they were opened, so that another PIN would lead nowhere.
 */
export type PinNeed = "no" | "yes" | "declined" | "spurned";

/** The clock is looked at this often at least: a timer stands still while the machine sleeps, in ms. */
const lookEveryMs = 10_000;
/** An answer that is no older than this proves that there is a host to ask, in ms. */
const reachedWithinMs = 90_000;
/** So many sessions in a row may be refused as they are opened; after that nobody is asked for the PIN any more. */
const freshRefusals = 2;

/** Decides when the PIN is asked for again while the screen stays (AUTH-15): the token has run out, or the host refuses it. */
export class PinWatch {
  readonly need = new Observable<PinNeed>("no");
  /** The call by which the host refused the latest session that was opened seconds before, as METHOD /path. */
  readonly spurned = new Observable<string | undefined>(undefined);
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #timer = new AbortController();
  #token = sessionStore.current()?.token;
  /** The tokens in a row that were refused seconds after they were given. */
  #refused: readonly string[] = [];

  constructor(reach: ReachKeeper, clock: Clock, signal: AbortSignal) {
    this.#reach = reach;
    this.#clock = clock;
    this.#signal = signal;
    const look = (): void => this.look();
    globalThis.document?.addEventListener("visibilitychange", look, { signal });
    const follow = (): void => {
      const next = sessionStore.current()?.token;
      if (next === this.#token) return;
      this.#token = next;
      // What the host said of a token goes with it, whichever tab has put another in its place.
      this.need.set("no");
      if (next === undefined) this.#refused = [];
      this.#await();
    };
    for (const end of [reach.subscribe(look), sessionStore.subscribe(follow)]) signal.addEventListener("abort", end, { once: true });
  }

  /** Begins to watch: the keeper of reach must know how to probe by now. */
  start(): void {
    this.#await();
  }

  /** The host has refused the token. A mutation's admin waits for it, though the PIN was declined before. */
  refused(call: Pick<Call, "method" | "path" | "kind">): void {
    const session = sessionStore.current();
    if (!session) return;
    const isKnown = this.#refused.includes(session.token);
    if (!isKnown && isFresh(session)) this.#refused = [...this.#refused, session.token];
    // One that was good for a while is none of them.
    else if (!isKnown) this.#refused = [];
    this.spurned.set(this.#refused.length > 0 ? nameOf(call) : undefined);
    const need = this.#refused.length >= freshRefusals ? "spurned" : "yes";
    if (call.kind === "mutation" || this.need.get() === "no") this.need.set(need);
  }

  /**
   * Asks for the PIN where the token has run out: not in a hidden tab until it is seen, and not offline, where the cached
   * screens go on as they are and nobody could do anything with a PIN (AUTH-16).
   */
  look(): void {
    const session = sessionStore.current();
    if (!session || !isExpired(session) || this.need.get() !== "no" || globalThis.document?.visibilityState === "hidden") return;
    const { state } = this.#reach;
    if (state.is === "unreachable") return;
    this.spurned.set(undefined);
    if (state.is === "reached" && this.#clock.now() - state.at < reachedWithinMs) this.need.set("yes");
    // Its answer leads here again.
    else void this.#reach.ask();
  }

  /** Looks at the moment in which the token runs out, whatever is asked of the host until then. */
  #await(): void {
    this.#timer.abort();
    this.#timer = new AbortController();
    const signal = AbortSignal.any([this.#timer.signal, this.#signal]);
    const session = sessionStore.current();
    const leftMs = session && expiresInMs(session);
    if (leftMs === undefined) return;
    if (leftMs <= 0) this.look();
    else this.#clock.after(Math.min(leftMs, lookEveryMs), () => this.#await(), signal);
  }
}
