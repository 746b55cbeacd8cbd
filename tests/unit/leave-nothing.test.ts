import { Dexie } from "dexie";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "../../src/contract/config.ts";
import { readAtStake } from "../../src/db/money/at-stake.ts";
import { writeAttempt } from "../../src/db/money/journal.ts";
import { cacheName } from "../../src/db/store/cache-name.ts";
import { Database, writeState } from "../../src/db/store/database.ts";
import { answerOf } from "../../src/db/store/idb-answer.ts";
import { cacheNames, openInMemory } from "../../src/db/store/open.ts";
import { beginOpening, opening } from "../../src/db/first-sight/opening.ts";
import { postsOf } from "../../src/sync/money/fence.ts";
import { endSession } from "../../src/sync/session/teardown.ts";
import { wipeCaches } from "../../src/sync/session/wipe-caches.ts";
import { setBadge } from "../../src/sync/state/badge.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync } from "../../src/sync/start-sync.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { troubleOf } from "../../src/sync/storage/storage-trouble.ts";
import { StalePageError } from "../../src/db/transactions/transactions.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { emptyCache } from "../support/played-host.ts";

beforeEach(() => void vi.stubGlobal("localStorage", new DeviceStorage()));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of await cacheNames()) await Dexie.delete(name);
});

async function cacheOf(who: string): Promise<string> {
  const db = new Database(cacheName("http://host", who));
  await db.open();
  await writeAttempt(db, { ...unknownFunding(`of ${who}`, 1, '["fund"]') });
  db.close();
  return db.name;
}

