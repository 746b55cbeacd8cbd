import { assert, asyncProperty, integer } from "fast-check";
import { expect, test, vi } from "vitest";
import { type Coverage, pieceOf } from "../../src/db/store/coverage.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { evictOldest } from "../../src/db/transactions/evict.ts";
import { asOfFollowed, type Followed } from "../../src/db/store/followed.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { putLooseRows, takeTerm } from "../../src/db/transactions/transactions.ts";
import { cacheStore } from "../../src/sync/feeds/cached-feed.ts";
import { StreamTurn } from "../../src/sync/live/stream-turn.ts";
import { TransactionFeed } from "../../src/sync/transactions/transaction-feed.ts";
import { drawFrom } from "./draw.ts";
import { checkCounts, checkEqual, checkList, linesOf } from "./feed-model.ts";
import { type Draw, SimHost } from "./sim-host.ts";
import { SimStream, type Spoil, StreamHost } from "./stream-host.ts";

// Small, so that short lists are cut too.
vi.mock("../../src/db/store/sheet-size.ts", () => ({ fullSheet: 4 }));

const pageSize = 5;
const spoils: readonly Spoil[] = ["doubled", "swallowed", "reordered"];
const presence = { heardPresence: () => {}, heardBegin: () => {}, heardLife: () => {} };
const quiet = new AbortController().signal;

/** Tables to which writes fail now. */
const full = new Set<string>();

for (const method of ["add", "put"] as const) {
  const write = IDBObjectStore.prototype[method];
  IDBObjectStore.prototype[method] = function (this: IDBObjectStore, value: unknown, ...rest) {
    if (full.has(this.name) && this.transaction.objectStoreNames.contains("sheets"))
      throw new DOMException("the disk is full", "QuotaExceededError");
    return write.call(this, value, ...rest);
  };
}

/** A tab that leads, or has led: its feed, and the stream it follows. */
class StreamTab {
  readonly feed: TransactionFeed;
  readonly term: number;
  stream: SimStream | undefined;
  /** Whether its stream has reported everything before it. */
  isSound = false;
  needsHead = false;
  needsLook = false;
  readonly #db: Database;
  readonly #streams: StreamHost;
  readonly #draw: Draw;
  #taking: Promise<unknown> = Promise.resolve();
  #arriving: Promise<void> = Promise.resolve();

  /** `overtakes`: answers may arrive before earlier stream frames. */
  constructor(db: Database, streams: StreamHost, draw: Draw, term: number, overtakes: boolean) {
    this.#db = db;
    this.#streams = streams;
    this.#draw = draw;
    this.term = term;
    const { host } = streams;
    const store = cacheStore(
      db,
      () => term,
      () => {},
    );
    this.feed = new TransactionFeed(
      async (page, limit) => {
        const answer = await host.answer(page, limit);
        // Frames sent before the answer arrive first, and maybe some later ones; with `overtakes`, any of them.
        await this.arrive(!overtakes);
        return answer;
      },
      store,
      () => host.now(),
      pageSize,
    );
  }

