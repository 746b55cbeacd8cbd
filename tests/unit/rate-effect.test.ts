import * as fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type GiftCardRate, giftCardRate } from "../../src/contract/gift-cards.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { type Coverage } from "../../src/db/store/coverage.ts";
import { Database, writeState } from "../../src/db/store/database.ts";
import { EffectTally, isSoleRate, missingMs, type RateChange, type RateEffect } from "../../src/db/transactions/rate-effect.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import { putLooseRows, toRow } from "../../src/db/transactions/transactions.ts";

const hour = 3_600_000;
const now = Date.parse("2026-11-20T12:00:00Z");

type Fields = Readonly<Record<string, string | undefined>>;
let ids = 0;
const rowOf = (fields: Fields) => v.parse(transaction, { id: `t${(ids += 1)}`, createdAt: new Date(now - hour).toISOString(), ...fields });

function effectOf(change: RateChange, rows: readonly Fields[]): Omit<RateEffect, "missingMs"> {
  const tally = new EffectTally(change);
  tally.add(rows.map((row) => toRow(rowOf(row), now)));
  const { sums, cantSay } = tally.result(0);
  return { sums, cantSay };
}

const sale = { type: "SWAP", status: "COMPLETED", fromCurrency: "USDT", toCurrency: "NGNB", currency: "USDT", amount: "-100.5" };
const purchase = {
  type: "OBIEX_SWAP",
  status: "SUCCESSFUL",
  fromCurrency: "NGNB",
  toCurrency: "USDT",
  currency: "NGNB",
  amount: "-152000",
};
const offramp: RateChange = { is: "offramp", before: "1500", next: "1501.5" };
const onramp: RateChange = { is: "onramp", before: "1520", next: "1600" };
const card: RateChange = { is: "giftCard", cardType: "STEAM", country: "US", before: "900", next: "890" };

test("[RATE-4] a sale carries the units that the rate turns into naira", () => {
  expect(effectOf(offramp, [sale, { ...sale, type: "OBIEX_SWAP", amount: "0.5" }, purchase])).toEqual({
    sums: [{ carried: "units", unit: "USDT", trades: 2, volume: "101", difference: "151.5" }],
    cantSay: 0,
  });
});

test("[RATE-4] a purchase carries the naira that the rate turns into units", () => {
  expect(effectOf(onramp, [purchase, sale])).toEqual({
    sums: [{ carried: "naira", unit: "USDT", trades: 1, volume: "152000", difference: "-5" }],
    cantSay: 0,
  });
});

test.each([
  ["what was sold for", { ...sale, currency: "NGNB", amount: "150000" }],
  ["the worth of another coin", { ...sale, fromCurrency: "BTC", currency: "BTC" }],
  ["its currency", { ...sale, currency: undefined }],
  ["its amount", { ...sale, amount: undefined }],
  ["which way it went", { ...sale, fromCurrency: undefined }],
])("[RATE-4] a sale that doesn't carry %s can't say", (_, row) => {
  expect(effectOf(offramp, [row])).toEqual({ sums: [], cantSay: 1 });
});

test.each([
  ["not completed", { ...sale, status: "PENDING" }],
  ["failed", { ...sale, status: "FAILED" }],
  ["of coins alone", { ...sale, toCurrency: "BTC" }],
  ["no swap", { ...sale, type: "DEPOSIT" }],
])("[RATE-4] a row that is %s is no trade of the rate", (_, row) => {
  expect(effectOf(offramp, [row])).toEqual({ sums: [], cantSay: 0 });
});

test("[RATE-4] a swap's kind tells its way where its currencies don't", () => {
  const bare = { ...sale, fromCurrency: undefined, toCurrency: undefined };
  expect(effectOf(offramp, [{ ...bare, swapType: "OFFRAMP" }]).sums).toHaveLength(1);
  expect(effectOf(offramp, [{ ...bare, swapType: "ONRAMP" }])).toEqual({ sums: [], cantSay: 0 });
  expect(effectOf(offramp, [{ ...bare, swapType: "INSTANT" }])).toEqual({ sums: [], cantSay: 1 });
});

