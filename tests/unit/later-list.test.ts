import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSearch } from "../../src/db/search/search.ts";
import type { Database } from "../../src/db/store/database.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

let db: Database;
let sync: Sync;
/** Parts whose code can't be had. */
const lost = new Set<string>();

vi.mock("../../src/sync/transactions/filtered-list.ts", async (original) => ({
  FilteredList: await part("filtered", "FilteredList", original),
}));
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
  const host = connectPlayed(
    new PlayedCalls().on("GET /analytics/filter", { json: { success: true, data: [], pagination: { hasNextPage: false } } }),
  );
  sync = { db, host, search: openSearch(db, undefined), publish: () => {}, refreshView: async () => ({ is: "done" }) } as unknown as Sync;
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

test("[DASH-10] who no longer follows when it is loaded is told nothing", async () => {
  const list = await listOf(false);
  let told = 0;
  list.follow(() => (told += 1))();
  await list.refreshHead();
  expect(told).toBe(0);
});
