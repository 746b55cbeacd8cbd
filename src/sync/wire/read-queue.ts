import { type AnswerOf, nameOf, type OpenCall } from "../../contract/call.ts";
import { type Answer, fillPath, type HostClient, type Request } from "./host-client.ts";
import { type Clock, longestPauseMs, pause, type ReachKeeper } from "./reach.ts";

const inFlightAtMost = 4;
const firstByteWithinMs = 15_000;
/** Tries per asker; after that the screen reports the failure. */
const attemptsForOne = 4;
/** Tries in total, with pauses growing to 30 s: about four minutes (SYNC-5). */
const attemptsAtMost = 12;

/** A failed read, reported to the user (SYNC-8). */
export interface Trouble {
  /** METHOD /path of the call. */
  readonly call: string;
  /** Identifies the request, including its values. */
  readonly key: string;
  /** What it was read for (`Asking`); missing if a tab of an earlier build reports it. */
  readonly demands?: readonly (string | undefined)[];
  readonly answer: Exclude<Answer<unknown>, { is: "answered" }>;
  /** How long the request took, in ms. */
  readonly tookMs: number;
  /** The queue will retry. */
  readonly willRetry: boolean;
  /** The host is in reach, but all tries are used up: the call rests until a person demands it. */
  readonly rests: boolean;
}

export interface QueueEvents {
  readonly trouble: (trouble: Trouble) => void;
  /** A request was answered; this tab or another may have known it as failing. */
  readonly well: (key: string) => void;
}

/** Aborted when the asker no longer needs the answer. `demand`: for what it asks; whoever demands the same is told of failures. */
type Asking = AbortSignal & { readonly demand?: string };

/** Notes on a signal for what its reads ask. */
export const askingFor = (demand: string, signal: AbortSignal): Asking => Object.assign(signal, { demand });

interface Entry {
  readonly waiters: Set<Asking>;
  readonly stop: AbortController;
  readonly answer: Promise<Answer<unknown>>;
}

/** Retry state of a failing request, independent of other calls. */
interface Pace {
  readonly call: string;
  readonly failures: number;
  /** Next try not before (epoch ms). */
  readonly notBefore: number;
  readonly last: Answer<unknown>;
  /** Ends the pause. */
  readonly wake: AbortController;
}

/** Whether a retry may help: no answer, 408, 429 and 5xx; other refusals would only repeat (SYNC-5). */
export const isPassing = (answer: Answer<unknown>): boolean =>
  answer.is === "lost"
    ? answer.why !== "aborted"
    : answer.is === "refused" && (answer.status === 408 || answer.status === 429 || answer.status >= 500);

/**
 * Queue for reads: at most four in flight, the latest of those that wait next; equal ones share an answer, unwanted ones are aborted,
 * and transient failures are retried after growing, jittered pauses. Pauses belong to the request and outlast its askers; a request
 * that keeps failing rests until a person demands it (`beginAnew`).
 */
export class ReadQueue {
  readonly #client: HostClient;
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #events: QueueEvents;
  readonly #entries = new Map<string, Entry>();
  readonly #paces = new Map<string, Pace>();
  readonly #turns: (() => void)[] = [];
  #inFlight = 0;
  /** Rate-limited: no reads before this time (epoch ms). */
  #notBefore = 0;

  constructor(client: HostClient, reach: ReachKeeper, clock: Clock, events: QueueEvents) {
    this.#client = client;
    this.#reach = reach;
    this.#clock = clock;
    this.#events = events;
    let wasLost = false;
    reach.subscribe(() => {
      const isLost = reach.state.is === "unreachable";
      // When the host is back, everything may be asked at once.
      if (wasLost && !isLost) this.beginAnew();
      wasLost = isLost;
    });
  }

  /** Reads one call. Never rejects. */
  async read<C extends OpenCall>(
    call: C,
    request: Omit<Request<C>, "signal" | "firstByteWithinMs">,
    signal: Asking,
  ): Promise<Answer<AnswerOf<C>>> {
    if (signal.aborted) return { is: "lost", why: "aborted", sent: false };
    const key = JSON.stringify([call.method, fillPath(request.path ?? call.path, request.params), request.query]);
    const entry = this.#entries.get(key) ?? this.#start(key, call, request);
    entry.waiters.add(signal);
    const gone = new Promise<Answer<unknown>>((resolve) => {
      const leave = (): void => {
        entry.waiters.delete(signal);
        if (entry.waiters.size === 0) entry.stop.abort();
        resolve({ is: "lost", why: "aborted", sent: true });
      };
      signal.addEventListener("abort", leave);
      void entry.answer.finally(() => signal.removeEventListener("abort", leave));
    });
    // The entry belongs to this call, so its answer has the call's type.
    return (await Promise.race([entry.answer, gone])) as Answer<AnswerOf<C>>;
  }

