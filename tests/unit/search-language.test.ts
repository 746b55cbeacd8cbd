import * as fc from "fast-check";
import { expect, test } from "vitest";
import { transactionStatuses, transactionTypes } from "../../src/contract/transaction-kinds.ts";
import { verificationStatuses } from "../../src/contract/transactions.ts";
import { narrowOf, predicateOf, searchable } from "../../src/db/transactions/transaction-predicate.ts";
import { askedOf } from "../../src/db/transactions/transaction-narrow.ts";
import { isNarrower, type TransactionQuery } from "../../src/db/transactions/transaction-query.ts";
import { toRow } from "../../src/db/transactions/transactions.ts";
import { filterOf, inBox } from "../../src/app/screens/transactions/filter-params.ts";
import { parseQuery } from "../../src/app/screens/transactions/query/parse-query.ts";
import { printQuery } from "../../src/app/screens/transactions/query/print-query.ts";
import type { QueryFields } from "../../src/app/screens/transactions/query/terms.ts";

const mistakeIn = (text: string) => {
  const parsed = parseQuery(text);
  return parsed.is === "mistaken" ? parsed.mistake : undefined;
};

test("[DASH-7] the search language reads every term of its example into the filter of the same meaning", () => {
  expect(parseQuery("type:SWAP status:pending amount>1000 currency:btc user:ada from:2026-01-01")).toEqual({
    is: "read",
    fields: {
      transactionType: "SWAP",
      transactionStatus: "PENDING",
      moreThan: "1000",
      currency: "BTC",
      user: "ada",
      dateFrom: "2026-01-01",
    },
  });
});

test.each<[string, QueryFields]>([
  ["ada lovelace", { searchTerm: "ada lovelace" }],
  ["  gtb status:FAILED bank  ", { searchTerm: "gtb bank", transactionStatus: "FAILED" }],
  ['user:"ada l" "type:SWAP"', { user: "ada l", searchTerm: "type:SWAP" }],
  [String.raw`user:"a \"b\" \\"`, { user: String.raw`a "b" \ `.trim() }],
  ["amount:0.10", { minAmount: "0.10", maxAmount: "0.10" }],
  ["amount>=1 amount<2.5", { minAmount: "1", lessThan: "2.5" }],
  ["AMOUNT<=90071992547409931.00000001", { maxAmount: "90071992547409931.00000001" }],
  ["verified:none to:2026-02-28", { userVerificationStatus: "unverified", dateTo: "2026-02-28" }],
  ["12:30 =x", { searchTerm: "12:30 =x" }],
])("[DASH-7] %s is read for what it says", (text, fields) => {
  expect(parseQuery(text)).toEqual({ is: "read", fields });
});

test.each([
  ["ada tpye:SWAP", { is: "unknownTerm", at: 4, length: 9, text: "tpye", suggestion: "type:SWAP" }],
  ["card:GTB", { is: "unknownTerm", at: 0, length: 8, suggestion: undefined }],
  ["type:SWOP x", { is: "unknownValue", at: 0, length: 9, expected: transactionTypes, suggestion: "type:SWAP" }],
  ["status:pend", { is: "unknownValue", suggestion: "status:PENDING" }],
  ["status:", { is: "noListedValue", at: 0, length: 7, text: "status", expected: transactionStatuses }],
  ["user:", { is: "noValue", at: 0, length: 5, text: "user" }],
  ["type>SWAP", { is: "operator", suggestion: "type:SWAP" }],
  ["amount>1,000", { is: "notAmount", at: 0, length: 12, text: "1,000" }],
  ["amount>-5", { is: "notAmount" }],
  ["from:2026-1-5", { is: "notDay", suggestion: "from:2026-01-05" }],
  ["from:01/02/2026", { is: "notDay", suggestion: undefined }],
  ["to:2026-02-30", { is: "notDay", suggestion: undefined }],
  ["from:2026-03-01 to:2026-02-01", { is: "turned", at: 16, length: 13 }],
  ["type:SWAP type:DEPOSIT", { is: "twice", at: 10 }],
  ["amount>5 amount>=6", { is: "twice", at: 9 }],
  ['x user:"ada', { is: "openQuote", at: 2, length: 9 }],
  [`currency:${"X".repeat(21)}`, { is: "tooLong", expected: ["20"] }],
])("[DASH-7] the mistake in %s is pointed at, with what was expected", (text, mistake) => {
  expect(mistakeIn(text)).toMatchObject(mistake);
});

