import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { type Slip, slip as slipSchema } from "../../src/contract/approvals.ts";
import { Database } from "../../src/db/store/database.ts";
import { forgetAnswers } from "../../src/db/store/forget-answers.ts";
import { clearTables } from "../../src/db/store/open.ts";
import {
  findKeptSlips,
  keptSlipsOf,
  readOpenSlips,
  putSlip,
  putSlipPage,
  readKeptSlip,
  readSlipSlice,
  readToDecide,
} from "../../src/db/money/slips.ts";
import { bea, wireSlip } from "../support/played-approvals.ts";

const me = { id: "admin-me", email: "me@example.com" };
const mine = { id: "ADMIN-ME", name: "Me", email: "Me@example.com" };
const slipOf = (n: number, fields: Readonly<Record<string, unknown>> = {}): Slip => v.parse(slipSchema, wireSlip(n, fields));
/** Page `page` of the slips. */
const pageOf = (slips: readonly Slip[], page: number): readonly Slip[] => slips.slice((page - 1) * 50, page * 50);
const listOf = (from: number, count: number): Slip[] => Array.from({ length: count }, (_, n) => slipOf(from + n));

let db: Database;
let serial = 0;
beforeEach(async () => {
  serial += 1;
  db = new Database(`slips-${serial}`);
  await db.open();
});
afterEach(() => db.delete());

const open = { state: "open" };
const put = (page: number, slips: readonly Slip[], asOf: number, more: { total?: number; toDecide?: number; heardAt?: number } = {}) =>
  putSlipPage(
    db,
    open,
    page,
    { slips: pageOf(slips, page), total: more.total ?? slips.length, toDecide: more.toDecide, asOf, heardAt: more.heardAt ?? asOf },
    me,
  );
const idsAt = async (first: number, last: number, withoutOwn = false) =>
  (await readSlipSlice(db, open, { first, last, withoutOwn }))?.rows.map((row) => row?.id);

