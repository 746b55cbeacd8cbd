import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { formatOf } from "../../src/app/format/use-format.ts";
import { shownEstimate } from "../../src/app/screens/users/tools/generation-looks.ts";
import { type Generation, generationAnswer } from "../../src/contract/wallet-generation.ts";
import {
  claimEnd,
  type GenerationJob,
  type GenerationNews,
  heard,
  isUnderWay,
  keepGeneration,
  readGeneration,
  untoldEnds,
} from "../../src/db/money/generation.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { followGenerations, GenerationPoller, type GenerationWorld } from "../../src/sync/feeds/generation-feed.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import type { PinNeed } from "../../src/sync/wire/pin-watch.ts";

const answer = (fields: object): Generation => v.parse(generationAnswer, fields);
const underWay = answer({ walletGenerationStatus: "in_progress", walletsGenerated: 1, totalWallets: 6 });
const complete = answer({ wallet_generation_status: "completed", wallets_generated: 6, total_wallets: 6, is_complete: true });

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** A world with manual time and one generation that began at 0. */
class FakeWorld implements GenerationWorld {
  now = 0;
  asked: number[] = [];
  news: GenerationNews = { is: "answered", value: underWay };
  /** While set, answers wait for it. */
  hold: Promise<void> | undefined;
  inFlight = 0;
  mostInFlight = 0;
  awake = true;
  /** Shared by the tabs of a browser: settles once whoever came last has let go. */
  lock = { last: Promise.resolve() };
  jobs: GenerationJob[] = [{ phone: "+1", startedAt: 0, latest: underWay, asOf: 0, trouble: undefined, end: undefined }];
  #timers: { at: number; callback: () => void; signal: AbortSignal | undefined }[] = [];
  readonly #listeners = new Set<() => void>();

  readonly clock = {
    now: () => this.now,
    after: (ms: number, callback: () => void, signal?: AbortSignal) => void this.#timers.push({ at: this.now + ms, callback, signal }),
  };
  readonly open = () => Promise.resolve(this.jobs.filter((job) => job.end === undefined));
  readonly keep = (job: GenerationJob) => {
    this.jobs = this.jobs.map((one) => (one.phone === job.phone ? job : one));
    return Promise.resolve();
  };
  readonly ask = async () => {
    this.asked.push(this.now);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await this.hold;
    this.inFlight -= 1;
    return this.news;
  };
  readonly isAwake = () => this.awake;
  readonly onChange = (listener: () => void, signal: AbortSignal) => {
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => this.#listeners.delete(listener));
  };
  readonly alone = async (run: () => Promise<void>) => {
    const mine = this.lock.last.then(run);
    this.lock.last = mine;
    await mine;
  };

  /** Timers go on as if nothing had happened. */
  putBack(ms: number): void {
    this.now -= ms;
    this.#timers = this.#timers.map((timer) => ({ ...timer, at: timer.at - ms }));
  }

  turn(awake: boolean): void {
    this.awake = awake;
    this.#listeners.forEach((listener) => listener());
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    await settle();
    for (;;) {
      const next = this.#timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.now = next.at;
      if (!next.signal?.aborted) next.callback();
      await settle();
    }
    this.now = end;
  }
}

function start(world: FakeWorld): AbortController {
  const closed = new AbortController();
  new GenerationPoller(world, closed.signal).wake();
  return closed;
}