  async open(): Promise<void> {
    const { host } = this.#streams;
    const after = (await readState(this.#db, "followed"))?.position;
    const stream = this.#streams.open(after);
    this.stream = stream;
    this.isSound = false;
    const clock = { now: () => stream.arrivedAt };
    const hearing = {
      host: { clock, reach: { answered() {} }, recovered: { set() {} } },
      db: this.#db,
      term: () => this.term,
      publish() {},
      life() {},
      ask: () => {
        this.needsLook = true;
      },
      fetchHead: () => {
        this.needsHead = true;
      },
      presence,
      noteEveryMs: 0,
    };
    stream.arrivedAt = host.now();
    const turn = new StreamTurn(hearing, after !== undefined);
    this.#taking = turn
      .take(stream.body)
      .catch(() => {})
      .finally(() => {
        if (this.stream === stream) this.stream = undefined;
      });
    this.#soundness = () => turn.hasBegun;
  }

  #soundness: () => boolean = () => false;

  /** Delivers some bytes, or all, in chunks. */
  async arrive(all = false): Promise<void> {
    const { stream } = this;
    if (!stream) return;
    const before = this.#arriving;
    this.#arriving = before.then(() => stream.arrive(all ? stream.length : this.#draw(stream.length + 1)));
    await this.#arriving;
    this.isSound = this.stream === stream && this.#soundness();
  }

  async cut(): Promise<void> {
    this.stream?.cut();
    await this.#taking;
    this.stream = undefined;
    this.isSound = false;
  }
}

/** A coverage as brought up to date by the stream. */
const keptUp = (coverage: Coverage, followed: Followed | undefined): Coverage =>
  coverage.map((run) => ({
    ...run,
    headAsOf: run.headAsOf === undefined ? undefined : asOfFollowed(followed, run.headAsOf),
    endAsOf: run.endAsOf === undefined ? undefined : asOfFollowed(followed, run.endAsOf),
    pieces: run.pieces.map((piece) => ({ ...piece, asOf: asOfFollowed(followed, piece.asOf) })),
  }));

let kept = 0;
let histories = 0;

async function runHistory(seed: number): Promise<void> {
  const draw = drawFrom(seed);
  const host = new SimHost(draw);
  const streams = new StreamHost(host, draw);
  host.tieEvery = [2, 8, 1000][draw(3)] ?? 8;
  for (let rows = draw(30); rows > 0; rows -= 1) host.insertAtHead();
  histories += 1;
  const db = new Database(`stream-${seed}-${histories}`);
  const moves = [
    () => host.insertAtHead(),
    () => host.insertAtHead(),
    () => host.insertBelow(),
    () => host.change(),
    () => host.remove(),
    () => host.restore(),
  ];
  const begin = (): void => streams.begin(moves[draw(draw(4) === 0 ? moves.length : moves.length - 1)] ?? (() => host.insertAtHead()));
  const happen = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      if (draw(2) === 0) begin();
      else streams.commit();
    }
  };
  host.meanwhile = () => happen(draw(6) === 0 ? 2 : 0);
  // Undetectable loss only shows when views are refetched; meanwhile the stream can't be trusted.
  const isSpoilt = draw(4) === 0;
  streams.spoils = isSpoilt ? spoils : draw(2) === 0 ? ["doubled"] : [];
  const fails = draw(3) === 0;
  const overtakes = seed % 3 === 1;
  const look = async () =>
    db.transaction("r", db.sheets, db.state, async () => ({
      coverage: (await readState(db, "coverage")) ?? [],
      followed: await readState(db, "followed"),
      window: await readWindow(db, 0, 1_000_000, []),
      rows: (await db.sheets.toArray()).flatMap((sheet) => sheet.rows),
    }));
  const check = async (): Promise<void> => {
    const { coverage, followed, window, rows } = await look();
    checkCounts(coverage, rows);
    const ids = linesOf(window).flatMap((line) => (line === "gap" ? [] : [line.id]));
    // An overtaken frame reverts a row for a while; a swallowed one leaves it stale.
    if (isSpoilt) expect(new Set(ids).size, "no id twice").toBe(ids.length);
    else checkList(host, keptUp(coverage, followed), window);
  };
  const open = async (): Promise<StreamTab> => new StreamTab(db, streams, draw, await takeTerm(db), overtakes);
  let tab = await open();
  const left: StreamTab[] = [];
  // Not in the histories named below, which were found without.
  const hasSearches = seed % 4 === 3;
  let found = { rows: [], asOf: 0 } as ReturnType<typeof host.find>;
  const search = async (): Promise<void> => {
    if (!hasSearches) return;
    if (draw(3) === 0) found = host.find();
    if (draw(3) === 0) await putLooseRows(db, found.rows, found.asOf);
    await check();
  };
  for (let step = 0; step < 12; step += 1) {
    const coverage = (await readState(db, "coverage")) ?? [];
    const gap = coverage[draw(Math.max(1, coverage.length))];
    const list = host.list();
    const from = list[draw(Math.max(1, list.length))]?.at ?? 0;
    const steps: readonly (() => Promise<unknown>)[] = [
      () => tab.feed.head(quiet),
      () => tab.feed.extend(1 + draw(2), quiet),
      () => tab.feed.closeGap(gap?.bottom.at ?? 0, quiet),
      () => tab.feed.refresh({ from, to: from - draw(20), firstIndex: draw(30) }, quiet),
      () => tab.open(),
      () => tab.arrive(),
      () => tab.arrive(true),
      () => tab.cut(),
      async () => {
        for await (const _ of evictOldest(db, draw(20), () => from));
      },
      async () => {
        // Another tab takes over; what still arrives at the old one is refused.
        left.push(tab);
        tab = await open();
      },
    ];
    const doIt = steps[draw(steps.length)] ?? (() => tab.arrive());
    if (!tab.stream && draw(3) > 0) await tab.open();
    if (fails && draw(4) === 0) full.add(draw(2) === 0 ? "sheets" : "state");
    const running = doIt().catch(() => {});
    if (draw(3) === 0) await tab.arrive();
    await running;
    full.clear();
    const old = left[draw(Math.max(1, left.length))];
    if (old && draw(2) === 0) await old.arrive(true);
    await check();
    await search();
    happen(draw(8));
    streams.beat();
  }

