import { expect, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { cachePrefix } from "../../src/db/store/cache-name.ts";
import { Database, writeState } from "../../src/db/store/database.ts";
import { digest } from "../../src/db/store/digest.ts";
import type { FirstSight } from "../../src/db/first-sight/first-sight.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, putLooseRows, takeTerm } from "../../src/db/transactions/transactions.ts";
import { firstCache } from "../support/first-cache.ts";

const lines = 20;
const rowAt = (at: number, id = `t${at}`) => v.parse(transaction, { id, createdAt: at });

/** A cache with separate pages of the host's list, whose rows have these times (newest first). */
async function cacheWith(...pages: (readonly number[])[]): Promise<Database> {
  const db = new Database(`${cachePrefix}first-sight-${Math.random()}`);
  const term = await takeTerm(db);
  for (const [place, times] of pages.entries()) {
    // Rows of the same time are ordered by id.
    const rows = times.map((at, index) => rowAt(at, `t${String(index).padStart(4, "0")}-${at}`));
    const keys = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
    const proof = { keys, openTop: place === 0, openBottom: false, asOf: Date.now() - place * 3_600_000 };
    await applyPages(db, [{ rows, proof, gone: new Set() }], term);
  }
  await writeState(db, "synced", Date.now());
  return db;
}

/** Reads it as a start does: opening the cache begins before the module loads. */
async function firstSightOf({ name }: Database): Promise<{ sight: FirstSight | undefined; isReadAgain: boolean }> {
  vi.resetModules();
  vi.stubGlobal("counterfoilOpening", indexedDB.open(name));
  const only = vi.spyOn(IDBKeyRange, "bound");
  const { readFirstSight } = await import("../../src/db/first-sight/first-sight.ts");
  const sight = await readFirstSight(name, { token: "t", retentionHours: 24, lines });
  const isReadAgain = only.mock.calls.length > 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return { sight, isReadAgain };
}

const count = (length: number, from: number, step = 1): number[] => Array.from({ length }, (_, index) => from - index * step);

const cases: [what: string, pages: number[][], loose: number[], again: boolean][] = [
  ["the newest rows are enough where they lie on one page", [count(50, 100_000)], [], false],
  ["fewer rows than a screen has", [count(7, 100_000)], [], false],
  [
    "rows of one time are in the list's order, also at the end of what is shown",
    [[...count(19, 100_000), ...count(40, 5000, 0)]],
    [],
    false,
  ],
  // The lower page is below a gap that contains rows of a filtered list.
  ["rows that lie in a gap don't take the place of others", [count(5, 100_000), count(50, 50_000)], count(40, 90_000, 100), true],
];

for (const [what, pages, loose, again] of cases)
  test(`[SYNC-1] the first sight has the list's own first lines: ${what}`, async () => {
    const db = await cacheWith(...pages);
    if (loose.length > 0)
      await putLooseRows(
        db,
        loose.map((at) => rowAt(at)),
        Date.now(),
      );
    const expected = await readWindow(db, 0, lines, []);
    db.close();
    const { sight, isReadAgain } = await firstSightOf(db);
    expect(sight?.window.items.slice(0, lines)).toEqual(expected.items.slice(0, lines));
    expect(sight?.window).toMatchObject({ length: expected.length, rows: expected.rows, gaps: expected.gaps, atEnd: expected.atEnd });
    // One read suffices if nothing lies in between.
    expect(isReadAgain).toBe(again);
  });

test("[SYNC-1, AUTH-14] a list of the databases that comes after all rows holds up no reading, and is waited for", async () => {
  const db = await cacheWith(count(5, 100_000), count(50, 50_000));
  await putLooseRows(
    db,
    count(40, 90_000, 100).map((at) => rowAt(at)),
    Date.now(),
  );
  db.close();
  const listed = await indexedDB.databases();
  const answer = async (ended: boolean): Promise<FirstSight | undefined> => {
    vi.spyOn(indexedDB, "databases").mockImplementation(async () => {
      await new Promise((resolve) => void setTimeout(resolve, 50));
      return ended ? [...listed, { name: `counterfoil.ended-${digest("t")}`, version: 1 }] : listed;
    });
    return (await firstSightOf(db)).sight;
  };
  expect((await answer(false))?.window.gaps).toBe(1);
  expect(await answer(true)).toBeUndefined();
});

test("[SYNC-2] a cache that another version has opened shows no first sight: 0.1.0, after a rollback, counts its own rows into the list", async () => {
  const db = await cacheWith(count(50, 100_000));
  db.close();
  expect((await firstSightOf(db)).sight?.window.rows).toBe(50);
  const old = firstCache(db.name);
  await old.table("transactions").put({ id: "t1", at: 100_001 });
  old.close();
  expect((await firstSightOf(db)).sight).toBeUndefined();
});
