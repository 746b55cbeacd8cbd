import type { Database } from "../../src/db/store/database.ts";
import { applyPages, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";
import { openAppCache } from "./app-cache.ts";
import { makeRow } from "./rows.ts";

const pageSize = 50;
const pagesAtOnce = 40;

/**
 * Clears the list by recreating the database, keeping the rest of its state: a merely emptied one opens slowly in a restarted
 * browser.
 */
async function emptyList(db: Database): Promise<void> {
  const state = await db.state.toArray();
  await db.delete();
  await db.open();
  await db.state.bulkPut(state.filter(({ name }) => name !== "coverage"));
}

/**
 * Replaces the signed-in admin's cached list with `count` rows, using the app's own code; the rows are proven as if the host had no
 * others.
 */
async function fillCache(config: string, count: number): Promise<void> {
  const db = await openAppCache(config);
  await emptyList(db);
  const term = await takeTerm(db);
  const newest = Date.now() - 60_000;
  const asOf = Date.now();
  for (let start = 0; start < count; start += pageSize * pagesAtOnce) {
    const pages = [];
    for (let first = start; first < Math.min(count, start + pageSize * pagesAtOnce); first += pageSize) {
      // Pages overlap by a row, as the host's do.
      const from = Math.max(0, first - 1);
      const end = Math.min(count, first + pageSize);
      const rows = Array.from({ length: end - from }, (_, index) => makeRow(from + index, count, newest));
      const keys = rows.map((row) => ({ at: Date.parse(row.createdAt), id: row.id }));
      pages.push({ rows, proof: { keys, openTop: first === 0, openBottom: end === count, asOf }, gone: new Set<string>() });
    }
    await applyPages(db, pages, term);
  }
  db.close();
}

/** The same rows for the bare page. */
const bareRows = (count: number) => Array.from({ length: count }, (_, index) => toRow(makeRow(index, count, Date.now() - 60_000), 0));

Object.assign(globalThis, { fillCache, bareRows });
