import { beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import type { Database } from "../../src/db/store/database.ts";
import { TransactionList } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, takeTerm } from "../../src/db/transactions/transactions.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { besideOf, stepFrom } from "../../src/sync/transactions/neighbours.ts";
import { OldestList } from "../../src/sync/transactions/oldest-list.ts";
import { proofOf } from "../../src/sync/transactions/page-proof.ts";
import type { Matching, TransactionSource } from "../../src/sync/transactions/transaction-source.ts";
import { emptyCache } from "../support/played-host.ts";

/** The host's rows, newest first: t0 to t9. */
const all = Array.from({ length: 10 }, (_, n) => v.parse(transaction, { id: `t${n}`, createdAt: 100_000 - n }));
const key = (n: number) => ({ at: 100_000 - n, id: `t${n}` });

let db: Database;
let term: number;
/** What was asked for. */
let asked: string[];
/** Loads rows when asked; by default brings nothing. */
let load: (what: string) => Promise<DemandResult>;

/** Caches rows `from` to `to`, as a page that starts or ends the list where it does. */
async function know(from: number, to: number): Promise<void> {
  const rows = all.slice(from, to + 1);
  const proof = proofOf({ page: from === 0 ? 1 : 2, limit: rows.length, rows, hasNextPage: to < all.length - 1, asOf: 1e12 });
  await applyPages(db, [{ rows, proof, gone: new Set() }], term);
}

/** The list of all transactions, as the dashboard reads it; each step reads the cache anew. */
function source(): TransactionSource {
  const ask = (what: string): Promise<DemandResult> => {
    asked.push(what);
    return load(what);
  };
  let list = new TransactionList(db);
  return {
    view: "head",
    matching: new Observable<Matching>({ is: "host" }),
    version: new Observable(0),
    read: (first, last, anchors) => {
      list = new TransactionList(db);
      return list.read(first, last, anchors);
    },
    readOn: (first, last) => list.read(first, last, []),
    follow: () => () => {},
    missing: async () => [],
    open: () => {},
    close: () => {},
    refreshHead: () => ask("head"),
    refreshView: () => ask("view"),
    extend: () => ask("extend"),
    closeGap: (above) => ask(`gap ${above}`),
  };
}

/** The same list, oldest first. */
function turned(): TransactionSource {
  const { matching, view, version, ...list } = source();
  return Object.assign(new OldestList(list), { matching, view, version, oldestFirst: true });
}

beforeEach(async () => {
  db = await emptyCache();
  term = await takeTerm(db);
  asked = [];
  load = async () => ({ is: "done" });
});

const step = async (n: number, side: "previous" | "next", isWanted = () => true): Promise<string> => {
  const { is, row } = await stepFrom(source(), key(n), side, isWanted);
  return row ? row.id : is;
};

describe("[FIND-2] beside a row", () => {
  test("are the rows above and below it, and the ends", async () => {
    await know(0, 9);
    expect(await besideOf(source(), key(4))).toMatchObject({
      isListed: true,
      previous: { row: { id: "t3" } },
      next: { row: { id: "t5" } },
    });
    expect((await besideOf(source(), key(0))).previous).toEqual({ is: "end" });
    expect((await besideOf(source(), key(9))).next).toEqual({ is: "end" });
  });

  test("is nothing, where the list doesn't have it", async () => {
    await know(0, 3);
    expect(await besideOf(source(), { at: 1, id: "other" })).toEqual({ isListed: false, previous: { is: "end" }, next: { is: "end" } });
  });

  test("of a row that has left are those that stood around it", async () => {
    await know(0, 9);
    const gone = { at: 100_000 - 4, id: "gone" };
    const { previous, next } = await besideOf(source(), gone);
    expect([previous, next]).toMatchObject([{ is: "row" }, { is: "row" }]);
    expect(previous.is === "row" && next.is === "row" && [previous.row.id, next.row.id]).not.toContain("gone");
  });

  test("of a row that has left the top is the first row", async () => {
    await know(0, 9);
    expect(await besideOf(source(), { at: 100_001, id: "gone" })).toMatchObject({
      isListed: true,
      previous: { is: "end" },
      next: { row: { id: "t0" } },
    });
  });

  test("may be rows that aren't loaded: below the lowest, in a gap", async () => {
    await know(0, 3);
    await know(6, 8);
    expect((await besideOf(source(), key(3))).next).toMatchObject({ is: "unloaded", gap: { from: 100_000 - 3 } });
    expect((await besideOf(source(), key(6))).previous).toMatchObject({ is: "unloaded", gap: { from: 100_000 - 3 } });
    expect((await besideOf(source(), key(8))).next).toEqual({ is: "unloaded", gap: undefined });
  });
});

describe("[FIND-2] a step", () => {
  test("to a cached row asks nothing", async () => {
    await know(0, 9);
    expect([await step(4, "previous"), await step(4, "next"), await step(9, "next"), await step(0, "previous")]).toEqual([
      "t3",
      "t5",
      "end",
      "end",
    ]);
    expect(asked).toEqual([]);
  });

  test("past the lowest row extends the list, into a gap closes it, above an unproven head asks for the head", async () => {
    await know(0, 3);
    load = async () => know(3, 6).then(() => ({ is: "done" }));
    expect(await step(3, "next")).toBe("t4");
    await know(8, 9);
    load = async () => know(6, 8).then(() => ({ is: "done" }));
    expect(await step(8, "previous")).toBe("t7");
    expect(asked).toEqual(["extend", `gap ${100_000 - 6}`]);
    await db.delete({ disableAutoOpen: false });
    term = await takeTerm(db);
    await know(2, 9);
    load = async () => know(0, 4).then(() => ({ is: "done" }));
    expect(await step(2, "previous")).toBe("t1");
    expect(asked.at(-1)).toBe("head");
  });

  test("goes on through several loads, and gives up once one brings nothing", async () => {
    await know(0, 3);
    await know(8, 9);
    let turn = 0;
    load = async () => {
      turn += 1;
      if (turn === 1) await know(3, 5);
      return { is: "done" };
    };
    expect(await step(8, "previous")).toBe("failed");
    expect(asked).toEqual([`gap ${100_000 - 3}`, `gap ${100_000 - 5}`]);
  });

  test.each(["failed", "odd"] as const)("ends where a load has %s", async (is) => {
    await know(0, 3);
    load = async () => ({ is });
    expect(await step(3, "next")).toBe("failed");
    expect(asked).toHaveLength(1);
  });

  test("[FIND-8] where the oldest are first, loads older rows above the first one, and none below the last", async () => {
    await know(0, 3);
    load = async () => know(3, 6).then(() => ({ is: "done" }));
    expect((await stepFrom(turned(), key(0), "next", () => true)).is).toBe("end");
    expect(asked).toEqual([]);
    expect((await stepFrom(turned(), key(3), "previous", () => true)).row?.id).toBe("t4");
    expect(asked).toEqual(["extend"]);
  });

  test("that nobody wants any more loads nothing", async () => {
    await know(0, 3);
    expect(await step(3, "next", () => false)).toBe("unloaded");
    expect(asked).toEqual([]);
  });
});
