/** Why nothing of the host comes: no network, no answer, or a gateway's page in place of the host's answers. */
export type Loss = "offline" | "host" | "gateway";

/** Whether the host can be reached: known by its answers, not by what the browser believes of the network. */
export type Reach =
  | { readonly is: "unknown" }
  | { readonly is: "reached"; readonly at: number }
  | { readonly is: "unreachable"; readonly since: number; readonly why: Loss };

/** What a probe found. A probe that the host answered has told the keeper already (`answered`). */
export type Probed =
  | { readonly is: "answered" }
  /** Something on the way answered in the host's place. */
  | { readonly is: "intercepted" }
  /** `retryAfterMs`: when whoever stands before the host asks to be asked again. */
  | { readonly is: "silent"; readonly retryAfterMs?: number | undefined };

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

const saysOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Before anything was asked the browser's word is all there is; the first probe, at once, outweighs it. */
export const reachAtStart = (now: number): Reach => (saysOffline() ? { is: "unreachable", since: now, why: "offline" } : { is: "unknown" });

/**
 * Keeps the state of reach. Any answer of the host proves it; a call without one is only a reason to look, and nothing
 * but a probe of the keeper's own loses it. While the host is out of reach one probe at a time looks for it, and
 * everybody else waits, so that the host's return meets one request and no storm.
 */
export class ReachKeeper {
  #state: Reach;
  /** When the browser last said that the network is gone. */
  #wentOffline = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<() => void>();
  #probing: AbortController | undefined;
  /** The probe that is on its way, for all who wonder. */
  #looking: Promise<boolean> | undefined;
  /** How many answers have come. */
  #answers = 0;
  /** The host has asked not to be probed before (epoch ms). */
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
      // The browser may be wrong: a host on this machine or behind a tunnel answers all the same.
      this.prompt();
    };
    globalThis.addEventListener?.("offline", goOffline, { signal });
    globalThis.document?.addEventListener("visibilitychange", prompt, { signal });
  }

  /** `probe` asks the host for as little as it can. Never rejects. */
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

  /** An answer came to what was sent at `sentAt`; one that was on its way when the network went doesn't say that it is back. */
  answered(sentAt: number): void {
    if (sentAt < this.#wentOffline && saysOffline()) return;
    this.#answers += 1;
    this.#stopProbing();
    this.#set({ is: "reached", at: this.#clock.now() });
  }

  /** Sends one probe, unless one is on its way. Resolves to whether the host is in reach: by the probe, or by any answer meanwhile. */
  ask(): Promise<boolean> {
    if (this.#looking) return this.#looking;
    const looking = this.#look().finally(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  /** Whether the host is in reach, once the probe has ended that a failed call has caused. */
  async settled(): Promise<boolean> {
    return this.#looking ?? this.#state.is !== "unreachable";
  }

  async #look(): Promise<boolean> {
    const before = this.#answers;
    let found = await this.#probe();
    // One path alone may be what is blocked: reach is lost by two.
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

  /** Takes over what another tab has found out; its probes serve this one too. */
  adopt(state: Reach): void {
    this.#stopProbing();
    this.#set(state);
    // Should that tab close, this one must look for the host itself.
    if (state.is === "unreachable") this.#probing = this.#startProbing();
  }

  /** Something hints that the network is back: probe now rather than at the next turn. */
  prompt(): void {
    if (this.#state.is !== "unreachable") return;
    this.#stopProbing();
    // A probe that left before may be stuck in the network of then.
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
