import { beforeEach, describe, expect, test } from "vitest";
import { type Database, readState, writeState } from "../../src/db/store/database.ts";
import type { Followed } from "../../src/db/store/followed.ts";
import { goneAfter, noteGone, recentOf } from "../../src/db/store/gone.ts";
import { hasRunOut, isAhead } from "../../src/db/store/retention.ts";
import { forgetFollowed, latestTime, noteHello, noteLife, noteMoved } from "../../src/db/transactions/note-followed.ts";
import { StalePageError, takeTerm } from "../../src/db/transactions/transactions.ts";
import { emptyCache } from "../support/played-host.ts";

let db: Database;
let term: number;
beforeEach(async () => {
  db = await emptyCache();
  term = await takeTerm(db);
});

const followed = (): Promise<Followed | undefined> => readState(db, "followed");
const hello = (position: string, isComplete: boolean, now: number) => noteHello(db, { position, isComplete }, now, term);

describe("[LIVE-2] the beginning of a stream", () => {
  test("keeps up what is asked for from then on, not what was asked for before", async () => {
    await writeState(db, "synced", 1000);
    await hello("p1", false, 900);
    // The clock had been ahead: an answer of "1000" is from before.
    expect(await followed()).toEqual({ position: "p1", since: 1001, at: 900, moved: { analytics: 1000 } });
  });

  test("that is complete goes on where it was; one that isn't begins anew", async () => {
    await hello("p1", false, 1000);
    await noteLife(db, 2000, term);
    await hello("p2", true, 3000);
    expect(await followed()).toMatchObject({ position: "p2", since: 1001, at: 2000 });
    await hello("p3", false, 4000);
    expect(await followed()).toMatchObject({ position: "p3", since: 4001, at: 4000 });
  });

  test("that claims to be complete with nothing before it doesn't count as complete", async () => {
    await hello("p1", true, 1000);
    expect(await followed()).toMatchObject({ since: 1001, at: 1000 });
  });
});

describe("[LIVE-2, LIVE-3] while it lives", () => {
  test("each sign of life moves the time on, and none moves it back", async () => {
    await hello("p1", false, 1000);
    await noteLife(db, 3000, term);
    await noteLife(db, 2000, term);
    expect((await followed())?.at).toBe(3000);
  });

  test("what has moved is dated by the later of now and the last sign of life", async () => {
    await hello("p1", false, 1000);
    await noteLife(db, 3000, term);
    await noteMoved(db, "users", 2000, term);
    await noteMoved(db, "slips", 4000, term);
    expect((await followed())?.moved).toMatchObject({ users: 3000, slips: 4000 });
  });

  test("a sign of life without a stream notes nothing; a forgotten one keeps up nothing", async () => {
    await noteLife(db, 1000, term);
    expect(await followed()).toBeUndefined();
    await hello("p1", false, 1000);
    await forgetFollowed(db, term);
    expect(await followed()).toBeUndefined();
  });

  test("[SYNC-6] a tab that another one has overtaken notes nothing", async () => {
    await hello("p1", false, 1000);
    await takeTerm(db);
    const writes = [hello("p2", false, 2000), noteLife(db, 2000, term), noteMoved(db, "users", 2000, term), forgetFollowed(db, term)];
    for (const write of writes) await expect(write).rejects.toBeInstanceOf(StalePageError);
    expect(await followed()).toMatchObject({ position: "p1", at: 1000 });
  });

  test("[LIVE-2] the latest time is never before one that is stored", async () => {
    expect(await latestTime(db, 5)).toBe(5);
    await writeState(db, "synced", 10);
    expect(await latestTime(db, 5)).toBe(10);
    await writeState(db, "othersSynced", 20);
    expect(await latestTime(db, 5)).toBe(20);
    await hello("p1", false, 30);
    expect([await latestTime(db, 5), await latestTime(db, 40)]).toEqual([30, 40]);
  });
});

describe("[LIVE-2] what the stream said was deleted", () => {
  test("outdates the answers asked for until then, of its own kind and id", async () => {
    await noteGone(db, "user", ["u1"], 1000);
    const wentAfter = await goneAfter(db, "user");
    expect([wentAfter("u1", 999), wentAfter("u1", 1000), wentAfter("u1", 1001), wentAfter("u2", 0)]).toEqual([true, true, false, false]);
    expect((await goneAfter(db, "approval"))("u1", 0)).toBe(false);
  });

  test("is forgotten once no answer can be under way any more, whichever way the clock went", async () => {
    const tenMinutes = 10 * 60_000;
    await noteGone(db, "user", ["old"], 0);
    await noteGone(db, "user", ["ahead"], 2 * tenMinutes - 1);
    await noteGone(db, "user", ["far ahead"], 2 * tenMinutes);
    await noteGone(db, "user", ["new"], tenMinutes);
    expect(Object.keys((await readState(db, "gone")) ?? {})).toEqual(["user ahead", "user new"]);
    expect(recentOf({ a: 0, b: 1 }, (at) => at, tenMinutes)).toEqual({ b: 1 });
  });
});

test("[AUTH-16] a cache has run out once it is older than the retention; a minute ahead is no clock that was put back", () => {
  const hour = 3_600_000;
  expect([hasRunOut(0, 2, 2 * hour), hasRunOut(0, 2, 2 * hour + 1), hasRunOut(0, 0, 0)]).toEqual([false, true, false]);
  expect([isAhead(60_000, 0), isAhead(60_001, 0), isAhead(0, 1e12)]).toEqual([false, true, false]);
});