test("[RATE-4] what was paid for a gift card says nothing of what stood on it", () => {
  const traded = { type: "GIFTCARD", status: "COMPLETED", cardType: "STEAM", country: "US", currency: "NGNB", amount: "90000" };
  expect(effectOf(card, [traded, { ...traded, country: undefined }, { ...traded, country: "CANADA" }])).toEqual({ sums: [], cantSay: 2 });
  expect(effectOf(card, [{ ...traded, currency: "USD", amount: "50" }])).toEqual({
    sums: [{ carried: "units", unit: "USD", trades: 1, volume: "50", difference: "-500" }],
    cantSay: 0,
  });
});

test("[RATE-4] a card that more than one rate may have paid for can't say", () => {
  const rate = (fields: object): GiftCardRate => v.parse(giftCardRate, { id: "a", cardType: "STEAM", country: "US", rate: 900, ...fields });
  const of = { cardType: "steam", country: "US" };
  expect(isSoleRate([rate({})], of)).toBe(true);
  expect(isSoleRate([rate({ physicalRate: 900, ecodeRate: "900.00" })], of)).toBe(true);
  expect(isSoleRate([rate({ physicalRate: 880 })], of)).toBe(false);
  expect(isSoleRate([rate({}), rate({ id: "b", vanillaType: "V2" })], of)).toBe(false);
  expect(isSoleRate([], of)).toBe(false);
});

test("[RATE-4] at a rate of nothing nothing can be bought, which is said of nothing else", () => {
  expect(effectOf({ ...onramp, before: "0" }, [purchase])).toEqual({ sums: [], cantSay: 1 });
});

/** A decimal text as a multiple of 10^-30. */
const scale = 30;
const parsed = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
};

/** An independent reference with integers: each combination's sum and row count. */
function independent(change: RateChange, rows: readonly Fields[]): { said: Map<string, [bigint, number]>; cantSay: number } {
  const said = new Map<string, [bigint, number]>();
  let cantSay = 0;
  for (const { status, type, fromCurrency = "", toCurrency = "", currency = "", amount, swapType } of rows) {
    if (!/^(successful|completed|confirmed)$/i.test(status ?? "") || !/swap$/i.test(type ?? "")) continue;
    const isNaira = (one: string): boolean => /^ngnb?$/i.test(one);
    const way =
      fromCurrency && toCurrency
        ? `${isNaira(fromCurrency)} ${isNaira(toCurrency)}`
        : ({ ONRAMP: "true false", OFFRAMP: "false true" }[swapType ?? ""] ?? "?");
    if (way === "?") cantSay += 1;
    if (way !== (change.is === "onramp" ? "true false" : "false true")) continue;
    const isUnits = /^usd[tc]$/i.test(currency);
    const isPaid = change.is === "onramp" && isNaira(currency) && /^usd[tc]$/i.test(toCurrency);
    if (amount === undefined || !(isUnits || isPaid)) cantSay += 1;
    else {
      const key = isUnits ? `units ${currency.toUpperCase()}` : `naira ${toCurrency.toUpperCase()}`;
      const [sum, count] = said.get(key) ?? [0n, 0];
      said.set(key, [sum + parsed(amount), count + 1]);
    }
  }
  return { said, cantSay };
}

