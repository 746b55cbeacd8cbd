import { expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { Database } from "../../src/db/store/database.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, takeTerm } from "../../src/db/transactions/transactions.ts";
import { cacheStore } from "../../src/sync/feeds/cached-feed.ts";
import { MemoryStore } from "../../src/sync/transactions/memory-store.ts";
import { type FetchedPage, proofOf, seamAt, windowOver } from "../../src/sync/transactions/page-proof.ts";
import { TransactionFeed } from "../../src/sync/transactions/transaction-feed.ts";

const newest = 100_000;
const list = Array.from({ length: 12 }, (_, index) => v.parse(transaction, { id: `t${index}`, createdAt: newest - index }));

/** The answer of a host with these twelve rows. */
const answer = (page: number, limit: number): FetchedPage => ({
  page,
  limit,
  rows: list.slice((page - 1) * limit, page * limit),
  hasNextPage: page * limit < list.length,
  asOf: 1e12 + 1,
});

/** A feed with pages of five rows; its cache has the host's newest rows, without proof that they are complete. */
async function feedOver(known: number, fetch = answer): Promise<{ db: Database; feed: TransactionFeed }> {
  const db = new Database(`feed-${Math.random()}`);
  const term = await takeTerm(db);
  const rows = list.slice(0, known);
  const proof = proofOf({ ...answer(1, 5), rows, hasNextPage: true, asOf: 1e12 });
  await applyPages(db, [{ rows, proof, gone: new Set() }], term);
  const store = cacheStore(
    db,
    () => term,
    () => {},
  );
  const feed = new TransactionFeed(
    async (page, limit) => fetch(page, limit),
    store,
    () => 1e12 + 2,
    5,
  );
  return { db, feed };
}

async function shown(db: Database): Promise<string[]> {
  const { items } = await readWindow(db, 0, 100, []);
  return items.map((item) => (item?.is === "row" ? item.row.id : "gap"));
}

test("[SYNC-2] a cache that has less than a page is extended like any other", async () => {
  const signal = new AbortController().signal;
  for (const known of [1, 2, 3, 4]) {
    const { db, feed } = await feedOver(known);
    expect(await feed.extend(3, signal)).toEqual({ is: "done" });
    expect(await shown(db)).toEqual(list.map(({ id }) => id));
  }
});

test("[SYNC-2] a head that is empty although there is more is odd, and the list still one of which nothing was fetched", async () => {
  const db = new Database(`feed-${Math.random()}`);
  const term = await takeTerm(db);
  const store = cacheStore(
    db,
    () => term,
    () => {},
  );
  const feed = new TransactionFeed(async (page, limit) => ({ page, limit, rows: [], hasNextPage: true, asOf: 1e12 }), store);
  const { signal } = new AbortController();
  expect(await feed.head(signal)).toEqual({ is: "odd" });
  expect(await feed.extend(1, signal)).toEqual({ is: "odd" });
  expect(await readWindow(db, 0, 10, [])).toMatchObject({ never: true, atEnd: false });
});

test("[SYNC-3] a row that one of two answers leaves out at its edge is not taken for gone", async () => {
  // The host has lost t1; t9 arrived late, at the time of the page's last row.
  const late = v.parse(transaction, { id: "t9", createdAt: newest - 4 });
  const [t0, , t2, t3, t4] = list;
  const whole = [t0, t2, t3, late, t4].flatMap((row) => row ?? []);
  const answers = [whole, whole.filter((row) => row !== late), whole];
  const { db, feed } = await feedOver(5, (page, limit) => ({ ...answer(page, limit), rows: answers.shift() ?? whole }));
  expect(await feed.head(new AbortController().signal)).toEqual({ is: "done" });
  expect((await shown(db)).toSorted()).toEqual(["t0", "t2", "t3", "t4", "t9"]);
});

const emptyStore = (): MemoryStore =>
  new MemoryStore(
    async () => {},
    () => {},
  );

const linesOf = (store: MemoryStore): string[] => store.lines().map((line) => (line.is === "row" ? line.key.id : "gap"));

/** Reads a whole list from a host that sends `fixed` rows a page and reports "more" in its own way. */
async function readDown(
  rows: number,
  fixed: number | undefined,
  says: "truly" | "when full" | "never",
): Promise<{ ids: string[]; most: number; ends: boolean }> {
  const all = Array.from({ length: rows }, (_, index) => v.parse(transaction, { id: `t${index}`, createdAt: newest - index }));
  let asked = 0;
  const store = emptyStore();
  const fetch = async (page: number, limit: number): Promise<FetchedPage> => {
    asked += 1;
    const size = fixed ?? limit;
    const sent = all.slice((page - 1) * size, page * size);
    const hasNextPage = { truly: page * size < rows, "when full": sent.length === size, never: undefined }[says];
    return { page, limit, rows: sent, hasNextPage, asOf: asked };
  };
  const feed = new TransactionFeed(fetch, store, () => asked);
  const { signal } = new AbortController();
  await feed.head(signal);
  let most = 0;
  for (let turn = 0; turn < 20 && store.runs.at(-1)?.endAsOf === undefined; turn += 1) {
    const before = asked;
    await feed.extend(1, signal);
    most = Math.max(most, asked - before);
  }
  return { ids: linesOf(store), most, ends: store.runs.at(-1)?.endAsOf !== undefined };
}

test.each([
  [120, 50, "truly"],
  [120, 10, "truly"],
  [120, 100, "truly"],
  [120, 50, "when full"],
  [120, 10, "never"],
  [100, undefined, "when full"],
  [100, undefined, "never"],
  [30, undefined, "never"],
] as const)(
  "[SYNC-2, DASH-6] a list of %i rows is read to its end from a host with a fixed page of %s that says %s that there are more",
  async (rows, fixed, says) => {
    const { ids, most, ends } = await readDown(rows, fixed, says);
    expect(ids).toEqual(Array.from({ length: rows }, (_, index) => `t${index}`));
    expect(ends).toBe(true);
    expect(most).toBeLessThan(25);
  },
);

/** Reads on from the head of a host with fixed pages; one row goes after the `goes`th answer, and one comes after the `comes`th. */
async function readMoving(goes: number, comes: number): Promise<{ lines: string[]; stayed: string[] }> {
  const size = 5;
  let all = Array.from({ length: 18 }, (_, index) => v.parse(transaction, { id: `t${index}`, createdAt: newest - index }));
  const stayed = all.filter(({ id }) => id !== "t1").map(({ id }) => id);
  let asked = 0;
  const store = emptyStore();
  const fetch = async (page: number, limit: number): Promise<FetchedPage> => {
    asked += 1;
    const rows = all.slice((page - 1) * size, page * size);
    const hasNextPage = page * size < all.length;
    if (asked === goes) all = all.filter(({ id }) => id !== "t1");
    if (asked === comes) all = [v.parse(transaction, { id: "new", createdAt: newest + 1 }), ...all];
    return { page, limit, rows, hasNextPage, asOf: asked };
  };
  const feed = new TransactionFeed(fetch, store, () => asked, size);
  const { signal } = new AbortController();
  await feed.head(signal);
  for (let turn = 0; turn < 6; turn += 1) await feed.extend(1, signal);
  return { lines: linesOf(store), stayed };
}

test("[SYNC-2, SYNC-3] a row that goes and one that comes while neighbouring pages are read hide none between them", async () => {
  for (let goes = 1; goes < 16; goes += 1)
    for (let comes = 1; comes < 16; comes += 1) {
      const { lines, stayed } = await readMoving(goes, comes);
      const held = lines.filter((id) => stayed.includes(id) || id === "gap");
      const hidden = held.filter((id, place) => {
        const next = held[place + 1];
        return id !== "gap" && next !== undefined && next !== "gap" && stayed.indexOf(next) !== stayed.indexOf(id) + 1;
      });
      expect({ goes, comes, hidden }).toEqual({ goes, comes, hidden: [] });
    }
});

test("[SYNC-3] a window across a border is the smallest page that has a row of each side; there is none above the first row", () => {
  for (let index = 1; index < 200; index += 1) {
    const { page, limit } = seamAt(index) ?? { page: 0, limit: 0 };
    expect((page - 1) * limit).toBeLessThan(index);
    expect(page * limit).toBeGreaterThan(index);
  }
  expect(seamAt(0)).toBeUndefined();
  expect(windowOver(-1, 0, Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(windowOver(3, 40, 20)).toBeUndefined();
  expect(windowOver(4, 5, 20)).toEqual({ page: 2, limit: 3 });
});
