import { Dexie } from "dexie";
import { afterEach, expect, test, vi } from "vitest";
import { Database, readState, writeState } from "../../src/db/store/database.ts";
import { enforceRetention, openCache } from "../../src/db/store/open.ts";
import { firstCache } from "../support/first-cache.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const refuseOnce = (name: string) =>
  vi
    .spyOn(Database.prototype, "open")
    .mockImplementationOnce(() => Dexie.Promise.reject(new DOMException("The connection was closed.", name)));

test.each([
  ["AbortError", "on"],
  ["SecurityError", "off"],
])(
  "[SYNC-7] after an %s while it is opened the cache is %s: only a browser that is clearing its storage is asked again",
  async (name, keeping) => {
    const open = refuseOnce(name);
    const opened = await openCache(`open-${Math.random()}`);
    expect(opened.keeping).toBe(keeping);
    expect(open).toHaveBeenCalledTimes(2);
    expect(await opened.db.state.count()).toBe(0);
    opened.db.close();
  },
);

test("[DASH-5, SYNC-2] after a rollback to 0.1.0, which caches rows of its own under the same coverage, rows are fetched again", async () => {
  const name = `rolled-back-${Math.random()}`;
  const { db } = await openCache(name);
  await writeState(db, "recentUsers", ["ada@example.com"]);
  db.close();
  const old = firstCache(name);
  await old.table("transactions").put({ id: "t1", at: 5 });
  const end = { at: 5, id: "t1" };
  await old.table("state").put({ name: "synced", value: 6 });
  await old.table("state").put({ name: "coverage", value: [{ top: end, bottom: end }] });
  old.close();

  const retain = (cache: Database) => enforceRetention(cache, 72, 8, async () => {});
  const again = await openCache(name);
  expect(await retain(again.db)).toBe(true);
  expect(again.keeping).toBe("on");
  expect(await readState(again.db, "coverage")).toBeUndefined();
  expect(await readState(again.db, "recentUsers")).toEqual(["ada@example.com"]);
  await writeState(again.db, "synced", 7);
  again.db.close();

  // Once is enough: the empty table stays.
  const later = await openCache(name);
  expect(await retain(later.db)).toBe(false);
  expect(await readState(later.db, "synced")).toBe(7);
  later.db.close();
  const looked = firstCache(name);
  expect(await looked.table("transactions").count()).toBe(0);
  looked.close();
});