  /** The host may have changed: later reads must not share answers requested before now. */
  outdate(): void {
    this.#entries.clear();
  }

  /** Ends pauses and forgets failures: of a call ("METHOD /path"), of a request (its key), or of everything. */
  beginAnew(of?: string): void {
    for (const [key, pace] of this.#paces) {
      if (of && pace.call !== of && key !== of) continue;
      this.#paces.delete(key);
      pace.wake.abort();
    }
  }

  #start<C extends OpenCall>(key: string, call: C, request: Request<C>): Entry {
    const stop = new AbortController();
    const forget = (): void => {
      if (this.#entries.get(key)?.stop === stop) this.#entries.delete(key);
    };
    const waiters = new Set<Asking>();
    const answer = this.#run(key, call, request, stop.signal, waiters).finally(forget);
    const entry: Entry = { waiters, stop, answer };
    this.#entries.set(key, entry);
    stop.signal.addEventListener("abort", forget);
    return entry;
  }

  async #run<C extends OpenCall>(
    key: string,
    call: C,
    request: Request<C>,
    signal: AbortSignal,
    waiters: ReadonlySet<Asking>,
  ): Promise<Answer<unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      const pace = this.#paces.get(key);
      if (pace && pace.failures >= attemptsAtMost) return pace.last;
      const restMs = Math.min(longestPauseMs, (pace?.notBefore ?? 0) - this.#clock.now());
      if (pace && restMs > 0) await pause(this.#clock, restMs, AbortSignal.any([signal, pace.wake.signal]));
      if (signal.aborted) return { is: "lost", why: "aborted", sent: attempt > 1 };
      // While the host is out of reach, one probe looks for it; reads would only pile up.
      if (this.#reach.state.is === "unreachable") return { is: "lost", why: "network", sent: false };
      let sentAt = this.#clock.now();
      const answer = await this.#inTurn(() => {
        sentAt = this.#clock.now();
        return this.#client.send(call, { ...request, signal, firstByteWithinMs });
      }, signal);
      const tookMs = this.#clock.now() - sentAt;
      if (signal.aborted) return answer;
      if (answer.is === "answered") {
        this.#paces.delete(key);
        this.#events.well(key);
        return answer;
      }
      const trouble = { call: nameOf(call), key, demands: Array.from(waiters, (one) => one.demand), answer, tookMs };
      if (!isPassing(answer)) {
        this.#paces.delete(key);
        this.#events.trouble({ ...trouble, willRetry: false, rests: false });
        return answer;
      }
      // A host out of reach isn't this call's failure.
      if (!(await this.#reach.settled())) {
        this.#events.trouble({ ...trouble, willRetry: false, rests: false });
        return answer;
      }
      const failures = this.#slow(key, nameOf(call), answer);
      const willRetry = attempt < attemptsForOne && failures < attemptsAtMost;
      this.#events.trouble({ ...trouble, willRetry, rests: failures >= attemptsAtMost });
      if (!willRetry) return answer;
    }
  }

  /** Lengthens a request's pause; returns its consecutive failures. */
  #slow(key: string, call: string, answer: Exclude<Answer<unknown>, { is: "answered" }>): number {
    const failures = (this.#paces.get(key)?.failures ?? 0) + 1;
    const asked = Math.min(longestPauseMs, (answer.is === "refused" && answer.retryAfterMs) || 0);
    const growing = Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
    const now = this.#clock.now();
    const notBefore = now + Math.max(asked, growing);
    if (asked && answer.is === "refused" && answer.status === 429) this.#notBefore = now + asked;
    this.#paces.set(key, { call, failures, notBefore, last: answer, wake: new AbortController() });
    return failures;
  }

  async #inTurn<T>(send: () => Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> {
    if (this.#inFlight >= inFlightAtMost) await new Promise<void>((resolve) => this.#turns.push(resolve));
    else this.#inFlight += 1;
    try {
      const holdMs = Math.min(longestPauseMs, this.#notBefore - this.#clock.now());
      if (holdMs > 0) await pause(this.#clock, holdMs, signal);
      return signal.aborted ? { is: "lost", why: "aborted", sent: false } : await send();
    } finally {
      // The latest: on a slow host, the screen in view must not wait for those left behind.
      const next = this.#turns.pop();
      if (next) next();
      else this.#inFlight -= 1;
    }
  }
}