  host.meanwhile = () => {};
  streams.spoils = [];
  streams.resets = false;
  for (const one of left) await one.cut();
  streams.commitAll();
  await tab.cut();
  // Reconnect, twice if it was reset, and deliver everything in transit.
  for (let turn = 0; turn < 2 && !tab.isSound; turn += 1) {
    await tab.cut();
    await tab.open();
    streams.beat();
    await tab.arrive(true);
  }
  expect(tab.isSound, "the stream goes on").toBe(true);
  await check();
  const end = await look();
  if (!isSpoilt && end.followed) {
    const { at } = end.followed;
    const all = keptUp(end.coverage, end.followed);
    const shown = linesOf(end.window).filter((line) => line !== "gap");
    for (const run of all) {
      for (const piece of run.pieces.filter(({ asOf }) => asOf >= at)) {
        kept += 1;
        const here = (row: { at: number }): boolean =>
          row.at <= piece.from && row.at >= piece.to && row.at > run.bottom.at && row.at < run.top.at;
        const words = (some: readonly { id: string; at: number; status: string | undefined }[]): string[] =>
          some
            .filter(here)
            .map((row) => `${row.id} ${row.status}`)
            .toSorted();
        expect(words(shown), `what the stream has kept up from ${piece.from} to ${piece.to}`).toEqual(words(host.list()));
      }
    }
    const newest = host.list()[0];
    const [top] = all;
    if (top?.headAsOf !== undefined && top.headAsOf >= at && newest && shown[0] && (pieceOf([top], shown[0])?.piece.asOf ?? 0) >= at)
      expect(shown[0].at, "nothing is newer than the list, which the stream has kept up").toBe(newest.at);
  }
  // As after each hello, and every 15 minutes, views in sight are fetched once.
  expect((await tab.feed.head(quiet)).is).toBe("done");
  const since = host.now();
  const window = await readWindow(db, 0, 1_000_000, []);
  const first = linesOf(window).find((line) => line !== "gap");
  const to = (await readState(db, "coverage"))?.at(-1)?.bottom.at;
  if (first && to !== undefined) expect((await tab.feed.refresh({ from: first.at, to, firstIndex: 0 }, quiet)).is).toBe("done");
  await check();
  checkEqual(host, (await readState(db, "coverage")) ?? [], await readWindow(db, 0, 1_000_000, []), since);
  await tab.cut();
  await db.delete();
}

const runs = Number(process.env["STREAM_RUNS"] ?? 200);
const seed = process.env["STREAM_SEED"] === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env["STREAM_SEED"]);

test(`[LIVE-2, SYNC-2] with a stream of changes the feed never leaves an unmarked hole and no ghost, however commits, cuts, resets and tabs fall (STREAM_SEED=${seed}; STREAM_HISTORY=n runs a counterexample alone)`, async () => {
  const one = process.env["STREAM_HISTORY"];
  if (one !== undefined) return runHistory(Number(one));
  await assert(asyncProperty(integer({ min: 0, max: 2 ** 31 - 1 }), runHistory), { numRuns: runs, seed, endOnFailure: true });
  expect(kept, "stretches that the stream alone has kept up").toBeGreaterThan(0);
});

test("[LIVE-2, SYNC-2] a row of the very time at which the whole list begins and ends is counted once, and stays", () =>
  runHistory(942_534_081));

test("[LIVE-2, SYNC-2] a change that an answer overtook takes the row back, and the list says no later time than the stream's last", () =>
  runHistory(1_627_602_766));

test("[LIVE-2, SYNC-2] nor does it where an overtaken change brings a row that is gone by then", () => runHistory(759_734_098));

test("[LIVE-2, SYNC-2] what an old search found above the head doesn't come back once the head was read without it", () =>
  runHistory(1_409_003_163));
