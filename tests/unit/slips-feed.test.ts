import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { listSlips, readSlip } from "../../src/contract/approvals.ts";
import { config } from "../../src/contract/config.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { readAttempt, writeAttempt } from "../../src/db/money/journal.ts";
import { isOwn, readKeptSlip, readSlipSlice, readToDecide } from "../../src/db/money/slips.ts";
import { MutationGate } from "../../src/sync/money/gate.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import { checkSlip } from "../../src/sync/money/slip-check.ts";
import { meOf, slipFeeds, slipInRefusal } from "../../src/sync/feeds/slips-feed.ts";
import { decodeClaims } from "../../src/sync/state/session-store.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { bea, cleo, wireSlip } from "../support/played-approvals.ts";

const me = { id: "adm-cleo", email: "cleo@example.com" };

interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

let db: Database;
let host: Host;
let closing: AbortController;
let serial = 0;
/** The host's answer per path. */
let answers: Map<string, (query: Readonly<Record<string, unknown>>) => object>;
let asked: Asked[];
let now: number;

beforeEach(async () => {
  serial += 1;
  now = 1_000_000;
  asked = [];
  answers = new Map();
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("navigator", { onLine: true });
  db = new Database(`slips-feed-${serial}`);
  await db.open();
  closing = new AbortController();
  const real = connect(v.parse(config, { approvals: "/two" }), closing.signal, { now: () => now, after: () => {} });
  const read = async (call: { readonly answer: v.GenericSchema }, request: { path?: string; query?: object; params?: { id: string } }) => {
    const path = (request.path ?? "").replace("{id}", request.params?.id ?? "");
    const query = { ...request.query };
    asked.push({ path, query });
    now += 1;
    const answer = answers.get(path)?.(query) ?? { status: 404 };
    if ("status" in answer) return { is: "refused", status: answer.status, message: "No", body: '{"success":false,"message":"No"}' };
    const sentAt = now;
    now += 1;
    return { is: "answered", value: v.parse(call.answer, { success: true, data: answer }), sentAt };
  };
  host = { ...real, reads: { read } as unknown as Host["reads"] };
});
afterEach(async () => {
  closing.abort();
  vi.unstubAllGlobals();
  await db.delete();
});

const signal = new AbortController().signal;
const gateOf = () => new MutationGate(host, db, () => ({ token: "t", admin: {}, claims: undefined, identity: me.id }), "Cleo");
const feeds = () => slipFeeds(host, db, gateOf(), () => me);
const list = (slips: readonly object[], total = slips.length) => ({ approvals: slips, total, toDecide: 7 });