describe("[AUTH-14, SYNC-9] wiping", () => {
  test("deletes every cache but the one to keep, and leaves a post for what is unsettled", async () => {
    const [ada, bea] = [await cacheOf("ada"), await cacheOf("bea")];
    const other = new Dexie("not ours");
    other.version(1).stores({ some: "id" });
    await other.open();
    other.close();
    expect(await wipeCaches(bea)).toBe(true);
    expect(await cacheNames()).toEqual([bea]);
    expect([postsOf(ada).map(({ attempt }) => attempt), postsOf(bea)]).toEqual([["of ada"], []]);
    expect(await Dexie.exists("not ours")).toBe(true);
    await Dexie.delete("not ours");
    expect(await wipeCaches()).toBe(true);
    expect(await cacheNames()).toEqual([]);
    expect(await wipeCaches()).toBe(true);
  });

  test("says so where a deletion takes too long, or fails, and deletes the others", async () => {
    const [ada, bea] = [await cacheOf("ada"), await cacheOf("bea")];
    const real = Dexie.delete.bind(Dexie);
    const spoilt = vi.spyOn(Dexie, "delete");
    spoilt.mockImplementation((name) => (name === ada ? Dexie.Promise.reject(new DOMException("broken", "UnknownError")) : real(name)));
    expect(await wipeCaches()).toBe(false);
    expect(await cacheNames()).toEqual([ada]);
    spoilt.mockImplementation(() => new Dexie.Promise<void>(() => {}));
    expect(await wipeCaches(undefined, 1)).toBe(false);
    expect(postsOf(bea)).toHaveLength(1);
    // What is late goes on: it may delete nothing of a later test.
    await vi.waitFor(() => expect(spoilt).toHaveBeenCalledTimes(3));
  });

  test("has nothing to do where the browser refuses databases", async () => {
    vi.spyOn(Dexie, "getDatabaseNames").mockRejectedValue(new DOMException("no", "SecurityError"));
    expect(await wipeCaches()).toBe(true);
  });

  test("keeps no page waiting once all is gone", async () => {
    await cacheOf("ada");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(await wipeCaches()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

test("[AUTH-14] what late answers write while a deletion waits for another tab is gone, too", async () => {
  sessionStore.open("ada's token", { id: "ada" });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const sync = await startSync(session, connect(v.parse(config, { host: "http://host" })));
  // A tab that sleeps does not let go.
  const asleep = await answerOf(indexedDB.open(sync.db.name));
  let written = 0;
  const writing = (async () => {
    for (;;) {
      await writeState(sync.db, "recentUsers", ["ada@example.com"]);
      written += 1;
    }
  })().catch(() => "closed");
  await vi.waitFor(() => expect(written).toBeGreaterThan(0));
  expect(await endSession(sync)).toBe(false);
  expect(await writing).toBe("closed");
  const left = await answerOf(asleep.transaction("state").objectStore("state").getAll());
  asleep.close();
  expect(left).toEqual([]);
});

test("[BULK-4, FIND-7] what a sign-out would take: the open run's unsent rows, and the cases", async () => {
  const db = await emptyCache();
  const cache = { db, keeping: "on" } as const;
  expect(await readAtStake(cache)).toEqual({ run: undefined, cases: 0, unsettled: 0 });
  await db.cases.bulkAdd([
    { id: "c1", name: "One", note: "", madeAt: 1 },
    { id: "c2", name: "Two", note: "", madeAt: 2 },
  ]);
  expect((await readAtStake(cache)).cases).toBe(2);
  db.close();
  await expect(readAtStake(cache)).rejects.toThrow();
});

test("[BULK-4, FIND-7, FUND-6] a sign-out from a cache in memory takes what the device's own holds, too, and creates none", async () => {
  const name = cacheName("http://host", "ada");
  const { db } = await openInMemory(name);
  await db.cases.add({ id: "c1", name: "In memory", note: "", madeAt: 1 });
  const inMemory = { db, keeping: "off" } as const;
  expect(await readAtStake(inMemory)).toEqual({ run: undefined, cases: 1, unsettled: 0 });
  expect(await cacheNames()).toEqual([]);
  await cacheOf("ada");
  const kept = new Database(name);
  await kept.cases.add({ id: "c2", name: "Kept", note: "", madeAt: 1 });
  await kept.bulkRuns.add({ id: "r1", at: 1, by: "Ada", name: "june.csv", rows: 1, state: { is: "running" } });
  kept.close();
  expect(await readAtStake(inMemory)).toEqual({ run: 0, cases: 2, unsettled: 1 });
});

describe("[SYNC-7] what an error of the cache means", () => {
  const named = (name: string, inner?: object): object => ({ name, ...(inner && { inner }) });
  test.each<[string, unknown, ReturnType<typeof troubleOf>]>([
    ["another tab leads", new StalePageError("another tab leads"), "not leading"],
    ["a page was overtaken", new StalePageError("rows would be lost"), "passing"],
    ["no room", new DOMException("full", "QuotaExceededError"), "full"],
    ["no room, deep inside", named("AbortError", named("BulkError", named("QuotaExceededError"))), "full"],
    [
      "no room, as Firefox says it of one of several rows",
      new Dexie.BulkError("1 of 2", [new DOMException("full", "QuotaExceededError")]),
      "full",
    ],
    ["no room on a lost database", named("DatabaseClosedError", named("QuotaExceededError")), "full"],
    ["closed", named("DatabaseClosedError"), "lost"],
    ["broken", named("AbortError", named("UnknownError")), "lost"],
    ["a record whose file is gone", new DOMException("Data lost due to missing file.", "NotReadableError"), "lost"],
    ["a conflict", named("ConstraintError"), "passing"],
    ["a text", "full", "passing"],
    ["nothing", null, "passing"],
  ])("%s", (_, error, trouble) => {
    expect(troubleOf(error)).toBe(trouble);
  });
});

describe("the icon's badge", () => {
  test("shows a number, and none for 0", () => {
    const [setAppBadge, clearAppBadge] = [
      vi.fn(() => Promise.reject(new Error("not installed"))),
      vi.fn(() => Promise.reject(new Error("no"))),
    ];
    vi.stubGlobal("navigator", { setAppBadge, clearAppBadge });
    setBadge(3);
    setBadge(0);
    expect([setAppBadge.mock.calls, clearAppBadge.mock.calls]).toEqual([[[3]], [[]]]);
  });

  test("is no error where there is none", () => {
    vi.stubGlobal("navigator", undefined);
    expect(() => setBadge(1)).not.toThrow();
    vi.stubGlobal("navigator", {});
    expect(() => setBadge(0)).not.toThrow();
  });
});

describe("[PWA-2] opening ahead of the other scripts", () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, "counterfoilOpening"));
  const settled = (request: IDBOpenDBRequest): Promise<string> =>
    new Promise((resolve) => {
      for (const is of ["success", "error"]) request.addEventListener(is, () => resolve(is));
    });

  test("takes a cache as it is, and lets go of it when it is to be deleted", async () => {
    expect(opening()).toBeUndefined();
    const name = await cacheOf("ada");
    beginOpening(name);
    const request = opening();
    if (!request) throw new Error("not begun");
    expect(await settled(request)).toBe("success");
    expect([...request.result.objectStoreNames]).toContain("journal");
    expect(await wipeCaches()).toBe(true);
  });

  test("makes none where there is none", async () => {
    beginOpening(cacheName("http://host", "nobody"));
    const request = opening();
    if (!request) throw new Error("not begun");
    expect(await settled(request)).toBe("error");
    expect(await cacheNames()).toEqual([]);
  });
});