const words = fc
  .string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'ab:=<>"\\ \t7-type@é'.split("")) })
  .map((text) => text.trim())
  .filter((text) => text !== "");
const amount = fc
  .tuple(fc.nat(), fc.option(fc.nat({ max: 99_999_999 })))
  .map(([whole, part]) => (part === null ? `${whole}` : `${whole}.${part}`));
const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const lower = fc.oneof(
  fc.constant({}),
  amount.map((minAmount) => ({ minAmount })),
  amount.map((moreThan) => ({ moreThan })),
);
const upper = fc.oneof(
  fc.constant({}),
  amount.map((maxAmount) => ({ maxAmount })),
  amount.map((lessThan) => ({ lessThan })),
);
const fieldsOf: fc.Arbitrary<QueryFields> = fc
  .tuple(
    fc.record(
      {
        searchTerm: words,
        user: words,
        bank: words,
        currency: fc.constantFrom("BTC", "USDT", "A B", '"X'),
        transactionType: fc.constantFrom(...transactionTypes),
        transactionStatus: fc.constantFrom(...transactionStatuses),
        userVerificationStatus: fc.constantFrom(...verificationStatuses),
      },
      { requiredKeys: [] },
    ),
    fc.uniqueArray(day, { maxLength: 2 }).map((days) => [...days].sort()),
    lower,
    upper,
  )
  .map(([fields, [dateFrom, dateTo], low, high]) => ({
    ...fields,
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...low,
    ...high,
  }));

test("[DASH-7] whatever is printed in the search language is read back as the same", () => {
  fc.assert(
    fc.property(fieldsOf, (fields) => {
      expect(parseQuery(printQuery(fields))).toEqual({ is: "read", fields });
    }),
    { numRuns: 500 },
  );
});

test("[DASH-7] a search term that looks like a term of the language stands in the box in quotes, and is read as the same", () => {
  expect(["ada lovelace", "10:30", "a  b", "type:SWAP", 'say "no"', "x\\ ref:1"].map((term) => inBox(term))).toEqual([
    "ada lovelace",
    "10:30",
    '"a  b"',
    '"type:SWAP"',
    String.raw`"say \"no\""`,
    String.raw`"x\\ ref:1"`,
  ]);
});

test("[DASH-7, DASH-10] a type is the same in capitals and in small letters, at the host and in the cache", () => {
  const row = searchable(toRow({ id: "t1", createdAt: "2026-01-01T00:00:00.000Z", type: "withdrawal" }, 1));
  expect(predicateOf({ transactionType: "WITHDRAWAL" }, () => undefined)(row)).toBe(true);
  expect(predicateOf({ transactionType: "withdrawal" }, () => undefined)({ ...row, type: "WITHDRAWAL" })).toBe(true);
  expect(predicateOf({ transactionType: "SWAP" }, () => undefined)(row)).toBe(false);
});

