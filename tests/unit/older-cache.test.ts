import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { cacheName } from "../../src/db/store/cache-name.ts";
import { Database, writeState } from "../../src/db/store/database.ts";
import { lastSync, readFreshness } from "../../src/db/store/freshness.ts";
import { cacheNames, openCache } from "../../src/db/store/open.ts";
import type { Attempt } from "../../src/db/money/journal.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { postsOf } from "../../src/sync/money/fence.ts";
import { wipeCaches } from "../../src/sync/session/wipe-caches.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { firstCache } from "../support/first-cache.ts";

const subject = JSON.stringify(["fund", "ada@example.com", "BTC", "0.25"]);
const stop = new AbortController();

beforeEach(() => {
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
});

afterEach(async () => {
  sessionStore.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of await cacheNames()) await Dexie.delete(name);
});

/** The cache of 0.1.0, which left a post of the fence at sign-out alone. */
async function makeOld(): Promise<string> {
  const name = cacheName("http://host", sessionStore.current()?.identity ?? "");
  const old = firstCache(name);
  // Without t2, which 0.1.0 could lose at the edge of a page.
  for (const at of [1, 3]) await old.table("transactions").put({ id: `t${at}`, at });
  const [top, bottom] = [3, 1].map((at) => ({ at, ids: [`t${at}`] }));
  const coverage = [{ top, bottom, headAsOf: 6, endAsOf: 6, pieces: [{ from: 3, to: 1, rows: 2, asOf: 6 }] }];
  await old.table("state").bulkPut([
    { name: "coverage", value: coverage },
    { name: "synced", value: 6 },
  ]);
  await old.table("journal").put(unknownFunding("a1", 1, subject));
  await old.table("journal").put({ ...unknownFunding("a2", 1, "[]"), state: { is: "done", at: 2, message: undefined } });
  old.close();
  return name;
}

async function open(): Promise<Sync> {
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const sync = await startSync(session, connect(v.parse(config, { host: "http://host" }), stop.signal));
  onTestFinished(() => {
    sync.end();
    sync.db.close();
  });
  return sync;
}

/** A device that is too full for the tables of this version. */
function failUpgrades(): void {
  const refuse = vi.spyOn(IDBDatabase.prototype, "createObjectStore");
  refuse.mockImplementation(function (this: IDBDatabase, ...given) {
    if (this.objectStoreNames.contains("transactions")) throw new DOMException("full", "QuotaExceededError");
    refuse.mockRestore();
    const made = this.createObjectStore(...given);
    failUpgrades();
    return made;
  });
}

const posted = (name: string): string[] => postsOf(name).map(({ attempt }) => attempt);

test("[FUND-6] an attempt of 0.1.0 stands in the way of its like after the upgrade, and has a post for when the journal is lost", async () => {
  const name = await makeOld();
  const { gate, keeping } = await open();
  expect(keeping).toBe("on");
  expect(await gate.standing(subject)).toBe("a1");
  await vi.waitFor(() => expect(posted(name)).toEqual(["a1"]));
});

test("[FUND-6, SYNC-7] it stands in the way where the cache can't be upgraded, too", async () => {
  const name = await makeOld();
  failUpgrades();
  const { gate, keeping } = await open();
  expect(keeping).toBe("off");
  expect(await gate.standing(subject)).toBe("a1");
  expect(posted(name)).toEqual(["a1"]);
});

test("[FUND-6, AUTH-14] a cache that can't be upgraded is wiped, and leaves its posts", async () => {
  const name = await makeOld();
  failUpgrades();
  expect(await wipeCaches()).toBe(true);
  expect(await cacheNames()).toEqual([]);
  expect(posted(name)).toEqual(["a1"]);
});

test.each<[string, Partial<Attempt>, number]>([
  ["an attempt to adopt", { state: { is: "sent" } }, Date.now()],
  ["a retention that has run out", {}, 6],
])(
  "[FUND-6, SYNC-7] a full device whose cache has %s starts with the cache off, and what is unsettled stands in the way",
  async (_, more, synced) => {
    const name = cacheName("http://host", sessionStore.current()?.identity ?? "");
    const kept = new Database(name);
    await kept.journal.put({ ...unknownFunding("a1", 1, subject), ...more });
    await writeState(kept, "synced", synced);
    kept.close();
    for (const write of ["put", "clear"] as const) {
      const refuse = vi.spyOn(IDBObjectStore.prototype, write);
      refuse.mockImplementation(() => {
        refuse.mockRestore();
        throw new DOMException("full", "QuotaExceededError");
      });
    }
    const { gate, keeping } = await open();
    expect(keeping).toBe("off");
    expect(await gate.standing(subject)).toBe("a1");
    expect(posted(name)).toEqual(["a1"]);
  },
);

test("[DASH-5, SYNC-2] the list of 0.1.0, which could lack a row without saying so, passes neither for whole nor for empty; its age still counts", async () => {
  const { db, keeping } = await openCache(await makeOld());
  onTestFinished(() => db.close());
  expect(keeping).toBe("on");
  expect((await readWindow(db, 0, 10, [])).rows).toBe(0);
  expect(await readFreshness(db)).toMatchObject({ head: undefined, gaps: 0 });
  expect(await lastSync(db)).toBe(6);
});

test("[AUTH-16] its age is that of its latest answer, whichever that was of", async () => {
  const name = await makeOld();
  const old = firstCache(name);
  await old.table("state").put({ name: "othersSynced", value: 9 });
  old.close();
  const { db } = await openCache(name);
  onTestFinished(() => db.close());
  expect(await lastSync(db)).toBe(9);
});
