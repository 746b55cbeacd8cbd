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
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";
import { type Clock, longestPauseMs, pause } from "../wire/reach.ts";
import { isPassing } from "../wire/read-queue.ts";

/** What the poller needs of the world, so that tests can give it another one. */
export interface GenerationWorld {
  readonly clock: Clock;
  readonly open: () => Promise<readonly GenerationJob[]>;
  readonly keep: (job: GenerationJob) => Promise<void>;
  readonly ask: (phone: string, signal: AbortSignal) => Promise<GenerationNews>;
  /** The page is visible, the host within reach, and no PIN needed. */
  readonly isAwake: () => boolean;
  /** Calls back whenever that may have changed. */
  readonly onChange: (listener: () => void, signal: AbortSignal) => void;
  /** Runs while no other tab does; resolves once `run` has ended. */
  readonly alone: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/**
 * Asks after the wallet generations that are followed, every 3 s, or after growing pauses where that brings nothing
 * (SYNC-5), one question at a time; nothing while the
 * page is hidden, the host out of reach, or the PIN needed (TOOL-6, AUTH-15). Of several tabs a visible one asks for all.
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

  /** There may be something to ask: a generation was begun, or the page is back. */
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
      // Most pages follow nothing, and needn't stand in line with the other tabs.
      if ((await this.#world.open()).length > 0) await this.#world.alone(() => this.#poll(signal), signal);
    } catch {
      // The cache can't be read, or another tab took over: the next change asks again.
    }
    stop.abort();
    this.#running = false;
    // What came in between was told to a poller that was about to end.
    if (!this.#closed.aborted && this.#world.isAwake() && (await this.#hasWork())) this.wake();
  }

  async #hasWork(): Promise<boolean> {
    try {
      return (await this.#world.open()).length > 0;
    } catch {
      return false;
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    // Rounds of questions in a row that brought nothing: each doubles the pause.
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
  // A 401 asks for the PIN, and whoever has given it is answered.
  if (answer.is === "refused" && answer.status !== 401 && !isPassing(answer)) return { is: "refused", message: messageIn(answer) };
  return { is: "trouble", message: messageIn(answer) ?? (answer.is === "malformed" ? answer.problem : "") };
}

/** One question after a generation, sent once: whoever asks, asks again. */
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
      for (const one of [host.reach, host.pinNeeded]) signal.addEventListener("abort", one.subscribe(listener), { once: true });
    },
    async alone(run, signal) {
      const locks = globalThis.navigator?.locks;
      await (locks ? locks.request(`${db.name}-generation`, { signal }, run) : run());
    },
  };
}

/** Follows wallet generations from now on, those of an earlier start too. */
export interface GenerationFollower {
  /** Follows what a host has answered to a start. */
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
