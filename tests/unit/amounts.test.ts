import Big from "big.js";
import * as fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { wireAmount } from "../../host/wire.ts";
import { amountFormats } from "../../src/app/format/amounts.ts";
import { leastOf, readFundAmount } from "../../src/contract/fund-amount.ts";
import { fundCurrencies, type FundCurrency, precisionOf } from "../../src/contract/currencies.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { parseJson } from "../../src/contract/json.ts";
import { numberOf, writeBody } from "../../src/contract/wire-body.ts";

const digits = (most: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(""));
const typedAmount = fc.oneof(
  fc.tuple(digits(16), fc.option(digits(20))).map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`)),
  // Realistic input with few digits.
  fc.tuple(digits(5), digits(9)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.tuple(digits(8), fc.integer({ min: -12, max: 9 })).map(([mantissa, exponent]) => `${mantissa}e${exponent}`),
);
const { exact } = amountFormats("en-US");

/** The amount's digits on the wire. */
const amountOnWire = (body: string): string => /"amount":([^,}]+)/.exec(body)?.[1] ?? "";

/** An amount's round trip: wire, the host's parser, the ledger's text, its answer, the screen. */
function travel(amount: string, currency: FundCurrency) {
  const body = writeBody(fundUser, { email: "ada@example.com", currency, amount });
  const read = v.parse(fundUser.body ?? v.never(), parseJson(body));
  const ledger = new Big(read.amount).toFixed();
  const answered = v.parse(fundUser.answer, parseJson(JSON.stringify({ success: true, data: { newBalance: wireAmount(ledger) } })));
  return { body, ledger, shown: exact(answered.newBalance ?? "").replaceAll(",", "") };
}

const isSendable = (typed: string, currency: FundCurrency): boolean => {
  const value = new Big(typed);
  return (
    value.gte(leastOf(currency)) &&
    value.lt("1e15") &&
    value.round(precisionOf[currency], Big.roundDown).eq(value) &&
    new Big(String(Number(typed))).eq(value)
  );
};

/** Amounts; full size: AMOUNTS=100000. */
const amounts = Number(process.env["AMOUNTS"] ?? 10_000);

test(`[FUND-5] ${amounts.toLocaleString("en-US")} amounts arrive from the field to the ledger and back on the screen to the digit, or are refused at the field`, () => {
  let sent = 0;
  let refused = 0;
  fc.assert(
    fc.property(typedAmount, fc.constantFrom(...fundCurrencies), (typed, currency) => {
      const read = readFundAmount(typed, currency);
      expect(read.is === "sendable", `${typed} ${currency}`).toBe(isSendable(typed, currency));
      if (read.is === "refused") {
        refused += 1;
        if (read.why === "number") throw new Error(`${typed} is a number`);
        expect(readFundAmount(read.nearest, currency), `the nearest to ${typed} ${currency}`).toEqual({
          is: "sendable",
          amount: read.nearest,
        });
        return;
      }
      sent += 1;
      const { body, ledger, shown } = travel(read.amount, currency);
      expect(new Big(amountOnWire(body)).eq(typed)).toBe(true);
      expect(typeof (JSON.parse(body) as { amount: unknown }).amount).toBe("number");
      expect(new Big(ledger).eq(typed)).toBe(true);
      expect(new Big(shown).eq(typed), `${typed} is shown as ${shown}`).toBe(true);
    }),
    { numRuns: amounts, seed: 20_261_121 },
  );
  // Both must be frequent, or the property proves little.
  expect(sent).toBeGreaterThan(amounts / 5);
  expect(refused).toBeGreaterThan(amounts / 5);
}, 120_000);

const cases: readonly [string, FundCurrency, ReturnType<typeof readFundAmount>][] = [
  ["0.25", "BTC", { is: "sendable", amount: "0.25" }],
  ["0.250", "BTC", { is: "sendable", amount: "0.25" }],
  ["1e-5", "BTC", { is: "sendable", amount: "0.00001" }],
  ["0.123456789", "BTC", { is: "refused", why: "precision", nearest: "0.12345679" }],
  ["10.005", "NGNB", { is: "refused", why: "precision", nearest: "10.01" }],
  ["0.001", "NGNB", { is: "refused", why: "small", nearest: "0.01" }],
  ["0.0000001", "BTC", { is: "refused", why: "small", nearest: "0.000001" }],
  ["1.000000000000000001", "ETH", { is: "refused", why: "exact", nearest: "1" }],
  ["123456789.123456789123456789", "ETH", { is: "refused", why: "exact", nearest: "123456789.12345679" }],
  ["1000000000000000", "NGNB", { is: "refused", why: "large", nearest: "999999999999999" }],
  ["", "BTC", { is: "refused", why: "number" }],
  ["1,5", "BTC", { is: "refused", why: "number" }],
  ["Infinity", "BTC", { is: "refused", why: "number" }],
  ["-1", "BTC", { is: "refused", why: "small", nearest: "0.000001" }],
];
for (const [typed, currency, expected] of cases) {
  test(`[FUND-1, FUND-5] "${typed}" ${currency} is read as ${expected.is === "sendable" ? expected.amount : expected.why}`, () => {
    expect(readFundAmount(typed, currency)).toEqual(expected);
  });
}

test("[FUND-5] a decimal that no JSON number carries goes out as its text, never as another value", () => {
  expect(numberOf("0.1")).toBe(0.1);
  expect(numberOf("0.10000000000000000001")).toBeUndefined();
  expect(numberOf("0x10")).toBeUndefined();
  expect(writeBody(fundUser, { amount: "0.10000000000000000001", email: "1.5" })).toBe('{"amount":"0.10000000000000000001","email":"1.5"}');
});

test("[FUND-3] [APPR-2] without a reason the body is as documented, byte for byte; with one it stands beside the documented fields", () => {
  const plain = { email: "ada@example.com", currency: "NGNB", amount: "2500000.5" } as const;
  const sent = (body: object) => writeBody(fundUser, v.parse(fundUser.body ?? v.never(), body));
  expect(sent(plain)).toBe('{"email":"ada@example.com","currency":"NGNB","amount":2500000.5}');
  expect(sent({ ...plain, reason: "other", note: "1.50", reverses: "FUND-12" })).toBe(
    '{"email":"ada@example.com","currency":"NGNB","amount":2500000.5,"reason":"other","note":"1.50","reverses":"FUND-12"}',
  );
});
