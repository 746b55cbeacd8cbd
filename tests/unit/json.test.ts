import fc from "fast-check";
import { parse as parseLossless } from "lossless-json";
import { expect, test } from "vitest";
import { parseJson } from "../../src/contract/json.ts";

/** A JSON number of up to 40 digits. */
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/),
    fc.option(fc.stringMatching(/^\d{1,18}$/)),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,2}$/)),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${exponent ?? ""}`);

/** Strings that could mislead a tokeniser: digits, quotes, backslashes, colons and braces. */
const stringText = fc
  .oneof(fc.string(), fc.stringMatching(/^[\d"\\:{}[\], .eE-]{0,40}$/), fc.constant("9007199254740993"))
  .map((text) => JSON.stringify(text));

const space = fc.constantFrom("", " ", "\n\t");

const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("null", "true", "false"),
    numberText,
    stringText,
    fc.tuple(space, fc.array(tie("json"), { maxLength: 4 })).map(([gap, items]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(space, fc.uniqueArray(fc.tuple(stringText, tie("json")), { maxLength: 4, selector: ([name]) => name }))
      .map(([gap, members]) => `{${members.map(([name, value]) => `${gap}${name}${gap}:${gap}${value}`).join(",")}${gap}}`),
  ),
}));

const dangerous = new Set(["__proto__", "constructor", "prototype"]);
const significant = (text: string): number =>
  text
    .replace(/[eE].*$/, "")
    .replaceAll(/[-.]/g, "")
    .replace(/^0+/, "").length;

/** Reference: an independent parser that reads JSON character by character. */
const reference = (text: string): unknown =>
  parseLossless(
    text,
    (key, value: unknown) => (dangerous.has(key) ? undefined : value),
    (number) => (significant(number) > 15 ? number : Number(number)),
  );

test("[FUND-5] 5,000 random answers are read as a parser that reads them letter by letter reads them", () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(parseJson(text)).toEqual(reference(text));
    }),
    { numRuns: 5000 },
  );
});

test("[FUND-5] numbers that a double would change come as their text, others as numbers", () => {
  expect(parseJson('{"id":9007199254740993,"balance":-0.123456789012345678,"price":1.5e3,"note":"12345678901234567890"}')).toEqual({
    id: "9007199254740993",
    balance: "-0.123456789012345678",
    price: 1500,
    note: "12345678901234567890",
  });
});

test.each([
  "12345678901234567890 1",
  "012345678901234567890",
  "+12345678901234567890",
  ".12345678901234567890",
  "12345678901234567890.",
  "1.2.345678901234567890",
  "--12345678901234567890",
  "1234567890123456789e",
  "0x12345678901234567890",
  "true12345678901234567890",
  '"a"12345678901234567890',
  "{12345678901234567890:1}",
  "{12345678901234567890 \n:1}",
  '{"a":12345678901234567890',
  '["12345678901234567890]',
  "",
])("[FUND-5] what is not one JSON value is refused: %j", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test("[FUND-5] keys that could reach a prototype are dropped, beside long numbers too", () => {
  const read = parseJson('{"id":9007199254740993,"__proto__":{"admin":true},"\\u005f_proto__":1,"constructor":2}');
  expect(read).toEqual({ id: "9007199254740993" });
  expect(Object.keys(Object(read))).toEqual(["id"]);
});

test.each([
  ["quotes that never end", `1234567890123456${'\\"'.repeat(30_000)}`],
  ["digits where no number may stand", `{${"1".repeat(60_000)}:`],
])(
  "[HOST-4] a body that is made to be read for minutes is refused at once: %s",
  (_, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
  10_000,
);