test("[DASH-7] any text is read or has its mistake pointed at inside it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'typeamounfr:=<>"\\ 0123-'.split("")) }), (text) => {
      const mistake = mistakeIn(text);
      if (mistake) expect(mistake.at >= 0 && mistake.length > 0 && mistake.at + mistake.length <= text.length).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("[DASH-7] a field that came from the language survives the filter's own check", () => {
  fc.assert(
    fc.property(fieldsOf, (fields) => {
      expect(Object.keys(filterOf(fields)).sort()).toEqual(Object.keys(fields).sort());
    }),
  );
});

test("[DASH-7, DASH-10] the host is asked for all that a query lets through, and what it sends besides is left out", () => {
  const row = (n: number, amount: string, username: string) =>
    searchable(toRow({ id: `t${n}`, createdAt: "2026-01-01T00:00:00.000Z", amount, username, reference: "ada-ref" } as never, 1));
  const rows = [
    row(1, "999.99", "ada"),
    row(2, "1000", "ada"),
    row(3, "-1000.00000001", "Ada L"),
    row(4, "2000", "bob"),
    row(5, "3000", "adam"),
  ];
  const query: TransactionQuery = filterOf({ user: "ada", moreThan: "1000", lessThan: "3000", minAmount: "5" });
  expect(askedOf(query)).toEqual({ searchTerm: "ada", minAmount: "1000", maxAmount: "3000" });
  // Amounts are compared without their sign, bounds with it.
  expect(askedOf(filterOf({ minAmount: "3", moreThan: "-5" }))).toEqual({ minAmount: "3" });
  expect(askedOf(filterOf({ maxAmount: "-7", lessThan: "5" }))).toEqual({ maxAmount: "-7" });
  expect(askedOf(filterOf({ minAmount: "9007199254740993", moreThan: "9007199254740992.5" }))).toEqual({ minAmount: "9007199254740993" });
  expect(isNarrower(query)).toBe(true);
  expect(isNarrower(filterOf({ minAmount: "5" }))).toBe(false);
  const sent = rows.filter(predicateOf(askedOf(query), () => undefined));
  expect(sent.map(({ id }) => id)).toEqual(["t2", "t3", "t4", "t5"]);
  expect(sent.filter(narrowOf(query)).map(({ id }) => id)).toEqual(["t3"]);
  expect(rows.filter(predicateOf(query, () => undefined)).map(({ id }) => id)).toEqual(["t3"]);
});

test("[DASH-7, DASH-10] for a bank the host's search is asked, and rows that hold its words elsewhere are left out", () => {
  const row = (id: string, fields: object) =>
    searchable(toRow({ id, createdAt: "2026-01-01T00:00:00.000Z", amount: "1", username: "ada", ...fields } as never, 1));
  const rows = [
    row("of the bank", { bankName: "Moniepoint MFB" }),
    row("of another bank", { bankName: "Access Bank" }),
    row("a user's name", { username: "moniepoint-fan", bankName: "Access Bank" }),
    row("no bank", { reference: "MONIEPOINT-1" }),
  ];
  const query = filterOf({ bank: "moniepoint " });
  expect(askedOf(query)).toEqual({ searchTerm: "moniepoint" });
  expect(askedOf(filterOf({ bank: "moniepoint", user: "ada" }))).toEqual({ searchTerm: "ada" });
  expect(isNarrower(query)).toBe(true);
  const sent = rows.filter(predicateOf(askedOf(query), () => undefined));
  expect(sent.map(({ id }) => id)).toEqual(["of the bank", "a user's name", "no bank"]);
  expect(sent.filter(narrowOf(query)).map(({ id }) => id)).toEqual(["of the bank"]);
});

test("[DASH-7, TOOL-1] a user in quotes is the one of exactly that name, and the host is asked for the name", () => {
  const row = (id: string, username: string) =>
    searchable(toRow({ id, createdAt: "2026-01-01T00:00:00.000Z", username, reference: "ada" }, 1));
  const rows = [row("own", "Ada"), row("another's", "adaobi"), row("a third's", "bob")];
  const query = filterOf({ user: '"ada"' });
  expect(askedOf(query)).toEqual({ searchTerm: "ada" });
  expect(rows.filter(narrowOf(query)).map(({ id }) => id)).toEqual(["own"]);
  expect(rows.filter(predicateOf(query, () => undefined)).map(({ id }) => id)).toEqual(["own"]);
  expect(rows.filter(narrowOf(filterOf({ user: "ada" }))).map(({ id }) => id)).toEqual(["own", "another's"]);
  const fields = { user: '"ada"' };
  expect(parseQuery(printQuery(fields))).toEqual({ is: "read", fields });
});
