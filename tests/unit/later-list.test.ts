import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openSearch } from "../../src/db/search/search.ts";
import type { Database } from "../../src/db/store/database.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { Dispatcher } from "../../src/sync/tabs/dispatcher.ts";
import { gather } from "../../src/sync/transactions/transaction-export.ts";
import { TransactionReader } from "../../src/sync/transactions/transaction-reader.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

let db: Database;
let sync: Sync;
let rows: readonly object[];
/** Errors of the cache that the session was told. */
let errors: unknown[];
/** Parts whose code can't be had. */
const lost = new Set<string>();

vi.mock("../../src/sync/transactions/filtered-list.ts", async (original) => ({
  FilteredList: await part("filtered", "FilteredList", original),
}));
vi.mock("../../src/db/search/search-index.ts", async (original) => ({ SearchIndex: await part("search", "SearchIndex", original) }));
vi.mock("../../src/sync/transactions/oldest-list.ts", async (original) => ({ OldestList: await part("oldest", "OldestList", original) }));

async function part(name: string, exported: string, original: () => Promise<unknown>): Promise<unknown> {
  const real = (await original()) as Record<string, new (...given: unknown[]) => object>;
  // Constructing it fails as loading it would: a module that was loaded can't be lost again.
  return new Proxy(real[exported] ?? Object, {
    construct(target, given) {
      if (lost.has(name)) throw new TypeError("Failed to fetch dynamically imported module");
      return new target(...given);
    },
  });
}

beforeEach(async () => {
  db = await emptyCache();
  [rows, errors] = [[], []];
  const host = connectPlayed(
    new PlayedCalls().on("GET /analytics/filter", () => ({ json: { success: true, data: rows, pagination: { hasNextPage: false } } })),
  );
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  const onError = (error: unknown) => errors.push(error);
  const dispatcher = new Dispatcher(
    db.name,
    async () => {},
    () => {},
    onError,
    closed.signal,
  );
  const refreshView = async () => ({ is: "done" });
  sync = { db, host, dispatcher, search: openSearch(db, undefined), publish: () => {}, refreshView } as unknown as Sync;
});
afterEach(() => lost.clear());

const listOf = async (oldestFirst: boolean) => {
  const { filteredTransactions } = await import("../../src/sync/transactions/later-list.ts");
  return filteredTransactions(sync, { currency: "BTC" }, "UTC", oldestFirst);
};

test.each([
  ["filtered", false],
  ["oldest", true],
] as const)("[DASH-10] a list whose %s part can't be had fails, and is loaded by the next call", async (name, oldestFirst) => {
  const list = await listOf(oldestFirst);
  lost.add(name);
  await expect(list.read(0, 10, [])).rejects.toThrow("Failed to fetch");
  expect(await list.refreshHead()).toEqual({ is: "failed" });
  lost.clear();
  expect(await list.refreshHead()).toEqual({ is: "done" });
  expect(await list.read(0, 10, [])).toMatchObject({ length: 0, atEnd: true });
});

test("[SYNC-7] a search in the page whose part can't be had fails, and is loaded by the next query", async () => {
  lost.add("search");
  sync.search.warm();
  await expect(sync.search.find({}, "UTC")).rejects.toThrow("Failed to fetch");
  lost.clear();
  expect(await sync.search.find({}, "UTC")).toMatchObject({ count: 0 });
});

test("[DASH-10] who no longer follows when it is loaded is told nothing", async () => {
  const list = await listOf(false);
  let told = 0;
  list.follow(() => (told += 1))();
  await list.refreshHead();
  expect(told).toBe(0);
});

describe.each([
  ["the newest", false],
  ["the oldest", true],
] as const)("a full device, %s first", (_, oldestFirst) => {
  /** Refuses every write of rows until the returned function is called. */
  const fill = (): (() => void) => {
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    db.sheets.hook("creating", refuse);
    return () => db.sheets.hook("creating").unsubscribe(refuse);
  };

  test("[SYNC-7, SYNC-8] ends the load of a filtered list with a failure, the session is told, and Retry loads it", async () => {
    rows = [{ id: "t1", createdAt: "2026-11-20T12:00:00Z", currency: "BTC" }];
    const makeRoom = fill();
    const source = await listOf(oldestFirst);
    const reader = new TransactionReader(sync.host, source);
    onTestFinished(reader.start());
    await vi.waitFor(() => expect(reader.reading.get()).toMatchObject({ loading: "no", failed: true, window: { length: 0 } }));
    expect(errors).toMatchObject([{ name: "QuotaExceededError" }]);
    expect(source.matching.get()).toEqual({ is: "cache", why: "unusable" });
    makeRoom();
    reader.retry();
    await vi.waitFor(() => expect(reader.reading.get()).toMatchObject({ loading: "no", failed: false, window: { length: 1 } }));
    expect(source.matching.get()).toEqual({ is: "host" });
  });

  test("[DASH-12, SYNC-7] is why an export of a filtered list ends, if no room can be made", async () => {
    rows = [{ id: "t1", createdAt: "2026-11-20T12:00:00Z", currency: "BTC" }];
    fill();
    const gathered = await gather(
      await listOf(oldestFirst),
      () => false,
      new AbortController().signal,
      () => {},
    );
    expect(gathered).toBe("full");
  });
});