describe("following a wallet generation", () => {
  test("[TOOL-6] it is asked about every 3 s, and not before", async () => {
    const world = new FakeWorld();
    start(world);
    await world.pass(2_999);
    expect(world.asked).toEqual([]);
    await world.pass(9_001);
    expect(world.asked).toEqual([3_000, 6_000, 9_000, 12_000]);
  });

  test("[TOOL-6] it ends with a complete answer, in snake case too", async () => {
    const world = new FakeWorld();
    start(world);
    await world.pass(6_000);
    world.news = { is: "answered", value: complete };
    await world.pass(60_000);
    expect(world.asked).toHaveLength(3);
    expect(world.jobs[0]?.end).toEqual({ is: "complete", at: 9_000 });
    expect(world.jobs[0]?.latest).toMatchObject({ walletsGenerated: 6, totalWallets: 6 });
  });

  test("[TOOL-6] one that never completes is asked about for ten minutes and no longer", async () => {
    const world = new FakeWorld();
    start(world);
    await world.pass(3_600_000);
    expect(world.asked).toHaveLength(200);
    expect(world.asked.at(-1)).toBe(600_000);
    expect(world.jobs[0]?.end).toEqual({ is: "late", at: 600_000 });
  });

  test("[TOOL-6] a slow host is never asked twice at once", async () => {
    const world = new FakeWorld();
    let answerNow = (): void => {};
    world.hold = new Promise((resolve) => {
      answerNow = resolve;
    });
    start(world);
    await world.pass(30_000);
    expect(world.asked).toEqual([3_000]);
    answerNow();
    await world.pass(3_000);
    expect(world.asked).toEqual([3_000, 33_000]);
    expect(world.mostInFlight).toBe(1);
  });

  test("[TOOL-6] nothing is asked while the page is hidden or the host out of reach, and it goes on afterwards", async () => {
    const world = new FakeWorld();
    start(world);
    await world.pass(3_000);
    world.turn(false);
    await world.pass(60_000);
    expect(world.asked).toEqual([3_000]);
    world.turn(true);
    await world.pass(3_000);
    expect(world.asked).toEqual([3_000, 66_000]);
  });

  test("[TOOL-6, SYNC-5] a host that stumbles is asked again after pauses that double; one that refuses is not", async () => {
    const world = new FakeWorld();
    world.news = { is: "trouble", message: "busy" };
    start(world);
    await world.pass(60_000);
    expect(world.asked).toEqual([3_000, 9_000, 21_000, 45_000]);
    expect(world.jobs[0]).toMatchObject({ trouble: "busy", end: undefined });
    world.news = { is: "answered", value: underWay };
    await world.pass(18_000);
    expect(world.asked.slice(4)).toEqual([75_000, 78_000]);
    world.news = { is: "refused", message: "no such user" };
    await world.pass(60_000);
    expect(world.asked).toHaveLength(7);
    expect(world.jobs[0]?.end).toEqual({ is: "refused", at: 81_000, message: "no such user" });
  });

  test("[TOOL-6, AUTH-15] a 401 doesn't end it: nothing is asked until the PIN has been given, then it goes on; a proxy's 404 doesn't end it either, a 403 of the host does", async () => {
    const { db } = await openInMemory("generation");
    const closed = new AbortController();
    onTestFinished(() => {
      closed.abort();
      db.close();
    });
    const world = new FakeWorld();
    const pinNeeded = new Observable<PinNeed>("no");
    let status = 401;
    const asked: number[] = [];
    const send = async () => {
      asked.push(world.now);
      if (status === 401) pinNeeded.set("yes");
      return status === 200
        ? { is: "answered", value: underWay }
        : { is: "refused", status, message: "No", body: status === 404 ? "404 page not found" : "{}" };
    };
    const reach = { state: { is: "reached" }, subscribe: () => () => {} };
    // The part of a host that following uses.
    const host = { clock: world.clock, client: { send }, reach, pinNeeded } as unknown as Host;
    /** Requests sent only now; the cache answers in real time. */
    const askedBy = async (ms: number): Promise<number[]> => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      await world.pass(ms);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      return asked;
    };
    await followGenerations(host, db, closed.signal).follow("+1", underWay);
    expect(await askedBy(3_000)).toEqual([3_000]);
    for (const need of ["yes", "declined"] as const) {
      pinNeeded.set(need);
      expect(await askedBy(30_000)).toEqual([3_000]);
    }
    expect((await readGeneration(db, "+1"))?.end).toBeUndefined();
    status = 200;
    pinNeeded.set("no");
    expect(await askedBy(3_000)).toEqual([3_000, 66_000]);
    status = 404;
    expect(await askedBy(3_000)).toEqual([3_000, 66_000, 69_000]);
    expect((await readGeneration(db, "+1"))?.end).toBeUndefined();
    status = 403;
    expect(await askedBy(6_000)).toEqual([3_000, 66_000, 69_000, 75_000]);
    expect((await readGeneration(db, "+1"))?.end).toMatchObject({ is: "refused", message: "No" });
  });

  test("[SYNC-7, TOOL-6] where the browser refuses locks it is polled without one", async () => {
    const { db } = await openInMemory("generation");
    const closed = new AbortController();
    const refuse = vi.fn(() => Promise.reject(new DOMException("storage is off", "SecurityError")));
    vi.stubGlobal("navigator", { onLine: true, locks: { request: refuse } });
    onTestFinished(() => {
      closed.abort();
      db.close();
      vi.unstubAllGlobals();
    });
    const world = new FakeWorld();
    const asked: number[] = [];
    const send = async () => {
      asked.push(world.now);
      return { is: "answered", value: underWay };
    };
    // The part of a host that following uses.
    const host = {
      clock: world.clock,
      client: { send },
      reach: { state: { is: "reached" }, subscribe: () => () => {} },
      pinNeeded: new Observable<PinNeed>("no"),
    } as unknown as Host;
    const turns = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    };
    await followGenerations(host, db, closed.signal).follow("+1", underWay);
    await turns();
    await world.pass(3_000);
    await turns();
    expect(asked).toEqual([3_000]);
    expect(refuse).toHaveBeenCalledOnce();
  });

  test("[TOOL-6] what ended under an earlier version is not told as news; what ends from now on is", async () => {
    const { db } = await openInMemory("generation");
    onTestFinished(() => db.close());
    // As an earlier version kept them.
    const open: GenerationJob = { phone: "+1", startedAt: 0, latest: underWay, asOf: 0, trouble: undefined, end: undefined };
    const ended: GenerationJob = { ...open, phone: "+2", latest: complete, end: { is: "complete", at: 3_000 } };
    await db.generations.bulkPut([open, ended]);
    expect(await untoldEnds(db)).toEqual([]);
    expect(await claimEnd(db, ended)).toBe(false);
    await keepGeneration(db, heard(open, { is: "answered", value: complete }, 6_000));
    const untold = await untoldEnds(db);
    expect(untold.map(({ phone }) => phone)).toEqual(["+1"]);
    // Two tabs at once.
    expect(await Promise.all([...untold, ...untold].map((job) => claimEnd(db, job)))).toEqual([true, false]);
    expect(await untoldEnds(db)).toEqual([]);
  });

  test("[TOOL-6] of two tabs one asks, and the other takes over when it is hidden", async () => {
    const world = new FakeWorld();
    start(world);
    const other = new FakeWorld();
    other.lock = world.lock;
    start(other);
    await world.pass(3_000);
    await other.pass(30_000);
    expect([world.asked, other.asked]).toEqual([[3_000], []]);
    world.turn(false);
    await settle();
    await other.pass(3_000);
    await world.pass(30_000);
    expect([world.asked, other.asked]).toEqual([[3_000], [33_000]]);
  });

  test("[TOOL-6] a generation of an earlier start is asked about once more, even when its ten minutes are over", async () => {
    const world = new FakeWorld();
    world.now = 3_600_000;
    start(world);
    await world.pass(60_000);
    expect(world.asked).toEqual([3_603_000]);
    expect(world.jobs[0]?.end?.is).toBe("late");
  });

  test("[TOOL-6] a clock that is put back meanwhile makes it last no longer than twice ten minutes", async () => {
    const world = new FakeWorld();
    world.now = 10 * 3_600_000;
    world.jobs = world.jobs.map((job) => ({ ...job, startedAt: world.now }));
    start(world);
    await world.pass(60_000);
    expect(world.asked).toHaveLength(20);
    world.putBack(9 * 3_600_000);
    await world.pass(3_600_000);
    expect(world.asked).toHaveLength(21);
    expect(world.jobs[0]?.end?.is).toBe("late");
  });

  test.each(["UTC", "Africa/Lagos"])(
    "[TOOL-6, USER-9] an estimate is read alike on a device in %s: a time without a zone is UTC",
    (zone) => {
      const before = process.env["TZ"];
      process.env["TZ"] = zone;
      onTestFinished(() => {
        process.env["TZ"] = before;
      });
      const format = formatOf("en-US", "UTC");
      for (const text of ["2026-11-29T10:05:00Z", "2026-11-29T10:05:00.123456", "2026-11-29 11:05:00+01:00", "1795946700", "1795946700000"])
        expect(shownEstimate(text, format).replaceAll(/\s/g, " "), text).toBe("Nov 29, 2026, 10:05:00 AM UTC");
      for (const text of ["2 minutes", "120", "2026-11-29", "soon"]) expect(shownEstimate(text, format)).toBe(text);
    },
  );

  test.each([
    [{ walletGenerationStatus: "started" }, true],
    [{ wallet_generation_status: "in_progress" }, true],
    [{ status: "IN_PROGRESS" }, true],
    [{ status: "started", isComplete: true }, false],
    [{ walletGenerationStatus: "unknown" }, false],
    [{ message: "ok" }, false],
  ])("[TOOL-6] %j begins the polling: %s", (fields, begins) => {
    expect(isUnderWay(answer(fields))).toBe(begins);
  });
});
