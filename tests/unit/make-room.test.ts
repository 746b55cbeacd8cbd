import { afterEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { countRows } from "../../src/db/store/rows.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { filteredTransactions } from "../../src/sync/transactions/later-list.ts";
import { type Clock, systemClock } from "../../src/sync/wire/reach.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { allTransactions } from "../../src/sync/transactions/transaction-source.ts";

const limit = 500;
const count = 900;
/** Only the oldest rows match the filter. */
const matching = 40;

const rowAt = (place: number) => ({
  id: `t${place}`,
  createdAt: new Date(Date.UTC(2026, 10, 1) - place * 60_000).toISOString(),
  currency: place >= count - matching ? "BTC" : "ETH",
});
const rows = Array.from({ length: count }, (_, place) => rowAt(place));

function pageOf(list: typeof rows, url: URL): object {
  const [page, size] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
  const data = list.slice((page - 1) * size, page * size);
  return { success: true, data, pagination: { hasNextPage: page * size < list.length } };
}

let sync: Sync | undefined;
/** How far the device's clock is ahead, in ms. */
let ahead = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + ahead };

async function started(): Promise<Sync> {
  vi.stubGlobal("fetch", (input: string) => {
    const url = new URL(input, "http://host");
    const currency = url.searchParams.get("currency");
    const list = rows.filter((row) => currency === null || row.currency === currency);
    return Promise.resolve(new Response(JSON.stringify(pageOf(list, url)), { headers: { "content-type": "application/json" } }));
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const stop = new AbortController();
  sync = await startSync(session, connect(v.parse(config, { host: "http://host", maxCachedTransactions: limit }), stop.signal, clock));
  return sync;
}

afterEach(() => {
  sync?.end();
  sync?.db.close();
  sessionStore.close();
  vi.unstubAllGlobals();
  ahead = 0;
});

/** Loads rows until the cache had to evict some. */
async function overfill(one: Sync): Promise<void> {
  const all = allTransactions(one);
  await all.refreshHead();
  for (let pages = 0; pages < 14; pages += 2) await all.extend(2);
}

const rowsIn = async (one: Sync): Promise<number> => (await allTransactions(one).read(0, 0, [])).rows;

test("[SYNC-7] above the limit the oldest rows go", async () => {
  const one = await started();
  await overfill(one);
  expect(await rowsIn(one)).toBeLessThanOrEqual(limit);
});

test("[SYNC-7, DASH-10] the rows of a filtered list that is open stay when others must go", async () => {
  const one = await started();
  const filtered = filteredTransactions(one, { currency: "BTC" }, "UTC");
  await filtered.refreshHead();
  await overfill(one);
  const { items } = await filtered.read(0, matching, []);
  expect(items.filter((item) => item?.is === "row")).toHaveLength(matching);
});

test("[SYNC-7] the rows of filtered lists count as well, and the oldest go once nobody looks at them", async () => {
  const one = await started();
  const filtered = filteredTransactions(one, { currency: "ETH" }, "UTC");
  await filtered.refreshHead();
  while (!(await filtered.read(0, 0, [])).atEnd) await filtered.extend(2);
  await allTransactions(one).refreshHead();
  const cached = async (): Promise<number> => countRows(one.db);
  expect(await cached()).toBe(count - matching);
  ahead = 10 * 60_000;
  await allTransactions(one).refreshHead();
  expect(await cached()).toBeLessThanOrEqual(limit);
  const { items, rows: covered } = await allTransactions(one).read(0, limit, []);
  expect(covered).toBeGreaterThan(0);
  expect(items.every((item) => item?.is === "row")).toBe(true);
});
