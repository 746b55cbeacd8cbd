import { expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import type { Proof } from "../../src/db/store/coverage.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { evictOldest } from "../../src/db/transactions/evict.ts";
import { allRows, countRows, rowsByKeys } from "../../src/db/store/rows.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, putLooseRows, takeTerm } from "../../src/db/transactions/transactions.ts";

const newest = 100_000;
const row = (at: number) => v.parse(transaction, { id: `t${at}`, createdAt: at });
const rowsDown = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(from - index));
const nothingInUse = (): number => Number.POSITIVE_INFINITY;

/** A page of rows, one a millisecond, downwards from a time (epoch ms). */
function page(from: number, { count = 101, ...proof }: Partial<Omit<Proof, "keys">> & { count?: number } = {}) {
  const rows = rowsDown(from, count);
  const keys = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
  return { rows, proof: { openTop: false, openBottom: false, asOf: 1e12, ...proof, keys }, gone: new Set<string>() };
}

/**
 * A cache of pages of `size` rows that overlap by one; each is an hour older than the last, so that it remains a separate piece.
 */
async function filled(pages: number, { isAll = true, size = 100 } = {}): Promise<Database> {
  const db = new Database(`evict-${Math.random()}`);
  const term = await takeTerm(db);
  for (let at = 0; at < pages; at += 1) {
    const proof = { openTop: at === 0, openBottom: isAll && at === pages - 1, asOf: 1e12 - at * 3_600_000 };
    await applyPages(db, [page(newest - at * size, { ...proof, count: size + 1 })], term);
  }
  return db;
}

async function evicted(db: Database, limit: number, keepFrom = nothingInUse): Promise<string[]> {
  const removed: string[] = [];
  for await (const changes of evictOldest(db, limit, keepFrom)) removed.push(...changes.removed);
  return removed;
}

async function times(db: Database): Promise<number[]> {
  const found: number[] = [];
  for await (const rows of allRows(db)) found.push(...rows.map(({ at }) => at));
  return found;
}

test("[SYNC-7] above the limit the oldest rows go, loose ones with them, and the coverage says so", async () => {
  const db = await filled(10);
  await putLooseRows(db, [row(50)], 1e12);
  expect(await evicted(db, 500)).toContain("t50");
  const window = await readWindow(db, 0, 2000, []);
  expect(window.rows).toBeLessThanOrEqual(500);
  expect(window.rows).toBe(await countRows(db));
  expect(window.items.every((item) => item?.is === "row")).toBe(true);
  expect(window.atEnd).toBe(false);
  expect((await readState(db, "coverage"))?.[0]?.endAsOf).toBeUndefined();
});

test("[SYNC-7, SYNC-3] rows of one time above and below a gap stay apart where the list is cut there", async () => {
  const db = new Database(`evict-${Math.random()}`);
  const term = await takeTerm(db);
  const upper = page(newest, { count: 10, openTop: true });
  const more = page(newest - 10, { count: 10 });
  const late = { ...row(newest - 9), id: "late" };
  const keys = [{ id: "late", at: newest - 9 }, ...more.proof.keys];
  const lower = (asOf: number) => ({ ...more, rows: [late, ...more.rows], proof: { ...more.proof, keys, asOf } });
  // A refetched page's outermost times keep their age, so they are separate pieces.
  await applyPages(db, [upper, lower(1e12 - 3_600_000), lower(1e12)], term);
  expect((await readWindow(db, 0, 100, [])).gaps).toBe(1);
  await evicted(db, 13);
  const { items } = await readWindow(db, 0, 100, []);
  const ids = items.map((item) => (item?.is === "row" ? item.row.id : "gap"));
  expect(ids).toEqual([...rowsDown(newest, 10).map(({ id }) => id), "gap", "late"]);
});

test("[SYNC-7] what is in view stays, whatever the limit", async () => {
  const db = await filled(10);
  const inView = newest - 950;
  await evicted(db, 500, () => inView);
  expect(await rowsByKeys(db, [{ at: inView, id: `t${inView}` }])).toHaveLength(1);
});

test("[SYNC-7] up to the limit nothing goes", async () => {
  const db = await filled(5, { isAll: false });
  await putLooseRows(db, rowsDown(50_000, 99), 1e12);
  const before = await readState(db, "coverage");
  expect(await evicted(db, 600)).toEqual([]);
  expect(await evicted(db, 599)).not.toEqual([]);
  expect(await countRows(db)).toBeLessThan(600);
  expect(await readState(db, "coverage")).toEqual(before);
});

test("[SYNC-7] loose rows alone go where the others fit, the oldest first, and the coverage stays as it is", async () => {
  const db = await filled(2, { isAll: false });
  await putLooseRows(db, rowsDown(50_000, 1000), 1e12);
  const before = await readState(db, "coverage");
  const removed = await evicted(db, 1000);
  // 900 of them, a tenth below the limit: 201 are covered.
  expect(await times(db)).toEqual([...rowsDown(newest, 201), ...rowsDown(50_000, 699)].map(({ createdAt }) => Date.parse(createdAt)));
  expect(removed).toHaveLength(301);
  expect(await readState(db, "coverage")).toEqual(before);
});

test("[SYNC-7] loose rows in a gap count, and what lies below them goes first", async () => {
  const db = await filled(2, { isAll: false });
  await applyPages(db, [page(40_000, { count: 300, openBottom: true })], (await readState(db, "term")) ?? 0);
  await putLooseRows(db, rowsDown(50_000, 200), 1e12);
  await evicted(db, 600);
  expect((await times(db)).every((at) => at > 40_000)).toBe(true);
  expect(await readState(db, "coverage")).toHaveLength(1);
});

test("[SYNC-7, SYNC-5] who reads on while rows go keeps what comes: nothing that is covered is missing", async () => {
  const db = await filled(8, { size: 2000 });
  const evicting = evictOldest(db, 3000, nothingInUse);
  await evicting.next();
  const { bottom } = (await readState(db, "coverage"))?.[0] ?? { bottom: { at: 0 } };
  await applyPages(db, [page(bottom.at)], (await readState(db, "term")) ?? 0);
  for await (const _ of evicting);
  const window = await readWindow(db, 0, 3000, []);
  expect(window.rows).toBe(2101);
  expect(window.rows).toBe(await countRows(db));
  expect(window.items.every((item) => item?.is === "row")).toBe(true);
});

test("[SYNC-7, SYNC-5] an eviction that ends halfway leaves rows that nothing covers, and the next one takes them", async () => {
  const db = await filled(8, { size: 2000 });
  await evictOldest(db, 3000, nothingInUse).next();
  expect(await countRows(db)).toBeGreaterThan(3000);
  expect((await readWindow(db, 0, 0, [])).rows).toBe(2001);
  await evicted(db, 3000);
  expect(await countRows(db)).toBeLessThan(3000);
  expect((await readWindow(db, 0, 0, [])).rows).toBe(2001);
});
