import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import type { TransactionRow } from "../../src/db/store/database.ts";
import { evictOldest } from "../../src/db/transactions/evict.ts";
import { TransactionList } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";
import { ExportRun } from "../../src/app/screens/transactions/export/export-run.ts";
import { translateIn } from "../../src/app/words/i18n.ts";
import { compareKeys, type Key } from "../../src/db/store/order.ts";
import type { ListItem, ListWindow } from "../../src/db/transactions/list-window.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { gather, linesOf } from "../../src/sync/transactions/transaction-export.ts";
import { OldestList } from "../../src/sync/transactions/oldest-list.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import type { Matching, TransactionSource } from "../../src/sync/transactions/transaction-source.ts";
import { emptyCache } from "../support/played-host.ts";

const rowAt = (at: number): TransactionRow => toRow(v.parse(transaction, { id: `t${at}`, createdAt: at }), 0);

/** An in-memory list: part of it loaded, the rest on a scripted host. */
class PlayedSource implements TransactionSource {
  readonly view = "filtered";
  readonly matching = new Observable<Matching>({ is: "host" });
  readonly version = new Observable(0);
  lines: (TransactionRow | { readonly from: number; readonly to: number })[] = [];
  waiting: TransactionRow[] = [];
  answers: DemandResult["is"] = "done";
  /** As of when a window is, by its first line. */
  asOf: (first: number) => number = () => Date.now();
  /** Ids of rows in the list that the cache has no more. */
  evicted = new Set<string>();
  onRead: () => void = () => {};
  pageRows = 50;

  follow(): () => void {
    return () => {};
  }

  readOn(first: number, last: number): Promise<ListWindow> {
    return this.read(first, last, []);
  }

  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    this.onRead();
    const items = this.lines.map((line): ListItem =>
      "id" in line ? { is: "row", key: line.id, row: line } : { is: "gap", key: `gap ${line.to}`, ...line },
    );
    const gap = this.lines.find((line) => !("id" in line));
    return Promise.resolve({
      length: items.length,
      rows: this.lines.filter((line) => "id" in line).length,
      start: Math.min(first, items.length),
      items: items.slice(first, last + 1).map((item) => (this.evicted.has(item.key) ? undefined : item)),
      places: anchors.map((anchor) => {
        if (!anchor) return undefined;
        const place = this.lines.findIndex((line) => "id" in line && compareKeys(line, anchor) >= 0);
        return place < 0 ? undefined : place;
      }),
      atEnd: this.waiting.length === 0,
      pastEnds: undefined,
      never: false,
      gaps: gap ? 1 : 0,
      headAsOf: 0,
      firstGap: gap && !("id" in gap) ? { from: gap.from } : undefined,
      asOf: this.asOf(first),
    });
  }

  missing = () => Promise.resolve([]);
  open(): void {}
  close(): void {}
  refreshHead = () => Promise.resolve<DemandResult>({ is: this.answers });
  refreshView = () => Promise.resolve<DemandResult>({ is: this.answers });
  extend = () => {
    if (this.answers === "done") this.lines.push(...this.waiting.splice(0, this.pageRows));
    return Promise.resolve<DemandResult>({ is: this.answers });
  };
  closeGap = () => {
    this.lines = this.lines.filter((line) => "id" in line);
    return Promise.resolve<DemandResult>({ is: this.answers });
  };
}

async function exported(source: TransactionSource, ends?: readonly [Key, Key]): Promise<string[]> {
  const ids: string[] = [];
  for await (const { lines } of linesOf(source, ends)) ids.push(...lines.map((line) => (line.is === "row" ? line.row.id : "gap")));
  return ids;
}

/** The same list, oldest first. */
function turned(source: PlayedSource): TransactionSource {
  const list = new OldestList(source);
  return Object.assign(list, { matching: source.matching, view: source.view, version: source.version } as const);
}