describe("the kept list of slips", () => {
  test("[APPR-4] pages stand at their places; what isn't here leaves its place empty and is counted as missing", async () => {
    const all = listOf(0, 120);
    await put(1, all, 10);
    expect(await put(3, all, 11)).toBe("kept");
    const slice = await readSlipSlice(db, open, { first: 0, last: 149, withoutOwn: false });
    expect(slice).toMatchObject({ total: 120, kept: 70, asOf: 10, headAsOf: 10 });
    expect([slice?.rows[0]?.id, slice?.rows[49]?.id, slice?.rows[50], slice?.rows[100]?.id]).toEqual([
      "slip-00000",
      "slip-00049",
      undefined,
      "slip-00100",
    ]);
    expect(slice?.pages).toEqual([
      { page: 1, isKept: true },
      { page: 2, isKept: false },
      { page: 3, isKept: true },
    ]);
    expect(await readSlipSlice(db, { state: "executed" }, { first: 0, last: 9, withoutOwn: false })).toBeUndefined();
  });

  test("[APPR-4] a new slip at the head ends the further pages, so that none is missing where they met", async () => {
    const before = listOf(1, 120);
    await put(1, before, 10);
    await put(2, before, 11);
    const after = [slipOf(0), ...before];
    await put(1, after, 20);
    expect(await idsAt(48, 52)).toEqual(["slip-00048", "slip-00049", undefined, undefined, undefined]);
    expect(await put(2, after, 21)).toBe("kept");
    expect(await idsAt(48, 52)).toEqual(["slip-00048", "slip-00049", "slip-00050", "slip-00051", "slip-00052"]);
  });

  test("[APPR-4] with nothing new the further pages stay, and the list is as old as its oldest page in sight", async () => {
    const all = listOf(0, 120);
    await put(1, all, 10);
    await put(2, all, 12);
    await put(1, all, 30);
    expect(await readSlipSlice(db, open, { first: 50, last: 60, withoutOwn: false })).toMatchObject({ asOf: 12, headAsOf: 30, kept: 100 });
  });

  test("[APPR-4] a further page of another list than the first page's is not joined to it", async () => {
    const before = listOf(1, 120);
    await put(1, before, 10, { heardAt: 12 });
    // One arrived at the head and another left the middle: the same number, shifted by one.
    const shifted = [slipOf(0), ...before.filter((slip) => slip.id !== "slip-00090")];
    expect(await put(2, shifted, 13)).toBe("moved");
    // Requested before the first page's answer arrived, so it may be older.
    expect(await put(2, before, 11)).toBe("moved");
    expect(await put(2, before, 13, { total: 119 })).toBe("moved");
    expect(await idsAt(49, 50)).toEqual(["slip-00050", undefined]);
    // The slips read are cached anyway.
    expect((await readKeptSlip(db, "slip-00060"))?.id).toBe("slip-00060");
  });

  test("[APPR-4] an older answer than the kept one changes nothing", async () => {
    await put(1, listOf(0, 3), 20, { toDecide: 3 });
    await put(1, listOf(1, 2), 10, { toDecide: 2 });
    expect(await idsAt(0, 9)).toEqual(["slip-00000", "slip-00001", "slip-00002"]);
    expect(await readToDecide(db)).toEqual({ count: 3, asOf: 20 });
  });

  test("[APPR-4] an admin's own take no place among those to decide, on whatever page they come", async () => {
    const all = [slipOf(0, { maker: mine }), ...listOf(1, 60), slipOf(61, { maker: mine }), slipOf(62)];
    await put(1, all, 10);
    expect((await readSlipSlice(db, open, { first: 0, last: 9, withoutOwn: true }))?.total).toBe(62);
    expect(await idsAt(0, 1, true)).toEqual(["slip-00001", "slip-00002"]);
    await put(2, all, 11);
    const slice = await readSlipSlice(db, open, { first: 59, last: 70, withoutOwn: true });
    expect(slice).toMatchObject({ total: 61, kept: 61 });
    expect(slice?.rows.map((row) => row?.id)).toEqual(["slip-00060", "slip-00062"]);
  });

  test("[APPR-4] a full cache makes room for older slips, too: at the end that is farther from them", async () => {
    const old = pageOf(listOf(50_000, 2), 1);
    const newer = slipOf(0, { state: "executed" });
    const full = Array.from({ length: 20_000 }, (_, n) => ({ ...newer, id: `newer-${n}`, madeMs: Date.now() - n, seenAt: 1 }));
    await db.slips.bulkAdd([{ ...slipOf(1), madeMs: Date.now() + 1, seenAt: 1 }, ...full]);
    const executed = old.map((slip): Slip => ({ ...slip, state: "executed" }));
    await putSlipPage(db, { currency: "NGNB" }, 1, { slips: executed, total: 2, toDecide: 1, asOf: 2, heardAt: 2 }, me);
    const slice = await readSlipSlice(db, { currency: "NGNB" }, { first: 0, last: 49, withoutOwn: false });
    expect(slice?.rows.map((row) => row?.id)).toEqual(["slip-50000", "slip-50001"]);
    expect(await readKeptSlip(db, "newer-0")).toBeUndefined();
    // Open ones stay, wherever they are.
    expect((await readKeptSlip(db, "slip-00001"))?.state).toBe("open");
  });

  test("[APPR-4] a page counts as missing while one of its slips isn't here", async () => {
    const all = listOf(0, 60);
    await put(1, all, 10);
    await put(2, all, 11);
    await db.slips.delete("slip-00055");
    const slice = await readSlipSlice(db, open, { first: 0, last: 99, withoutOwn: false });
    expect(slice?.pages).toEqual([
      { page: 1, isKept: true },
      { page: 2, isKept: false },
    ]);
  });

  test("[APPR-6] a decision is final: an answer that still says open, or an older one, doesn't take it back", async () => {
    await putSlip(db, slipOf(0), 10);
    await putSlip(db, slipOf(0, { state: "executed" }), 20);
    await putSlip(db, slipOf(0), 30);
    await putSlip(db, slipOf(0, { state: "refused" }), 15);
    expect((await readKeptSlip(db, "slip-00000"))?.state).toBe("executed");
  });

  test("[APPR-4] out of reach, the filters find among all that is kept", async () => {
    await putSlip(db, slipOf(0, { currency: "BTC" }), 10);
    await putSlip(db, slipOf(1, { operation: "deduct", state: "executed", reason: "refund" }), 10);
    await putSlip(db, slipOf(2, { maker: mine, email: "bob@example.com" }), 10);
    const find = async (filter: Parameters<typeof findKeptSlips>[1], without?: typeof me) =>
      (await findKeptSlips(db, filter, without)).rows.map(({ id }) => id.slice(-1)).join("");
    expect(await find({})).toBe("012");
    expect(await find({ state: "open" }, me)).toBe("0");
    expect(await find({ state: "executed,refused" })).toBe("1");
    expect(await find({ currency: "BTC" })).toBe("0");
    expect(await find({ currency: "btc" })).toBe("0");
    expect(await find({ operation: "deduct" })).toBe("1");
    expect(await find({ reason: "refund" })).toBe("1");
    expect(await find({ maker: "ME@example.com" })).toBe("2");
    expect(await find({ maker: bea.id })).toBe("01");
    expect(await findKeptSlips(db, {}, undefined)).toMatchObject({ of: 3, asOf: undefined });
    expect((await keptSlipsOf(db, "ADA@example.com")).map(({ id }) => id)).toEqual(["slip-00000", "slip-00001"]);
    expect(await readOpenSlips(db, me)).toMatchObject({ own: ["slip-00002"] });
  });

  test("[APPR-4, AUTH-14] they go with the cache, and with the host's other answers", async () => {
    await put(1, listOf(0, 3), 10, { toDecide: 3 });
    await forgetAnswers(db, Date.now());
    expect([await db.slips.count(), await db.slipViews.count(), await readToDecide(db)]).toEqual([0, 0, undefined]);
    await put(1, listOf(0, 3), 10);
    await clearTables(db);
    expect([await db.slips.count(), await db.slipViews.count()]).toEqual([0, 0]);
  });

  test("[APPR-4] at 10,000 kept slips a part in sight is read by itself", async () => {
    const all = listOf(0, 10_000);
    await db.slips.bulkPut(all.map((slip) => ({ ...slip, madeMs: Date.parse(slip.madeAt), seenAt: 1 })));
    await put(1, all, 1);
    await put(150, all, 2);
    let read = 0;
    const counting = (row: unknown) => ((read += 1), row);
    db.slips.hook("reading", counting);
    const slice = await readSlipSlice(db, open, { first: 7450, last: 7499, withoutOwn: true });
    expect(slice?.rows.filter(Boolean)).toHaveLength(50);
    expect(slice).toMatchObject({ total: 10_000, kept: 100 });
    db.slips.hook("reading").unsubscribe(counting);
    expect(read).toBeLessThan(200);
  });
});