describe("the list", () => {
  test("[APPR-4] a page is asked for below the announced path, and kept with the number to decide", async () => {
    answers.set("/two", () => list([wireSlip(0)]));
    expect(await feeds().slips({ filter: { state: "open" }, page: 1 }, signal)).toEqual({ is: "done" });
    expect(asked).toEqual([{ path: "/two", query: { state: "open", page: 1, limit: 50 } }]);
    expect(await readToDecide(db)).toMatchObject({ count: 7 });
  });

  test("[APPR-4] a further page that doesn't belong to the first has the first one asked for anew", async () => {
    const slips = Array.from({ length: 60 }, (_, n) => wireSlip(n + 1));
    answers.set("/two", ({ page }) => list(slips.slice((Number(page) - 1) * 50, Number(page) * 50), 60));
    await feeds().slips({ filter: {}, page: 1 }, signal);
    slips.unshift(wireSlip(0));
    answers.set("/two", ({ page }) => list(slips.slice((Number(page) - 1) * 50, Number(page) * 50), 61));
    expect(await feeds().slips({ filter: {}, page: 2 }, signal)).toEqual({ is: "done" });
    expect(asked.map(({ query }) => query["page"])).toEqual([1, 2, 1]);
    const slice = await readSlipSlice(db, {}, { first: 0, last: 60, withoutOwn: false });
    expect([slice?.rows[0]?.id, slice?.total, slice?.rows[50]]).toEqual(["slip-00000", 61, undefined]);
  });

  test("[APPR-4] of a host that says no total the list goes on page by page, and ends with a page that isn't full", async () => {
    let slips = Array.from({ length: 60 }, (_, n) => wireSlip(n));
    answers.set("/two", ({ page }) => ({ approvals: slips.slice((Number(page) - 1) * 50, Number(page) * 50) }));
    const after = async (page: number) => {
      expect(await feeds().slips({ filter: {}, page }, signal)).toEqual({ is: "done" });
      const slice = await readSlipSlice(db, {}, { first: 0, last: 199, withoutOwn: false });
      return [slice?.total, slice?.by, slice?.kept];
    };
    expect(await after(1)).toEqual([51, "more", 50]);
    expect(await after(2)).toEqual([60, "end", 60]);
    expect(await after(1)).toEqual([60, "end", 60]);
    slips = [...slips, ...Array.from({ length: 40 }, (_, n) => wireSlip(60 + n))];
    expect(await after(2)).toEqual([101, "more", 100]);
    expect(await after(3)).toEqual([100, "end", 100]);
    expect(await after(2)).toEqual([100, "end", 100]);
    expect(asked.map(({ query }) => query["page"])).toEqual([1, 2, 1, 2, 3, 2]);
  });

  test("[APPR-4] a page that has fewer slips than there are is kept, and has failed: the others can't be reached", async () => {
    answers.set("/two", () => list([wireSlip(0), wireSlip(1)], 3));
    expect(await feeds().slips({ filter: {}, page: 1 }, signal)).toEqual({ is: "failed" });
    expect((await readSlipSlice(db, {}, { first: 0, last: 9, withoutOwn: false }))?.kept).toBe(2);
    answers.set("/two", () => list([wireSlip(0)], 51));
    expect(await feeds().slips({ filter: { state: "open" }, page: 2 }, signal)).toEqual({ is: "failed" });
  });

  test("[APPR-4] a refused read changes nothing and says the host's words", async () => {
    answers.set("/two", () => ({ status: 403 }));
    expect(await feeds().slips({ filter: {}, page: 1 }, signal)).toEqual({ is: "failed", message: "No" });
    expect(await db.slipViews.count()).toBe(0);
  });
});

describe("one slip", () => {
  test("[APPR-4] it is kept; one that the host doesn't have, or another one in its place, is odd", async () => {
    answers.set("/two/slip-00000", () => wireSlip(0)).set("/two/other", () => wireSlip(0));
    expect(await feeds().slip("slip-00000", signal)).toEqual({ is: "done" });
    expect((await readKeptSlip(db, "slip-00000"))?.email).toBe("ada@example.com");
    expect((await feeds().slip("gone", signal)).is).toBe("odd");
    expect((await feeds().slip("other", signal)).is).toBe("odd");
  });

  const ends = [
    ["executed by this admin", "approveSlip", { state: "executed", checker: cleo }, "done"],
    [
      "executed by somebody else",
      "approveSlip",
      { state: "executed", checker: { id: "x", name: "Dan", email: "dan@example.com" } },
      "refused",
    ],
    ["refused by this admin, who wanted to approve", "approveSlip", { state: "refused", checker: cleo }, "refused"],
    ["refused as wanted", "refuseSlip", { state: "refused", checker: cleo }, "done"],
    ["withdrawn as wanted", "withdrawSlip", { state: "withdrawn" }, "done"],
    ["still open", "approveSlip", { state: "open" }, "unknown"],
    ["executed by whom the host doesn't name", "approveSlip", { state: "executed", checker: null }, "unknown"],
  ] as const;
  test.each(ends)("[APPR-6] a decision whose answer was lost is settled by its slip: %s", async (_, operation, fields, is) => {
    await writeAttempt(db, { ...unknownFunding("a-1", now, "subject"), operation, details: { slip: "slip-00000" } });
    await writeAttempt(db, { ...unknownFunding("a-2", now, "other"), operation, details: { slip: "slip-00001" } });
    answers.set("/two/slip-00000", () => wireSlip(0, fields));
    await feeds().slip("slip-00000", signal);
    expect((await readAttempt(db, "a-1"))?.state.is).toBe(is);
    expect((await readAttempt(db, "a-2"))?.state.is).toBe("unknown");
  });

  test("[APPR-6] what the host said before the attempt settles nothing", async () => {
    await writeAttempt(db, { ...unknownFunding("a-1", now + 1000, "subject"), operation: "approveSlip", details: { slip: "slip-00000" } });
    answers.set("/two/slip-00000", () => wireSlip(0, { state: "executed", checker: cleo }));
    await feeds().slip("slip-00000", signal);
    expect((await readAttempt(db, "a-1"))?.state.is).toBe("unknown");
  });
});

