import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { auditFilter } from "../../src/contract/audit.ts";
import * as v from "valibot";
import { matchesAudit } from "../../src/db/audit/audit-predicate.ts";
import type { FromChain, ToChain } from "../../src/db/audit/chain.worker.ts";
import { cryptoFee } from "../../src/contract/fees.ts";
import { giftCardRate } from "../../src/contract/gift-cards.ts";
import { chainBeginning, type ChainedEntry, hashedForm } from "../../src/contract/audit-chain.ts";
import { keepUserTotal, putAnalytics, readAnalytics, userTotal } from "../../src/db/figures/analytics.ts";
import { noteFee, putFee, putFees } from "../../src/db/figures/fees.ts";
import { noteGiftCardRates, putGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import { figureNames, notePoints, readHistory } from "../../src/db/figures/figures.ts";
import { keepStatementColumns, readStatementColumns } from "../../src/db/files/statement-columns.ts";
import { readKeptPolicy } from "../../src/db/money/approval-policy.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { type Database, writeState } from "../../src/db/store/database.ts";
import { heldDownTo } from "../../src/sync/transactions/held-view.ts";
import { emptyCache } from "../support/played-host.ts";

let db: Database;
beforeEach(async () => {
  db = await emptyCache();
});

describe("[CLOSE-1] a statement's columns", () => {
  test("are remembered by its header, the latest mapping counts, and no header has another's", async () => {
    expect(await readStatementColumns(db, "a;b")).toBeUndefined();
    await keepStatementColumns(db, "a;b", { amount: 0 });
    await keepStatementColumns(db, "a;c", { amount: 1 });
    await keepStatementColumns(db, "a;b", { amount: 2 });
    expect([await readStatementColumns(db, "a;b"), await readStatementColumns(db, "a;c"), await readStatementColumns(db, "a")]).toEqual([
      { amount: 2 },
      { amount: 1 },
      undefined,
    ]);
  });

  test("of the last twenty headers are kept, and two at once lose neither", async () => {
    await Promise.all(Array.from({ length: 21 }, (_, n) => keepStatementColumns(db, `h${n}`, n)));
    const all = await Promise.all(Array.from({ length: 21 }, (_, n) => readStatementColumns(db, `h${n}`)));
    expect(all).toEqual([undefined, ...Array.from({ length: 20 }, (_, n) => n + 1)]);
  });
});

describe("[RATE-3] a figure's history", () => {
  const point = (figure: string, seenAt: number, value: string) => ({ figure, value, seenAt, changedAt: undefined, by: undefined });

  test("is its own, oldest first; of two values seen at one time the later comes after", async () => {
    const fee = figureNames.fee("BTC", "BTC");
    await notePoints(db, [point(fee, 30, "3"), point(fee, 10, "1"), point("onramp", 20, "9"), point(figureNames.giftCard("BTC"), 5, "7")]);
    await notePoints(db, [point(fee, 30, "4")]);
    await notePoints(db, []);
    expect((await readHistory(db, fee)).map(({ value }) => value)).toEqual(["1", "3", "4"]);
    expect(await readHistory(db, "markup")).toEqual([]);
  });

  test("[FEE-3] of a fee that another admin changed grows by one, however often the list is fetched", async () => {
    const feeOf = (networkFee: number) => v.parse(cryptoFee, { currency: "BTC", network: "BTC", networkFee });
    await putFee(db, feeOf(1), 1000);
    for (const asOf of [2000, 3000, 4000]) await putFees(db, [feeOf(2)], asOf);
    expect((await readHistory(db, figureNames.fee("BTC", "BTC"))).map(({ value }) => value)).toEqual(["1", "2"]);
  });

  test("[FEE-3] of a fee that another admin changed while the list was on its way grows by one", async () => {
    const feeOf = (networkFee: number) => v.parse(cryptoFee, { currency: "BTC", network: "BTC", networkFee });
    await putFees(db, [feeOf(1)], 1000);
    await noteFee(db, "BTC/BTC", feeOf(2), 3000);
    await putFees(db, [feeOf(1)], 2000);
    expect((await readHistory(db, figureNames.fee("BTC", "BTC"))).map(({ value }) => value)).toEqual(["1", "2"]);
  });

  test("[LIVE-4] of a gift card rate that another admin changed while the table was on its way, or before it was ever read, grows by one", async () => {
    const rateOf = (id: string, rate: number) => v.parse(giftCardRate, { id, rate });
    const values = async (id: string) => (await readHistory(db, figureNames.giftCard(id))).map(({ value }) => value);
    await noteGiftCardRates(db, [rateOf("g1", 800)], new Set(), 1000);
    await putGiftCardRates(db, [rateOf("g1", 800), rateOf("g2", 700)], 2000);
    await noteGiftCardRates(db, [rateOf("g2", 750)], new Set(), 4000);
    await putGiftCardRates(db, [rateOf("g1", 800), rateOf("g2", 700)], 3000);
    expect([await values("g1"), await values("g2")]).toEqual([["800"], ["700", "750"]]);
  });

  test("[LIVE-4] of a gift card rate begins with what another admin changed it to while the first table was on its way", async () => {
    const rateOf = (rate: number) => v.parse(giftCardRate, { id: "g1", rate });
    await noteGiftCardRates(db, [rateOf(900)], new Set(), 2000);
    await putGiftCardRates(db, [rateOf(800)], 1000);
    await putGiftCardRates(db, [rateOf(900)], 3000);
    expect((await readHistory(db, figureNames.giftCard("g1"))).map(({ value }) => value)).toEqual(["900"]);
  });

  test("has a name that no other figure can have", () => {
    expect(figureNames.fee("A", "B C")).not.toBe(figureNames.fee("A B", "C"));
    expect(figureNames.fee("onramp", "")).not.toBe(figureNames.onramp);
  });
});

test("[DASH-1] the count of users is the last one that was asked for, else of those cached", async () => {
  expect(await userTotal(db)).toBeUndefined();
  await putUsers(db, [{ id: "u1" }], 1);
  await keepUserTotal(db, undefined, 10);
  expect(await userTotal(db)).toBe(1);
  await keepUserTotal(db, 340, 30);
  await keepUserTotal(db, 339, 20);
  expect(await userTotal(db)).toBe(340);
});

test("[LIVE-2, DASH-1] the figures are as old as the stream of changes kept them", async () => {
  await putAnalytics(db, {}, 10);
  expect((await readAnalytics(db))?.asOf).toBe(10);
  await writeState(db, "followed", { position: "1", since: 5, at: 50, moved: {} });
  expect((await readAnalytics(db))?.asOf).toBe(50);
  await writeState(db, "followed", { position: "1", since: 5, at: 50, moved: { analytics: 20 } });
  expect((await readAnalytics(db))?.asOf).toBe(10);
});

test("[APPR-1] the rules for a second admin are those last kept", async () => {
  expect(await readKeptPolicy(db)).toBeUndefined();
  const kept = { policy: { rules: [], reasons: [], expiresAfterHours: 24, signing: "none" as const }, asOf: 5 };
  await writeState(db, "approvalPolicy", kept);
  expect(await readKeptPolicy(db)).toEqual(kept);
});

test("[SYNC-7] a view that holds rows down to a time fetches nothing of its own", () => {
  expect(heldDownTo(500)).toEqual({ from: Number.NEGATIVE_INFINITY, to: 500, firstIndex: 0 });
});

describe("[AUD-1] an entry matches the log's filter", () => {
  const entry = {
    at: "2026-11-20T23:30:00.000Z",
    actor: "Grace@example.com",
    action: "fund",
    target: "ada",
    message: "Funded",
    outcome: "done",
  };
  const matches = (filter: object, row: object = {}): boolean => matchesAudit(v.parse(auditFilter, filter), { ...entry, ...row });

  test.each<[string, object, boolean]>([
    ["no filter", {}, true],
    ["a part of any text, in any case", { q: "FUNDED" }, true],
    ["a text that is nowhere", { q: "bea" }, false],
    ["the actor's part", { actor: "grace@" }, true],
    ["a target as actor", { actor: "ada" }, false],
    ["the action", { action: "fund" }, true],
    ["another action", { action: "deduct" }, false],
    ["the outcome", { outcome: "done" }, true],
    ["another outcome", { outcome: "failed" }, false],
    ["alerts alone", { alerts: "true" }, false],
    ["not alerts alone", { alerts: "false" }, true],
    ["its day", { dateFrom: "2026-11-20", dateTo: "2026-11-20" }, true],
    ["its day in a zone where it is the next", { dateTo: "2026-11-20", timeZone: "Africa/Lagos" }, false],
    ["the day in that zone", { dateFrom: "2026-11-21", dateTo: "2026-11-21", timeZone: "Africa/Lagos" }, true],
  ])("%s", (_, filter, is) => {
    expect(matches(filter)).toBe(is);
  });

  test("the ends of a day belong to it alone, and missing texts match nothing", () => {
    const day = { dateFrom: "2026-11-20", dateTo: "2026-11-20" };
    const at = (time: string): boolean => matches(day, { at: time });
    expect([at("2026-11-20T00:00:00.000Z"), at("2026-11-21T00:00:00.000Z"), at("2026-11-19T23:59:59.999Z")]).toEqual([true, false, false]);
    expect(matches({ q: "null" }, { actor: null, target: undefined, message: null })).toBe(false);
    expect(matches({ alerts: true }, { alert: "movedRate" })).toBe(true);
  });
});

test("[AUD-3] the chain's worker answers each batch with its first break", async () => {
  let hear: (event: { data: ToChain }) => void = () => {};
  const said: FromChain[] = [];
  vi.stubGlobal("addEventListener", (_: string, listener: typeof hear) => {
    hear = listener;
  });
  vi.stubGlobal("postMessage", (message: FromChain) => void said.push(message));
  await import("../../src/db/audit/chain.worker.ts");
  const unhashed = { seq: 1, text: "one", previous: chainBeginning.hash };
  const entry: ChainedEntry = { ...unhashed, hash: createHash("sha256").update(hashedForm(unhashed)).digest("hex") };
  const ask = (entries: readonly ChainedEntry[], seen?: ToChain["seen"]): void => hear({ data: { before: chainBeginning, entries, seen } });
  ask([entry]);
  ask([{ ...entry, text: "other" }]);
  ask([entry], { seq: 1, hash: "0".repeat(64) });
  ask([]);
  vi.unstubAllGlobals();
  expect(said).toEqual([
    { broken: undefined },
    { broken: { seq: 1, fault: "changed" } },
    { broken: { seq: 1, fault: "rewritten" } },
    { broken: undefined },
  ]);
});