/** The list of all transactions in a cache; `know` caches a page of rows, one a millisecond down from a time (epoch ms). */
async function cachedList() {
  const db = await emptyCache();
  const term = await takeTerm(db);
  const list = new TransactionList(db);
  const source = Object.assign(new PlayedSource(), { read: list.read.bind(list), readOn: list.readOn.bind(list) });
  const know = async (from: number, count: number, ends: { openTop: boolean; openBottom: boolean; asOf: number }, gone: string[] = []) => {
    const rows = Array.from({ length: count }, (_, index) => v.parse(transaction, { id: `t${from - index}`, createdAt: from - index }));
    const keys = rows.map(({ id }, index) => ({ id, at: from - index }));
    await applyPages(db, [{ rows, proof: { keys, ...ends }, gone: new Set(gone) }], term);
  };
  return { db, source, know };
}

function takeDownloads(): void {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", { createElement: () => ({ click: () => {} }) });
  onTestFinished(() => void vi.unstubAllGlobals());
}

const signal = new AbortController().signal;
const out = (): boolean => true;
const reached = (): boolean => false;
const inReach = { reach: { state: { is: "reached", at: 0 } }, failing: new Observable(new Map()) } as unknown as Host;

test("[DASH-12] what is missing is fetched until the list is whole: gaps, and all pages down to the last row", async () => {
  const source = new PlayedSource();
  source.lines = [rowAt(1000), { from: 1000, to: 900 }, rowAt(900)];
  source.waiting = Array.from({ length: 720 }, (_, index) => rowAt(899 - index));
  const heard: number[] = [];
  expect(await gather(source, reached, signal, (rows) => heard.push(rows))).toBe("whole");
  expect(heard.at(-1)).toBe(722);
  expect(await exported(source)).toHaveLength(722);
});

test("[DASH-12] a host that falls away, or whose pages lead nowhere, is said to have; nothing is called whole", async () => {
  const away = new PlayedSource();
  away.answers = "failed";
  expect(await gather(away, out, signal, () => {})).toBe("unreachable");
  const later = new PlayedSource();
  later.waiting = [rowAt(3), rowAt(2), rowAt(1)];
  later.pageRows = 1;
  expect(
    await gather(later, out, signal, (rows) => {
      if (rows === 2) later.answers = "failed";
    }),
  ).toBe("unreachable");
  const still = new PlayedSource();
  still.waiting = [rowAt(1)];
  still.pageRows = 0;
  expect(await gather(still, reached, signal, () => {})).toBe("odd");
});

test("[DASH-12] a host that is there and gives nothing is not called out of reach: the export says what it said", async () => {
  const source = new PlayedSource();
  source.lines = [rowAt(2), rowAt(1)];
  source.refreshHead = () => {
    source.matching.set({ is: "cache", why: "unusable", message: "Bad currency" });
    return Promise.resolve({ is: "failed" });
  };
  expect(await gather(source, reached, signal, () => {})).toBe("refused");
  const run = new ExportRun(inReach, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toEqual({ is: "interrupted", why: "refused", rows: 2, message: "Bad currency" }));
  source.refreshHead = () => Promise.resolve({ is: "odd" });
  expect(await gather(source, reached, signal, () => {})).toBe("odd");
});

test("[DASH-12, SYNC-7] a device that makes room for other things is said to be full; nothing is fetched over and over", async () => {
  const source = new PlayedSource();
  source.waiting = Array.from({ length: 3000 }, (_, index) => rowAt(5000 - index));
  const extended = vi.spyOn(source, "extend");
  const inUse = vi.spyOn(source, "refreshView");
  source.onRead = () => {
    if (source.lines.length >= 1000) source.lines.length = 500;
  };
  expect(await gather(source, reached, signal, () => {})).toBe("full");
  expect(extended.mock.calls.length).toBeLessThan(25);
  expect(inUse.mock.calls.length).toBe(extended.mock.calls.length);
});

test("[DASH-12, SYNC-7] what fails on the device is not said of the host", async () => {
  const source = new PlayedSource();
  source.lines = [rowAt(2)];
  source.waiting = [rowAt(1)];
  source.extend = () => Promise.resolve({ is: "failed", here: true });
  expect(await gather(source, reached, signal, () => {})).toBe("full");
});

