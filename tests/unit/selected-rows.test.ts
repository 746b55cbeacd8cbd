import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { followUsers, readUsers } from "../../src/db/people/selected-users.ts";
import type { Database } from "../../src/db/store/database.ts";
import type { Key } from "../../src/db/store/order.ts";
import { followRows, readRows } from "../../src/db/transactions/selected-rows.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { emptyCache } from "../support/played-host.ts";

const start = 1_000_000;
const row = (n: number, more: object = {}) => v.parse(transaction, { id: `t${n}`, createdAt: start - n, status: "PENDING", ...more });
const key = (n: number): Key => ({ at: start - n, id: `t${n}` });

let db: Database;
beforeEach(async () => {
  db = await emptyCache();
});

const read = async (keys: readonly Key[]) => {
  const batches: { rows: string[]; gone: readonly string[] }[] = [];
  for await (const { rows, gone } of readRows(db, keys)) batches.push({ rows: rows.map(({ id }) => id), gone });
  return batches;
};

describe("[FIND-1] selected rows are read", () => {
  test("in the order in which they were selected; what is no longer cached is named", async () => {
    await putLooseRows(db, [row(1), row(2), row(3)], 5);
    expect(await read([key(3), key(9), key(1)])).toEqual([{ rows: ["t3", "t1"], gone: ["t9"] }]);
    expect(await read([])).toEqual([]);
  });

  test("by their id, where the host has changed the date", async () => {
    // Enough for several sheets.
    await putLooseRows(
      db,
      Array.from({ length: 600 }, (_, n) => row(n)),
      5,
    );
    expect(await read([{ at: start - 599, id: "t1" }])).toEqual([{ rows: ["t1"], gone: [] }]);
  });

  test("in batches", async () => {
    const many = Array.from({ length: 1001 }, (_, n) => n);
    await putLooseRows(
      db,
      many.map((n) => row(n)),
      5,
    );
    const batches = await read(many.map(key));
    expect(batches.map(({ rows }) => rows.length)).toEqual([500, 500, 1]);
    expect(batches.flatMap(({ rows }) => rows)).toEqual(many.map((n) => `t${n}`));
  });
});

describe("[FIND-1] selected rows are followed", () => {
  let stop: () => void = () => {};
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  /** IndexedDB runs on real time. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
  };
  /** Lets writes rest, then reads end. */
  const rest = async (ms = 300): Promise<void> => {
    await settle();
    await vi.advanceTimersByTimeAsync(ms);
    await settle();
    await vi.advanceTimersByTimeAsync(0);
  };
  let heard: string[];
  const follow = (keys: () => readonly Key[]): void => {
    heard = [];
    stop = followRows(db, keys, (rows, gone) =>
      heard.push([...rows.map(({ id, status }) => `${id} ${status}`), ...gone.map((id) => `${id} gone`)].join(", ")),
    );
  };

  test("soon, and soon after writes, several at once, also where these don't pause; the keys are those of that moment", async () => {
    await putLooseRows(db, [row(1), row(2)], 5);
    let keys = [key(1)];
    follow(() => keys);
    expect(heard).toEqual([]);
    await rest();
    expect(heard).toEqual(["t1 PENDING"]);
    keys = [key(1), key(2), key(3)];
    await putLooseRows(db, [row(1, { status: "FAILED" })], 6);
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    await putLooseRows(db, [row(2, { status: "COMPLETED" })], 6);
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    await settle();
    await putLooseRows(db, [row(3)], 6);
    expect(heard).toEqual(["t1 PENDING", "t1 FAILED, t2 COMPLETED, t3 gone"]);
    await rest();
    expect(heard.slice(2)).toEqual(["t1 FAILED, t2 COMPLETED, t3 PENDING"]);
  });

  test("no longer than they are wanted", async () => {
    await putLooseRows(db, [row(1)], 5);
    follow(() => [key(1)]);
    stop();
    await rest();
    await putLooseRows(db, [row(1, { status: "FAILED" })], 6);
    await rest();
    expect(heard).toEqual([]);
  });

  test("and a cache that can't be read for once doesn't end it", async () => {
    await putLooseRows(db, [row(1)], 5);
    let isBroken = true;
    follow(() => {
      if (isBroken) throw new Error("closed");
      return [key(1)];
    });
    await rest();
    isBroken = false;
    await putLooseRows(db, [row(1, { status: "FAILED" })], 6);
    await rest();
    expect(heard).toEqual(["t1 FAILED"]);
  });
});

describe("[FIND-1] selected users", () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 400));
  const user = (n: number) => ({ id: `u${n}`, email: `u${n}@example.com` });

  test("are read in their order, the uncached ones named", async () => {
    await putUsers(db, [user(1), user(2)], 5);
    const { rows, gone } = await readUsers(db, ["u2", "u7", "u1"]);
    expect([rows.map(({ id }) => id), gone]).toEqual([["u2", "u1"], ["u7"]]);
    expect(await readUsers(db, [])).toEqual({ rows: [], gone: [] });
  });

  test("who go are told once they have gone, and not after that; while all are there, nothing is", async () => {
    await putUsers(db, [user(1), user(2)], 5);
    const [there, heard]: [(readonly string[])[], (readonly string[])[]] = [[], []];
    const anybody = () => true;
    const followed = [
      followUsers(
        db,
        () => ["u2"],
        anybody,
        (gone) => there.push(gone),
      ),
      followUsers(
        db,
        () => ["u1", "u2", "u9"],
        anybody,
        (gone) => heard.push(gone),
      ),
    ];
    await vi.waitFor(() => expect(heard).toEqual([["u9"]]));
    await db.users.delete("u1");
    await vi.waitFor(() => expect(heard).toEqual([["u9"], ["u1"]]));
    expect(there).toEqual([]);
    for (const { stop } of followed) stop();
    await db.users.delete("u2");
    await rest();
    expect([heard.length, there]).toEqual([2, []]);
  });

  test("are read once each, and again once written, however many are selected one by one", async () => {
    const some = Array.from({ length: 40 }, (_, n) => user(n));
    await putUsers(db, some, 5);
    const ids: string[] = [];
    const read: string[] = [];
    const { look, stop } = followUsers(
      db,
      () => ids,
      ({ id }) => {
        read.push(id);
        return true;
      },
      () => {},
    );
    for (const { id } of some) {
      ids.push(id);
      look();
    }
    await vi.waitFor(() => expect(read).toEqual(ids));
    ids.splice(3, 1);
    look();
    await rest();
    expect(read.length).toBe(40);
    await db.users.update("u7", { kycLevel: 2 });
    await vi.waitFor(() => expect(read.slice(40)).toEqual(["u7"]));
    await putUsers(
      db,
      Array.from({ length: 60 }, (_, n) => user(100 + n)),
      6,
    );
    await rest();
    // Of more than fifty at once Dexie doesn't tell which: all are read.
    expect(new Set(read.slice(41))).toEqual(new Set(ids));
    stop();
  });
});
