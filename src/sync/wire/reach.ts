/** Why the host is out of reach: no network, no answer, or a gateway's page instead of answers. */
export type Loss = "offline" | "host" | "gateway";

/** Whether the host can be reached; judged by its answers, not by the browser's network state. */
export type Reach =
  | { readonly is: "unknown" }
  | { readonly is: "reached"; readonly at: number }
  | { readonly is: "unreachable"; readonly since: number; readonly why: Loss };

/** Result of a probe. On "answered", `ReachKeeper.answered` was already called. */
export type Probed =
  | { readonly is: "answered" }
  /** Something in between answered for the host. */
  | { readonly is: "intercepted" }
  /** `retryAfterMs`: the pause that a gateway asks for, in ms. */
  | { readonly is: "silent"; readonly retryAfterMs?: number | undefined };

/** Pauses between probes of an unreachable host, in ms; its return is noticed within seconds. */
const probePausesMs = [1000, 2000, 3000, 5000];
/** Upper limit of all request pauses, whatever the host asks for, in ms (SYNC-5). */
export const longestPauseMs = 30_000;

export interface Clock {
  now(): number;
  /** Calls back after `ms` unless aborted. */
  after(ms: number, callback: () => void, signal?: AbortSignal): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback, signal) {
    if (signal?.aborted) return;
    const cancel = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      // Detach from long-lived signals once it has run.
      signal?.removeEventListener("abort", cancel);
      callback();
    }, ms);
    signal?.addEventListener("abort", cancel, { once: true });
  },
};

/** Resolves after `ms`, or at once when aborted. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      signal?.removeEventListener("abort", end);
      resolve();
    };
    signal?.addEventListener("abort", end);
    clock.after(ms, end, signal);
  });

const saysOffline = (): boolean => globalThis.navigator?.onLine === false;

/** At the start, only the browser's word is known; the immediate first probe overrides it. */
export const reachAtStart = (now: number): Reach => (saysOffline() ? { is: "unreachable", since: now, why: "offline" } : { is: "unknown" });

/**
 * Tracks whether the host is in reach. Any answer proves it; only a failed probe, triggered by an unanswered call, disproves it.
 * While the host is out of reach, a single probe runs and other requests wait, so its return isn't met by a storm.
 */
export class ReachKeeper {
  #state: Reach;
  /** When the browser last reported going offline. */
  #wentOffline = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();
  #probing: AbortController | undefined;
  /** The running probe, shared by all callers. */
  #looking: Promise<boolean> | undefined;
  /** Number of answers so far. */
  #answers = 0;
  /** No probe before this time, at the host's request (epoch ms). */
  #notBefore = 0;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #probe: () => Promise<Probed> = () => Promise.resolve({ is: "silent" });

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#state = reachAtStart(clock.now());
    const prompt = (): void => this.prompt();
    globalThis.addEventListener?.("online", prompt, { signal });
    const goOffline = (): void => {
      this.#wentOffline = this.#clock.now();
      this.#lose("offline");
      // The browser may be wrong: a local or tunnelled host still answers.
      this.prompt();
    };
    globalThis.addEventListener?.("offline", goOffline, { signal });
    globalThis.document?.addEventListener("visibilitychange", prompt, { signal });
  }

  /** `probe` sends the host a minimal request. Never rejects. */
  probeWith(probe: () => Promise<Probed>): void {
    this.#probe = probe;
  }

  get state(): Reach {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(state: Reach): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** An answer to a request sent at `sentAt`; ignored if sent before the network went and the browser is still offline. */
  answered(sentAt: number): void {
    if (sentAt < this.#wentOffline && saysOffline()) return;
    this.#answers += 1;
    this.#stopProbing();
    this.#set({ is: "reached", at: this.#clock.now() });
  }

  /** Sends one probe, unless one is running. Resolves to whether the host is in reach, by the probe or any answer meanwhile. */
  ask(): Promise<boolean> {
    if (this.#looking) return this.#looking;
    const looking = this.#look().finally(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  /** Whether the host is in reach, after the probe caused by a failed call. */
  async settled(): Promise<boolean> {
    return this.#looking ?? this.#state.is !== "unreachable";
  }

  async #look(): Promise<boolean> {
    const before = this.#answers;
    let found = await this.#probe();
    // One path may be blocked: two must fail.
    if (found.is !== "answered" && this.#answers === before && this.#state.is !== "unreachable") {
      const again = await this.#probe();
      if (again.is === "answered" || found.is === "silent") found = again;
    }
    if (this.#signal.aborted || this.#answers > before) return this.#state.is !== "unreachable";
    if (found.is === "silent" && found.retryAfterMs) this.#notBefore = this.#clock.now() + Math.min(longestPauseMs, found.retryAfterMs);
    this.#lose(found.is === "intercepted" ? "gateway" : saysOffline() ? "offline" : "host");
    return false;
  }

  #lose(why: Loss): void {
    if (this.#state.is !== "unreachable") this.#set({ is: "unreachable", since: this.#clock.now(), why });
    else if (this.#state.why !== why) this.#set({ ...this.#state, why });
    this.#probing ??= this.#startProbing();
  }

  /** Adopts another tab's finding; its probes serve this tab too. */
  adopt(state: Reach): void {
    this.#stopProbing();
    this.#set(state);
    // That tab may close, so keep probing.
    if (state.is === "unreachable") this.#probing = this.#startProbing();
  }

  /** The network may be back: probe now instead of at the next turn. */
  prompt(): void {
    if (this.#state.is !== "unreachable") return;
    this.#stopProbing();
    // An earlier probe may be stuck on the old network.
    this.#looking = undefined;
    this.#probing = this.#startProbing(true);
  }

  #stopProbing(): void {
    this.#probing?.abort();
    this.#probing = undefined;
  }

  #startProbing(atOnce = false): AbortController {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#signal]);
    void this.#keepProbing(signal, atOnce);
    return stop;
  }

  async #keepProbing(signal: AbortSignal, atOnce: boolean): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const hidden = globalThis.document?.visibilityState === "hidden";
      const wait = hidden ? longestPauseMs : (probePausesMs[Math.min(turn, probePausesMs.length - 1)] ?? 1000);
      const asked = Math.min(longestPauseMs, this.#notBefore - this.#clock.now());
      if (!(atOnce && turn === 0)) await pause(this.#clock, Math.max(asked, wait * (0.8 + Math.random() * 0.4)), signal);
      if (signal.aborted) return;
      await this.ask();
    }
  }
}
