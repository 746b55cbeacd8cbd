import Big from "big.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareMagnitudes, toDecimal } from "../../src/contract/decimal.ts";

const digits = (most: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(""));
const plainText = fc
  .tuple(fc.constantFrom("", "-"), digits(24), fc.option(digits(24)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}`);
const withExponent = fc
  .tuple(fc.constantFrom("", "-", "+"), digits(12), fc.option(digits(12)), fc.integer({ min: -40, max: 40 }))
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}e${exponent}`);

test("[SYNC-8] a number with an exponent is written out to the digit", () => {
  fc.assert(
    fc.property(withExponent, (text) => {
      const plain = toDecimal(text);
      expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
      expect(new Big(plain).eq(text.replace("+", ""))).toBe(true);
    }),
  );
});

test.each([
  ["-0", "0"],
  ["-0.00", "0.00"],
  ["-0e5", "0"],
  ["-0.01", "-0.01"],
])("[DASH-3] %s is read as %s: zero has no sign", (text, read) => {
  expect(toDecimal(text)).toBe(read);
});

test("[DASH-7] magnitudes compare exactly, however many digits they have", () => {
  fc.assert(
    fc.property(plainText, plainText, (a, b) => {
      expect(compareMagnitudes(a, b)).toBe(new Big(a).abs().cmp(new Big(b).abs()));
      expect(compareMagnitudes(a, a.replace("-", ""))).toBe(0);
    }),
  );
});
