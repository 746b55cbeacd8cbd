import { type Call, nameOf } from "../../contract/call.ts";
import { Observable } from "../state/observable.ts";
import type { Clock, ReachKeeper } from "./reach.ts";
import { expiresInMs, isExpired, isFresh, sessionStore } from "../state/session-store.ts";

/**
 * "declined": the admin continues with the cache; the next mutation asks again. "spurned": sessions were refused right after
 * opening, so another PIN is pointless.
 */
export type PinNeed = "no" | "yes" | "declined" | "spurned";

/** Longest clock check interval, in ms: timers stop during sleep. */
const lookEveryMs = 10_000;
/** An answer this recent proves that the host is there, in ms. */
const reachedWithinMs = 90_000;
/** Consecutive sessions refused right after opening before the PIN is no longer asked for. */
const freshRefusals = 2;

/** Decides when to ask for the PIN while the screen stays (AUTH-15): the token expired, or the host refuses it. */
export class PinWatch {
  readonly need = new Observable<PinNeed>("no");
  /** The call, METHOD /path, with which the host refused the latest session seconds after it was opened. */
  readonly spurned = new Observable<string | undefined>(undefined);
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #timer = new AbortController();
  #token = sessionStore.current()?.token;
  /** Consecutive tokens refused seconds after they were issued. */
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
      // What the host said of a token is dropped with it, whichever tab replaced it.
      this.need.set("no");
      if (next === undefined) this.#refused = [];
      this.#await();
    };
    for (const end of [reach.subscribe(look), sessionStore.subscribe(follow)]) signal.addEventListener("abort", end);
  }

  /** Starts watching; `reach` must be able to probe by now. */
  start(): void {
    this.#await();
  }

  /** The host refused the token. A mutation asks again even if the PIN was declined. */
  refused(call: Pick<Call, "method" | "path" | "kind">): void {
    const session = sessionStore.current();
    if (!session) return;
    const isKnown = this.#refused.includes(session.token);
    if (!isKnown && isFresh(session)) this.#refused = [...this.#refused, session.token];
    // A token that worked for a while resets the series.
    else if (!isKnown) this.#refused = [];
    this.spurned.set(this.#refused.length > 0 ? nameOf(call) : undefined);
    const need = this.#refused.length >= freshRefusals ? "spurned" : "yes";
    if (call.kind === "mutation" || this.need.get() === "no") this.need.set(need);
  }

  /**
   * Asks for the PIN if the token has expired. Waits in a hidden tab; not offline, where cached screens keep working and a PIN is
   * of no use (AUTH-16).
   */
  look(): void {
    const session = sessionStore.current();
    if (!session || !isExpired(session) || this.need.get() !== "no" || globalThis.document?.visibilityState === "hidden") return;
    const { state } = this.#reach;
    if (state.is === "unreachable") return;
    this.spurned.set(undefined);
    if (state.is === "reached" && this.#clock.now() - state.at < reachedWithinMs) this.need.set("yes");
    // Its answer triggers `look` again.
    else void this.#reach.ask();
  }

  /** Checks when the token expires, even without requests. */
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
