import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Demand, FeedName, Feeds, FeedTable } from "../feeds/feeds.ts";
import { Leadership } from "./leadership.ts";
import { Observable } from "../state/observable.ts";
import { TabLine, type TabMessage } from "./tabs.ts";
import { pause, systemClock } from "../wire/reach.ts";
import { askingFor } from "../wire/read-queue.ts";

/** A leader that doesn't answer within this time counts as frozen, in ms. */
const answerWithinMs = 3000;

/** A leader that has accepted a demand is asked again after this time, in ms: it may have frozen since, or be slow. */
const askAgainAfterMs = 60_000;

/** Identifies what is demanded, in every tab. */
export const demandKey = (feed: FeedName, input: unknown): string => JSON.stringify([feed, input]);

interface Running {
  readonly feed: FeedName;
  readonly result: Promise<DemandResult>;
  /** The host may have changed since it started. */
  isOutdated: boolean;
}

interface Pending {
  readonly demand: Demand;
  readonly resolve: (result: DemandResult) => void;
  accepted?: boolean;
}

/**
 * Routes demands to the leading tab and the results back. A running demand isn't started twice. Every tab sees which feeds are
 * working.
 */
export class Dispatcher {
  readonly line: TabLine;
  readonly working = new Observable<readonly FeedName[]>([]);
  #workers: Partial<FeedTable> = {};
  #loadOthers: (() => Promise<Partial<FeedTable>>) | undefined;
  readonly #running = new Map<string, Running>();
  /** When each demand last succeeded (epoch ms), while this tab leads. */
  readonly #doneAt = new Map<string, number>();
  readonly #pending = new Map<number, Pending>();
  readonly #leadership: Leadership;
  readonly #closed: AbortSignal;
  readonly #onError: (error: unknown) => void;
  #term: AbortSignal | undefined;
  #last = 0;
  /** How many tabs have announced that they lead. */
  #leaders = 0;

  /** `onError` receives errors of fetches not caused by the host. */
  constructor(
    name: string,
    onLead: (signal: AbortSignal) => Promise<void>,
    onMessage: (message: TabMessage) => void,
    onError: (error: unknown) => void,
    closed: AbortSignal,
  ) {
    this.#closed = closed;
    this.#onError = onError;
    this.line = new TabLine(
      name,
      (message) => {
        this.#receive(message);
        onMessage(message);
      },
      closed,
    );
    this.#leadership = new Leadership(
      `${name}-lead`,
      (term) => {
        onLead(term).then(() => this.#assume(term), onError);
      },
      closed,
    );
    closed.addEventListener("abort", () => this.#abandon());
  }

  /** Registers how feeds are fetched. `loadOthers` loads those that no first screen needs, on first demand. */
  serve<Now extends FeedName>(now: Pick<FeedTable, Now>, loadOthers: () => Promise<Omit<FeedTable, Now>>): void {
    this.#workers = now;
    this.#loadOthers = loadOthers;
  }

  /**
   * Demands a fetch; `maxAgeMs`: accept an earlier fetch up to this age (0: fetch now). Resolves when the leading tab has succeeded
   * or failed.
   */
  demand<F extends FeedName>(feed: F, input: Feeds[F], maxAgeMs = 0): Promise<DemandResult> {
    const demand = { feed, input, maxAgeMs };
    if (this.#closed.aborted) return Promise.resolve({ is: "failed" });
    if (this.#term && !this.#term.aborted) return this.#run(demand, this.#term);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#pending.set(id, { demand, resolve });
      this.#ask(id);
    });
  }

  #ask(id: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.accepted = false;
    this.#post(id, pending.demand);
    void this.#awaitLeader(id).catch(this.#onError);
    // A bare timer would hold the closed session.
    systemClock.after(askAgainAfterMs, () => this.#ask(id), this.#closed);
  }

  #post(id: number, demand: Demand): void {
    this.line.post({ is: "demand", from: this.line.me, id, demand });
  }

