import { type AnswerOf, nameOf, type OpenCall } from "../contract/call.ts";
import { type Answer, fillPath, type HostClient, type Request } from "./host-client.ts";
import { type Clock, longestPauseMs, pause, type ReachKeeper } from "./reach.ts";

const inFlightAtMost = 4;
const firstByteWithinMs = 15_000;
const attemptsAtMost = 4;

/** Something that went wrong with a read, for the people in front of the screen (SYNC-8). */
export interface Trouble {
  /** METHOD /path of the call. */
  readonly call: string;
  readonly answer: Exclude<Answer<unknown>, { is: "answered" }>;
  /** The queue goes on trying. */
  readonly willRetry: boolean;
}

interface Entry {
  readonly waiters: Set<symbol>;
  readonly stop: AbortController;
  readonly answer: Promise<Answer<unknown>>;
}

/** No answer, 408, 429 and 5xx may pass; any other refusal would only be repeated (SYNC-5). */
export const isPassing = (answer: Answer<unknown>): boolean =>
  answer.is === "lost"
    ? answer.why !== "aborted"
    : answer.is === "refused" && (answer.status === 408 || answer.status === 429 || answer.status >= 500);

/**
 * The queue for reads: at most four in flight, equal ones share an answer, one that nobody waits for any
 * more is aborted, and a failure that may pass is tried again after growing, jittered pauses.
 */
export class ReadQueue {
  readonly #client: HostClient;
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #onTrouble: (trouble: Trouble) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #turns: (() => void)[] = [];
  #inFlight = 0;
  /** The host is asked too much, and wants nothing before (epoch ms). */
  #notBefore = 0;

  constructor(client: HostClient, reach: ReachKeeper, clock: Clock, onTrouble: (trouble: Trouble) => void) {
    this.#client = client;
    this.#reach = reach;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Reads one call. Never rejects. `signal` says that the asker no longer needs the answer. */
  async read<C extends OpenCall>(
    call: C,
    request: Omit<Request<C>, "signal" | "firstByteWithinMs">,
    signal: AbortSignal,
  ): Promise<Answer<AnswerOf<C>>> {
    if (signal.aborted) return { is: "lost", why: "aborted", sent: false };
    const key = JSON.stringify([call.method, fillPath(request.path ?? call.path, request.params), request.query]);
    const entry = this.#entries.get(key) ?? this.#start(key, call, request);
    const me = Symbol(key);
    entry.waiters.add(me);
    const gone = new Promise<Answer<unknown>>((resolve) => {
      const leave = (): void => {
        entry.waiters.delete(me);
        if (entry.waiters.size === 0) entry.stop.abort();
        resolve({ is: "lost", why: "aborted", sent: true });
      };
      signal.addEventListener("abort", leave, { once: true });
      void entry.answer.finally(() => signal.removeEventListener("abort", leave));
    });
    // The entry was made for this very call, so its answer is this call's.
    return (await Promise.race([entry.answer, gone])) as Answer<AnswerOf<C>>;
  }

  /** Something may have been changed on the host: who reads from now on gets no answer that was asked for before. */
  outdate(): void {
    this.#entries.clear();
  }

  #start<C extends OpenCall>(key: string, call: C, request: Request<C>): Entry {
    const stop = new AbortController();
    const forget = (): void => {
      if (this.#entries.get(key)?.stop === stop) this.#entries.delete(key);
    };
    const answer = this.#run(call, request, stop.signal).finally(forget);
    const entry: Entry = { waiters: new Set(), stop, answer };
    this.#entries.set(key, entry);
    stop.signal.addEventListener("abort", forget, { once: true });
    return entry;
  }

  async #run<C extends OpenCall>(call: C, request: Request<C>, signal: AbortSignal): Promise<Answer<unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      // While the host is out of reach, one probe looks for it; a read would only join a storm.
      if (this.#reach.state.is === "unreachable") return { is: "lost", why: "network", sent: false };
      const answer = await this.#inTurn(() => this.#client.send(call, { ...request, signal, firstByteWithinMs }), signal);
      if (answer.is === "answered" || signal.aborted) return answer;
      const willRetry = isPassing(answer) && attempt < attemptsAtMost;
      this.#onTrouble({ call: nameOf(call), answer, willRetry });
      if (!willRetry) return answer;
      await this.#untilRetry(answer, attempt, signal);
      if (signal.aborted) return { is: "lost", why: "aborted", sent: true };
    }
  }

  async #untilRetry(answer: Answer<unknown>, attempt: number, signal: AbortSignal): Promise<void> {
    const asked = answer.is === "refused" ? answer.retryAfterMs : undefined;
    const growing = Math.min(longestPauseMs, 1000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    const waitMs = Math.min(longestPauseMs, asked ?? growing);
    if (asked && answer.is === "refused" && answer.status === 429) this.#notBefore = this.#clock.now() + waitMs;
    await pause(this.#clock, waitMs, signal);
  }

  async #inTurn<T>(send: () => Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> {
    if (this.#inFlight >= inFlightAtMost) await new Promise<void>((resolve) => this.#turns.push(resolve));
    else this.#inFlight += 1;
    try {
      const holdMs = Math.min(longestPauseMs, this.#notBefore - this.#clock.now());
      if (holdMs > 0) await pause(this.#clock, holdMs, signal);
      return signal.aborted ? { is: "lost", why: "aborted", sent: false } : await send();
    } finally {
      const next = this.#turns.shift();
      if (next) next();
      else this.#inFlight -= 1;
    }
  }
}