test("[DASH-12, SYNC-7] rows that go from the cache while the file is written lead to no file that says it is whole", async () => {
  const source = new PlayedSource();
  source.lines = Array.from({ length: 3000 }, (_, index) => rowAt(5000 - index));
  const read = source.read.bind(source);
  source.read = (first, last, anchors) => {
    if (first > 0) source.waiting.push(...source.lines.splice(1500).filter((line) => "id" in line));
    return read(first, last, anchors);
  };
  const run = new ExportRun(inReach, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toEqual({ is: "interrupted", why: "full", rows: 1500 }));
});

test("[DASH-12, SYNC-2, SYNC-7] rows of the list that the cache has no more lead to no file that says it is whole", async () => {
  const source = new PlayedSource();
  source.lines = Array.from({ length: 1200 }, (_, index) => rowAt(2000 - index));
  source.evicted = new Set(["t1500"]);
  const run = new ExportRun(inReach, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toMatchObject({ is: "interrupted", why: "full", rows: 1199 }));
});

test("[DASH-12, SYNC-2] a file is as old as the oldest part of its list", async () => {
  takeDownloads();
  const source = new PlayedSource();
  source.lines = Array.from({ length: 2500 }, (_, index) => rowAt(5000 - index));
  source.asOf = (first) => (first > 1000 ? 5 : 9);
  const run = new ExportRun(inReach, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toEqual({ is: "done", rows: 2500, extent: "whole", at: 5 }));
});

test("[DASH-12] a host that falls away while the file is written is said to have, not that the device is full", async () => {
  const source = new PlayedSource();
  source.lines = Array.from({ length: 3000 }, (_, index) => rowAt(5000 - index));
  const host = { reach: { state: { is: "reached" } }, failing: new Observable(new Map()) };
  const read = source.read.bind(source);
  source.read = async (first, last, anchors) => {
    if (first > 0) {
      host.reach.state.is = "unreachable";
      source.matching.set({ is: "cache", why: "lost" });
    }
    return { ...(await read(first, last, anchors)), atEnd: source.matching.get().is === "host" };
  };
  const run = new ExportRun(host as unknown as Host, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toMatchObject({ is: "interrupted", why: "unreachable" }));
});

test("[DASH-12] a row that leaves the list while the file is written, such as a pending one that is settled, leaves it whole", async () => {
  takeDownloads();
  const source = new PlayedSource();
  source.lines = Array.from({ length: 3000 }, (_, index) => rowAt(5000 - index));
  const read = source.read.bind(source);
  source.read = (first, last, anchors) => {
    if (first > 0 && source.lines.length === 3000) source.lines.splice(2500, 1);
    return read(first, last, anchors);
  };
  const run = new ExportRun(inReach, source, true, translateIn("en", ["activity"]));
  run.start();
  await vi.waitFor(() => expect(run.state.get()).toMatchObject({ is: "done", extent: "whole", rows: 2999 }));
});

test("[DASH-12, SYNC-7] a cache that is cut above the last row that was read ends the reading", async () => {
  const { db, source, know } = await cachedList();
  for (const page of [0, 1, 2, 3])
    await know(9000 - 1000 * page, 1001, { openTop: page === 0, openBottom: page === 3, asOf: 1e12 - page * 3_600_000 });
  const batches: number[] = [];
  for await (const { lines } of linesOf(source)) {
    batches.push(lines.length);
    if (batches.length === 3) for await (const _ of evictOldest(db, 1500, () => Infinity));
    if (batches.length > 5) break;
  }
  expect(batches).toEqual([1000, 1000, 1000, 0]);
});

test("[DASH-12] an export that was cancelled fetches nothing more", async () => {
  const source = new PlayedSource();
  source.waiting = Array.from({ length: 500 }, (_, index) => rowAt(500 - index));
  const stop = new AbortController();
  await expect(gather(source, reached, stop.signal, (rows) => (rows >= 100 ? stop.abort() : undefined))).rejects.toThrow();
  expect(source.waiting.length).toBe(400);
});