  /** Waits until the demand is accepted; takes over from a leader that doesn't answer. */
  async #awaitLeader(id: number): Promise<void> {
    const asked = await this.#leadership.leader();
    const heard = this.#leaders;
    await pause(systemClock, answerWithinMs, this.#closed);
    const pending = this.#pending.get(id);
    if (!pending || pending.accepted) return;
    // A tab that became leader meanwhile was asked only then; give it the full time.
    if (heard === this.#leaders && (await this.#leadership.seize(asked))) return;
    this.#post(id, pending.demand);
    await this.#awaitLeader(id);
  }

  /** The host may have changed: later demands must not get results requested before now. */
  outdate(): void {
    for (const running of this.#running.values()) running.isOutdated = true;
    this.#doneAt.clear();
  }

  /** The leader's writes are refused: another tab took over. */
  stepDown(): void {
    this.#leadership.stepDown();
  }

  #receive(message: TabMessage): void {
    const term = this.#term;
    if (message.is === "demand" && term && !term.aborted) {
      this.line.post({ is: "accepted", to: message.from, id: message.id });
      void this.#run(message.demand, term).then((result) => {
        // Else the next leader is asked.
        if (!term.aborted) this.line.post({ is: "settled", to: message.from, id: message.id, result });
      });
    } else if (message.is === "leads") {
      this.#leaders += 1;
      // Demands posted while no tab led, or taken by the former leader, were lost.
      for (const [id, { demand }] of this.#pending) this.#post(id, demand);
    } else if (message.is === "working") this.working.set(message.feeds);
    else if ("to" in message && message.to === this.line.me) {
      const pending = this.#pending.get(message.id);
      if (!pending) return;
      pending.accepted = true;
      if (message.is === "settled") this.#settle(message.id, message.result);
    }
  }

  #settle(id: number, result: DemandResult): void {
    this.#pending.get(id)?.resolve(result);
    this.#pending.delete(id);
  }

  async #run(demand: Demand, term: AbortSignal): Promise<DemandResult> {
    const key = demandKey(demand.feed, demand.input);
    const before = this.#running.get(key);
    if (before?.isOutdated === false) return before.result;
    if (before) {
      await before.result;
      return this.#run(demand, term);
    }
    if (Date.now() - (this.#doneAt.get(key) ?? 0) < demand.maxAgeMs) return { is: "done" };
    const signal = askingFor(key, AbortSignal.any([term]));
    const result = this.#work(demand, signal).catch((error: unknown) => this.fail(error));
    const running: Running = { feed: demand.feed, result, isOutdated: false };
    this.#running.set(key, running);
    this.#announce();
    try {
      const outcome = await result;
      if (outcome.is === "done" && !running.isOutdated) this.#doneAt.set(key, Date.now());
      return outcome;
    } finally {
      this.#running.delete(key);
      this.#announce();
    }
  }

  async #work<F extends FeedName>({ feed, input }: Demand<F>, signal: AbortSignal): Promise<DemandResult> {
    if (!this.#workers[feed]) {
      const others = await this.#loadOthers?.();
      this.#workers = { ...this.#workers, ...others };
    }
    // A tab of another build may demand a feed unknown to this one.
    return (await this.#workers[feed]?.(input, signal)) ?? { is: "failed" };
  }

  /** Reports an error of a fetch that is not the host's; returns the fetch's result. */
  fail(error: unknown): DemandResult {
    this.#onError(error);
    return { is: "failed", here: true };
  }

  #announce(): void {
    const feeds = [...new Set([...this.#running.values()].map((one) => one.feed))];
    this.working.set(feeds);
    this.line.post({ is: "working", feeds });
  }

  #assume(term: AbortSignal): void {
    // The lead was lost while the cache was slow to take the term: the next leader has been asked.
    if (term.aborted) return;
    this.#term = term;
    term.addEventListener("abort", () => this.#resign(term));
    for (const [id, pending] of this.#pending) {
      pending.accepted = true;
      void this.#run(pending.demand, term).then((result) => this.#settle(id, result));
    }
    this.#announce();
    this.line.post({ is: "leads" });
  }

  #resign(term: AbortSignal): void {
    if (this.#term === term) this.#term = undefined;
    this.#doneAt.clear();
  }

  #abandon(): void {
    for (const id of this.#pending.keys()) this.#settle(id, { is: "failed" });
  }
}
