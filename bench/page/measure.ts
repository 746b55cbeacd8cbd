import type { Transaction } from "../../src/contract/transactions.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { evictOldest } from "../../src/db/transactions/evict.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import { applyPages, putLooseRows, rowsMissingFrom, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";
import { TransactionFeed } from "../../src/sync/transactions/transaction-feed.ts";
import { openAppCache } from "./app-cache.ts";
import { makeRows } from "./rows.ts";

const pageSize = 50;
const pagesAtOnce = 20;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** The baseline: the same rows with the same index, put page by page and nothing else. */
async function plainPuts(name: string, rows: readonly Transaction[]): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener("upgradeneeded", () => {
      opening.result.createObjectStore("transactions", { keyPath: "id" }).createIndex("order", ["at", "id"]);
    });
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error));
  });
  const took = await timed(async () => {
    for (let start = 0; start < rows.length; start += pageSize) {
      await new Promise<void>((resolve, reject) => {
        const transaction = db.transaction("transactions", "readwrite", { durability: "relaxed" });
        const store = transaction.objectStore("transactions");
        for (const row of rows.slice(start, start + pageSize)) store.put(toRow(row, 0));
        transaction.addEventListener("complete", () => resolve());
        transaction.addEventListener("abort", () => reject(transaction.error));
      });
    }
  });
  db.close();
  indexedDB.deleteDatabase(name);
  return took;
}

/** Fills a cache through the feed with parallel pages; the host answers from memory. */
async function fill(db: Database, rows: readonly Transaction[]): Promise<number> {
  const term = await takeTerm(db);
  const feed = new TransactionFeed(
    (page, limit) =>
      Promise.resolve({
        page,
        limit,
        rows: rows.slice((page - 1) * limit, page * limit),
        hasNextPage: page * limit < rows.length,
        asOf: Date.now(),
      }),
    {
      coverage: async () => (await readState(db, "coverage")) ?? [],
      missingFrom: (proof) => rowsMissingFrom(db, proof),
      apply: async (pages) => void (await applyPages(db, pages, term)),
      putLoose: async (loose, asOf) => void (await putLooseRows(db, loose, asOf)),
    },
  );
  const { signal } = new AbortController();
  return timed(async () => {
    await feed.head(signal);
    while (((await readState(db, "coverage")) ?? []).at(-1)?.endAsOf === undefined) {
      const result = await feed.extend(pagesAtOnce, signal);
      if (result.is !== "done") throw new Error(`the feed is ${result.is}`);
    }
  });
}

async function freshDatabase(name: string): Promise<Database> {
  const db = new Database(name);
  await db.delete();
  await db.open();
  return db;
}

interface Spread {
  readonly p50: number;
  readonly p95: number;
}

const spreadOf = (values: readonly number[]): Spread => ({ p50: median(values), p95: percentile(values, 0.95) });

export interface CacheFigures {
  readonly fillMs: number[];
  readonly plainMs: number[];
  readonly fillRatio: number;
  readonly searchMs: Spread & { readonly build: number };
  readonly filterMs: Spread;
}

async function measureCache(rounds: number): Promise<CacheFigures> {
  const tenThousand = makeRows(10_000);
  const fillMs: number[] = [];
  const plainMs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const plain = await plainPuts(`plain-${round}`, tenThousand);
    const db = await freshDatabase(`fill-${round}`);
    const filled = await fill(db, tenThousand);
    await db.delete();
    // Skip the first round, a warm-up.
    if (round > 0) {
      plainMs.push(plain);
      fillMs.push(filled);
    }
  }
  const big = await freshDatabase("search");
  await fill(big, makeRows(100_000));
  const figures = await searchFigures(big);
  await big.delete();
  return { fillMs, plainMs, fillRatio: median(fillMs) / median(plainMs), ...figures };
}

/** Builds the search's index over a cache, and asks it for words and filters. */
async function searchFigures(db: Database): Promise<Pick<CacheFigures, "searchMs" | "filterMs">> {
  const index = new SearchIndex(db);
  const build = await timed(() => index.build());
  const terms = Array.from(
    { length: 60 },
    (_, turn) => ["ada", "CF-9", "musa.12", "65f0", "zzz", "kemi"][turn % 6] + (turn > 30 ? String(turn) : ""),
  );
  const search: number[] = [];
  for (const searchTerm of terms) search.push(await timed(() => index.find({ searchTerm })));
  const filter: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const transactionType = ["SWAP", "DEPOSIT", "WITHDRAWAL"][turn % 3] ?? "";
    const filters = [
      { transactionType },
      { transactionType, transactionStatus: "PENDING" },
      { transactionType, currency: "BTC", minAmount: "1" },
    ];
    filter.push(await timed(() => index.find(filters[turn % filters.length] ?? {})));
  }
  return { searchMs: { build, ...spreadOf(search) }, filterMs: spreadOf(filter) };
}

/** `searchFigures` of the app's own cache. */
async function measureSearch(config: string): Promise<Pick<CacheFigures, "searchMs" | "filterMs">> {
  const db = await openAppCache(config);
  const figures = await searchFigures(db);
  db.close();
  return figures;
}

export interface EvictionFigures {
  readonly ms: number;
  readonly rows: number;
}

/** Evicts from the app's own cache as if it had become one row too large. */
async function measureEviction(config: string, rows: number): Promise<EvictionFigures> {
  const db = await openAppCache(config);
  let removed = 0;
  const ms = await timed(async () => {
    for await (const change of evictOldest(db, rows - 1, () => Number.POSITIVE_INFINITY)) removed += change.removed.length;
  });
  db.close();
  return { ms, rows: removed };
}

Object.assign(globalThis, { measureCache, measureSearch, measureEviction });