test("[DASH-12] rows that come or go while the file is written lead to none twice and none left out", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.integer({ min: 0, max: 4500 }),
      fc.array(
        fc.record({
          read: fc.integer({ min: 0, max: 6 }),
          come: fc.integer({ min: 0, max: 1500 }),
          go: fc.double({ min: 0, max: 0.999, noNaN: true }),
        }),
        {
          maxLength: 4,
        },
      ),
      async (isTurned, count, changes) => {
        const source = new PlayedSource();
        source.lines = Array.from({ length: count }, (_, index) => rowAt(10_000 - index));
        const stayed = new Set(source.lines.map((line) => ("id" in line ? line.id : "gap")));
        let reads = 0;
        let newest = 20_000;
        source.onRead = () => {
          for (const { come, go } of changes.filter(({ read }) => read === reads)) {
            source.lines.unshift(...Array.from({ length: come }, (_, index) => rowAt(newest + come - index)));
            newest += come;
            const [gone] = source.lines.splice(Math.floor(go * source.lines.length), 1);
            if (gone && "id" in gone) stayed.delete(gone.id);
          }
          reads += 1;
        };
        const ids = await exported(isTurned ? turned(source) : source);
        const written = new Set(ids);
        expect(written.size).toBe(ids.length);
        expect([...stayed].filter((id) => !written.has(id))).toEqual([]);
      },
    ),
    { numRuns: 120, seed: 12 },
  );
});

for (const [order, list] of [
  ["newest", (source: PlayedSource) => source],
  ["oldest", (source: PlayedSource) => turned(source)],
] as const) {
  test(`[DASH-12, FIND-8] ${order} first, the row after one that went just after it was read is not left out`, async () => {
    const source = new PlayedSource();
    source.lines = Array.from({ length: 2500 }, (_, index) => rowAt(2500 - index));
    const ids: string[] = [];
    for await (const { lines } of linesOf(list(source))) {
      ids.push(...lines.map((line) => (line.is === "row" ? line.row.id : "gap")));
      source.lines = source.lines.filter((line) => !("id" in line) || line.id !== ids.at(-1) || ids.length === 2500);
    }
    expect([ids.length, new Set(ids).size]).toEqual([2500, 2500]);
  });

  test(`[FIND-1, FIND-8] ${order} first, the rows from one to the other are the same from either end`, async () => {
    const source = new PlayedSource();
    source.lines = Array.from({ length: 2500 }, (_, index) => rowAt(2500 - index));
    const [young, old] = [rowAt(2400), rowAt(100)];
    const ids = await exported(list(source), [young, old]);
    expect([ids.length, new Set([ids[0], ids.at(-1)])]).toEqual([2301, new Set(["t100", "t2400"])]);
    expect(await exported(list(source), [old, young])).toEqual(ids);
    source.lines = source.lines.filter((line) => !("id" in line) || (line.id !== "t100" && line.id !== "t2400"));
    expect(await exported(list(source), [young, old])).toEqual(ids.slice(1, -1));
  });
}

test("[FIND-1] a range from the newest row has the same rows once the host has deleted that row", async () => {
  const { source, know } = await cachedList();
  await know(1000, 200, { openTop: true, openBottom: true, asOf: 1e12 });
  await know(999, 50, { openTop: true, openBottom: false, asOf: 1e12 + 1 }, ["t1000"]);
  expect(await exported(source, [rowAt(1000), rowAt(997)])).toEqual(["t999", "t998", "t997"]);
  expect(await exported(source, [rowAt(997), rowAt(1000)])).toEqual(["t999", "t998", "t997"]);
});

test("[DASH-12] a gap at the end of what is read at once is written once", async () => {
  const source = new PlayedSource();
  source.lines = [...Array.from({ length: 999 }, (_, index) => rowAt(5000 - index)), { from: 4002, to: 900 }, rowAt(900), rowAt(899)];
  expect(await exported(source)).toEqual([...Array.from({ length: 999 }, (_, index) => `t${5000 - index}`), "gap", "t900", "t899"]);
});

test("[DASH-12] where rows are missing, the file says so at their place", async () => {
  const source = new PlayedSource();
  source.lines = [rowAt(9), { from: 9, to: 5 }, rowAt(5)];
  expect(await exported(source)).toEqual(["t9", "gap", "t5"]);
});
