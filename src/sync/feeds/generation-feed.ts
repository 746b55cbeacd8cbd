import { jsonOf } from "../../contract/json.ts";
import { plainText } from "../../contract/text.ts";
import { type Generation, generationStatus, pollEveryMs } from "../../contract/wallet-generation.ts";
import type { Database } from "../../db/store/database.ts";
import {
  type GenerationJob,
  type GenerationNews,
  heard,
  keepGeneration,
  openGenerations,
  startGeneration,
} from "../../db/money/generation.ts";
import { underLock } from "../tabs/under-lock.ts";
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";
import { type Clock, longestPauseMs, pause } from "../wire/reach.ts";
import { isPassing } from "../wire/read-queue.ts";

/** The poller's environment; replaceable in tests. */
export interface GenerationWorld {
  readonly clock: Clock;
  readonly open: () => Promise<readonly GenerationJob[]>;
  readonly keep: (job: GenerationJob) => Promise<void>;
  readonly ask: (phone: string, signal: AbortSignal) => Promise<GenerationNews>;
  /** The page is visible, the host within reach, and no PIN needed. */
  readonly isAwake: () => boolean;
  /** Calls `listener` whenever `isAwake` may have changed. */
  readonly onChange: (listener: () => void, signal: AbortSignal) => void;
  /** Runs `run` while no other tab does; resolves when it has ended. */
  readonly alone: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/**
 * Polls the followed wallet generations every 3 s, one request at a time, backing off while answers bring nothing (SYNC-5). Paused
 * while the page is hidden, the host out of reach, or the PIN needed (TOOL-6, AUTH-15). Of several tabs, one visible tab polls for
 * all.
 */
export class GenerationPoller {
  readonly #world: GenerationWorld;
  readonly #closed: AbortSignal;
  #running = false;

  constructor(world: GenerationWorld, closed: AbortSignal) {
    this.#world = world;
    this.#closed = closed;
    world.onChange(() => this.wake(), closed);
  }

  /** Starts polling if there may be work: a generation was started, or the page is back. */
  wake(): void {
    if (this.#running || this.#closed.aborted || !this.#world.isAwake()) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#closed]);
    this.#world.onChange(() => {
      if (!this.#world.isAwake()) stop.abort();
    }, signal);
    try {
      // Most pages follow nothing; don't make them wait for the lock.
      if (await this.#hasWork()) await this.#world.alone(() => this.#poll(signal), signal);
    } catch {
      // The cache failed: try again later.
      await pause(this.#world.clock, pollEveryMs, signal);
    }
    stop.abort();
    this.#running = false;
    // A wake during shutdown was ignored; look again.
    if (await this.#hasWork()) this.wake();
  }

  async #hasWork(): Promise<boolean> {
    try {
      return (await this.#world.open()).length > 0;
    } catch {
      return false;
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    // Consecutive rounds without an answer; each doubles the pause.
    let failures = 0;
    while (!signal.aborted) {
      const jobs = await this.#world.open();
      if (jobs.length === 0) return;
      await pause(this.#world.clock, Math.min(longestPauseMs, pollEveryMs * 2 ** failures), signal);
      failures += 1;
      for (const job of jobs) {
        if (signal.aborted) return;
        const news = await this.#world.ask(job.phone, signal);
        if (signal.aborted) return;
        if (news.is !== "trouble") failures = 0;
        await this.#world.keep(heard(job, news, this.#world.clock.now()));
      }
    }
  }
}

function newsOf(answer: Answer<Generation>): GenerationNews {
  if (answer.is === "answered" && answer.value.success !== false) return { is: "answered", value: answer.value };
  if (answer.is === "answered") return { is: "refused", message: answer.value.message };
  // A 401 asks for the PIN; polling resumes once it is given. A refusal that isn't JSON is a proxy's.
  if (answer.is === "refused" && answer.status !== 401 && !isPassing(answer) && jsonOf(answer.body) !== undefined)
    return { is: "refused", message: messageIn(answer) };
  return { is: "trouble", message: messageIn(answer) ?? (answer.is === "malformed" ? answer.problem : "") };
}

/** Asks once for a generation's status; the poller does the retrying. */
export const askGeneration = async (host: Host, phone: string, signal: AbortSignal): Promise<GenerationNews> =>
  newsOf(await host.client.send(generationStatus, { query: { phonenumber: phone }, signal, firstByteWithinMs: 15_000 }));

function browserWorld(host: Host, db: Database): GenerationWorld {
  const isVisible = (): boolean => globalThis.document?.visibilityState !== "hidden";
  return {
    clock: host.clock,
    open: () => openGenerations(db),
    keep: (job) => keepGeneration(db, job),
    ask: (phone, signal) => askGeneration(host, phone, signal),
    isAwake: () => isVisible() && host.pinNeeded.get() === "no" && host.reach.state.is !== "unreachable",
    onChange(listener, signal) {
      globalThis.document?.addEventListener("visibilitychange", listener, { signal });
      for (const one of [host.reach, host.pinNeeded]) signal.addEventListener("abort", one.subscribe(listener));
    },
    alone: (run, signal) => underLock(`${db.name}-generation`, { signal }, run),
  };
}

/** Follows wallet generations, including those of earlier starts. */
export interface GenerationFollower {
  /** Follows the generation that a start's answer describes. */
  readonly follow: (phone: string, answer: Generation) => Promise<void>;
}

export function followGenerations(host: Host, db: Database, closed: AbortSignal): GenerationFollower {
  const poller = new GenerationPoller(browserWorld(host, db), closed);
  poller.wake();
  return {
    async follow(phone, answer) {
      await startGeneration(db, plainText(phone), answer, host.clock.now());
      poller.wake();
    },
  };
}