test("[RATE-4] any set of trades comes to what an independent computation says, to the last digit", () => {
  const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const money = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 12 })).map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, "0");
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
  const row = fc.record({
    status: maybe("SUCCESSFUL", "completed", "CONFIRMED", "PENDING", "FAILED", "ODD"),
    type: maybe("SWAP", "OBIEX_SWAP", "swap", "DEPOSIT", "GIFTCARD"),
    fromCurrency: maybe("NGNB", "NGN", "USDT", "USDC", "BTC"),
    toCurrency: maybe("NGNB", "usdt", "USDC", "ETH"),
    currency: maybe("NGNB", "USDT", "usdc", "BTC"),
    swapType: maybe("ONRAMP", "OFFRAMP", "CRYPTO"),
    amount: fc.option(
      fc.tuple(fc.boolean(), money).map(([minus, text]) => (minus ? `-${text}` : text)),
      { nil: undefined },
    ),
  });
  const rate = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
  const change = fc.record({ is: fc.constantFrom("onramp" as const, "offramp" as const), before: rate, next: rate });
  fc.assert(
    fc.property(change, fc.array(row, { maxLength: 40 }), (asked, rows) => {
      const { sums, cantSay } = effectOf(asked, rows);
      const { said, cantSay: cant } = independent(asked, rows);
      expect(cantSay).toBe(cant);
      expect(new Set(sums.map(({ carried, unit }) => `${carried} ${unit}`))).toEqual(new Set(said.keys()));
      const [before, next] = [parsed(asked.before), parsed(asked.next)];
      for (const { carried, unit, trades, volume, difference } of sums) {
        const [sum, count] = said.get(`${carried} ${unit}`) ?? [0n, 0];
        expect([trades, parsed(volume)]).toEqual([count, sum]);
        const sign = difference.startsWith("-") ? -1n : 1n;
        const got = sign * parsed(difference);
        const one = 10n ** BigInt(scale);
        if (carried === "units") expect(got * one).toBe(sum * (next - before));
        else {
          // Rounded to 8 decimals.
          const off = got * before * next - sum * (before - next) * one;
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(10n ** BigInt(scale - 8) * before * next + before * next);
        }
      }
    }),
    { seed: 4, numRuns: Number(process.env["EFFECT_RUNS"] ?? 300) },
  );
});

test("[RATE-4] what the cache doesn't cover of the time is told: before, between and after its runs", () => {
  const run = (from: number, to: number, headAsOf?: number): Coverage[number] => ({
    top: { at: now - from * hour, ids: ["a"] },
    bottom: { at: now - to * hour, ids: ["b"] },
    headAsOf,
    endAsOf: undefined,
    pieces: [],
  });
  const missing = (coverage: Coverage, ahead = 0): number => missingMs(coverage, now - 24 * hour, now, ahead) / hour;
  expect(missing([])).toBe(24);
  expect(missing([run(1, 30, now)])).toBe(0);
  expect(missing([run(1, 30, now - 2 * hour)])).toBe(2);
  expect(missing([run(1, 10, now), run(14, 20)])).toBe(8);
  expect(missing([run(1, 30)])).toBe(1);
  // The device's clock is an hour slow.
  expect(missing([run(1, 30, now - hour)], hour)).toBe(0);
});

test("[RATE-4] the search works it out from the cached rows of the last 24 h", async () => {
  const db = new Database(`effect ${Math.random()}`);
  const at = (hours: number) => ({ createdAt: new Date(now - hours * hour).toISOString() });
  await putLooseRows(db, [rowOf({ ...sale, ...at(1) }), rowOf({ ...sale, ...at(23) }), rowOf({ ...sale, ...at(25) })], now);
  const index = new SearchIndex(db);
  const { sums, missingMs: missing } = await index.effect({ change: offramp, now, clockAhead: 0 });
  expect(sums).toEqual([{ carried: "units", unit: "USDT", trades: 2, volume: "201", difference: "301.5" }]);
  expect(missing).toBe(24 * hour);
  // The card's rate is unknown here.
  await putLooseRows(
    db,
    [rowOf({ type: "GIFTCARD", status: "COMPLETED", cardType: "STEAM", country: "US", currency: "USD", amount: "5" })],
    now,
  );
  expect(await index.effect({ change: card, now, clockAhead: 0 })).toMatchObject({ sums: [], cantSay: 1 });
  await writeState(db, "giftCards", {
    rates: [v.parse(giftCardRate, { id: "a", cardType: "STEAM", country: "US", rate: 900 })],
    asOf: now,
  });
  expect(await index.effect({ change: card, now, clockAhead: 0 })).toMatchObject({ sums: [{ difference: "-50" }], cantSay: 0 });
  db.close();
});