test("[APPR-6] a refusal tells how the slip stands, where it does", () => {
  expect(slipInRefusal(JSON.stringify({ success: false, data: wireSlip(0, { state: "executed" }) }))?.state).toBe("executed");
  expect(slipInRefusal(JSON.stringify({ success: false, data: { id: "slip-1" } }))).toBeUndefined();
  expect(slipInRefusal("<html>")).toBeUndefined();
});

test("[APPR-5] an admin's own slips are known by the host's id of the admin, whatever names the cache, or by the email", () => {
  const admin = { name: undefined, username: undefined, adminName: undefined, email: "Cleo@example.com", _id: "adm-Cleo" };
  expect(meOf({ token: "t", identity: "cleo@example.com", admin, claims: undefined })).toEqual({
    id: "adm-cleo",
    email: "Cleo@example.com",
  });
  const claims = { ...decodeClaims(`x.${btoa('{"sub":"ADM-7"}')}.x`) };
  const me = meOf({ token: "t", identity: "cleo@example.com", admin: { ...admin, _id: undefined }, claims });
  expect(isOwn({ maker: { id: "adm-7" } }, me)).toBe(true);
});

describe("what speaks for a mistake", () => {
  const slip = v.parse(readSlip.answer, { success: true, data: wireSlip(5) });
  const check = () => checkSlip({ db, host } as unknown as Sync, slip, signal);

  test("[APPR-5] a maker's first slip is the last of all that the host has", async () => {
    answers.set("/two", ({ page }) => list(page === 3 ? [wireSlip(5)] : [wireSlip(0)], 3));
    expect((await check()).maker).toMatchObject({ is: "known", isFirst: true, total: 3 });
    expect(asked.filter(({ path }) => path === "/two").map(({ query }) => query)).toEqual([
      { maker: bea.id, page: 1, limit: 1 },
      { maker: bea.id, page: 3, limit: 1 },
    ]);
    answers.set("/two", ({ page }) => list(page === 3 ? [wireSlip(9)] : [wireSlip(0)], 3));
    expect((await check()).maker).toMatchObject({ isFirst: false });
    answers.set("/two", ({ page }) => list([wireSlip(5)], page === 3 ? 4 : 3));
    expect((await check()).maker.is).toBe("failed");
  });

  test("[APPR-5] of a host that says no total it isn't known which slip is a maker's first", async () => {
    answers.set("/two", () => ({ approvals: [wireSlip(5)], toDecide: 1 }));
    expect((await check()).maker.is).toBe("failed");
  });
});

test("[APPR-4] the list's contract takes what a host sends and refuses what lacks a digest", () => {
  const parse = (slip: object) => v.safeParse(listSlips.answer, { success: true, data: list([slip]) }).success;
  expect(parse(wireSlip(0))).toBe(true);
  expect(parse({ ...wireSlip(0), digest: "short" })).toBe(false);
});

test("[APPR-1] rules that were asked for earlier and come later don't replace newer ones", async () => {
  const rules = (hours: number) => ({
    thresholds: { fund: {}, deduct: {} },
    above: { fund: {}, deduct: {} },
    reasons: [],
    expiresAfterHours: hours,
  });
  const ends: ((sentAt: number, hours: number) => void)[] = [];
  const read = () => new Promise((end) => ends.push((sentAt, hours) => end({ is: "answered", sentAt, value: rules(hours) })));
  // The part of a host that the feed uses.
  const slow = { config: { approvals: "/two" }, reads: { read } } as unknown as Host;
  const { approvalPolicy } = slipFeeds(slow, db, gateOf(), () => me);
  const two = [1, 2].map(() => approvalPolicy(null, closing.signal));
  ends[1]?.(20, 48);
  await two[1];
  ends[0]?.(10, 24);
  await two[0];
  expect((await readState(db, "approvalPolicy"))?.policy.expiresAfterHours).toBe(48);
});
