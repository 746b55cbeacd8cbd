/** Whether the host can be reached: known by its answers, not by what the browser believes of the network. */
export type Reach =
  | { readonly is: "unknown" }
  | { readonly is: "reached"; readonly at: number }
  | { readonly is: "unreachable"; readonly since: number; readonly why: "offline" | "host" };

/** Pauses between probes of a host that is out of reach, in ms: it is found again within seconds of its return. */
const probePausesMs = [1000, 2000, 3000, 5000];
/** No pause between two requests is longer, whatever the host asks for (SYNC-5), in ms. */
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
      // A signal lives as long as its session: what has run must not hang on to it.
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
    signal?.addEventListener("abort", end, { once: true });
    clock.after(ms, end, signal);
  });

/**
 * Keeps the state of reach and, while the host is out of reach, sends one probe at a time.
 * Everybody else waits for it, so that the host's return meets one request and no storm.
 */
export class ReachKeeper {
  #state: Reach = { is: "unknown" };
  /** When the browser last said that the network is gone. */
  #wentOffline = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();
  #probing: AbortController | undefined;
  /** The host has asked not to be probed before (epoch ms). */
  #notBefore = 0;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #probe: (() => Promise<unknown>) | undefined;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    const prompt = (): void => this.prompt();
    globalThis.addEventListener?.("online", prompt, { signal });
    const goOffline = (): void => {
      this.#wentOffline = this.#clock.now();
      this.failed();
    };
    globalThis.addEventListener?.("offline", goOffline, { signal });
    globalThis.document?.addEventListener("visibilitychange", prompt, { signal });
    // A screen that asks the host nothing would not notice otherwise.
    if (globalThis.navigator?.onLine === false) this.failed();
  }

  /** `probe` sends one small call; its answer or failure is noted by the client as any other's. */
  probeWith(probe: () => Promise<unknown>): void {
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

  /** An answer came to what was sent at `sentAt`; one that was on its way when the network went doesn't say that it is back. */
  answered(sentAt: number): void {
    if (sentAt <= this.#wentOffline && globalThis.navigator?.onLine === false) return;
    this.#probing?.abort();
    this.#probing = undefined;
    this.#set({ is: "reached", at: this.#clock.now() });
  }

  /** No answer came, or one that says that the host can't be had; `retryAfterMs`: when it asks to be asked again. */
  failed(retryAfterMs = 0): void {
    this.#notBefore = this.#clock.now() + Math.min(longestPauseMs, retryAfterMs);
    const why = globalThis.navigator?.onLine === false ? "offline" : "host";
    if (this.#state.is !== "unreachable") this.#set({ is: "unreachable", since: this.#clock.now(), why });
    else if (this.#state.why !== why) this.#set({ ...this.#state, why });
    this.#probing ??= this.#startProbing();
  }

  /** Takes over what another tab has found out; its probes serve this one too. */
  adopt(state: Reach): void {
    this.#probing?.abort();
    this.#probing = undefined;
    this.#set(state);
    // Should that tab close, this one must look for the host itself.
    if (state.is === "unreachable") this.#probing = this.#startProbing();
  }

  /** Sends one probe now and waits for its end, which the state then tells. */
  async ask(): Promise<void> {
    await this.#probe?.();
  }

  /** Something hints that the network is back: probe now rather than at the next turn. */
  prompt(): void {
    if (this.#state.is !== "unreachable") return;
    this.#probing?.abort();
    this.#probing = this.#startProbing(true);
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
      await this.#probe?.();
    }
  }
}
