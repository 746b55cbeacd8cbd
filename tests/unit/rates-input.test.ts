import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { editDecimal, joinsNumbers } from "../../src/app/ui/edit-decimal.ts";
import { readPositive } from "../../src/app/ui/read-decimal.ts";

const clean = /^\d*\.?\d*$/;
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,-+eE ₦$٣")), maxLength: 20 }),
);

test("[RATE-2] of 10,000 random texts put into an empty box, digits with one point at most remain, in their order", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { value, caret } = editDecimal("", text);
      expect(value).toMatch(clean);
      const digits = Array.from(text)
        .filter((char) => /^[0-9]$/.test(char))
        .join("");
      expect(value.replace(".", "")).toBe(digits);
      expect(value.includes(".")).toBe(text.includes("."));
      expect(caret).toBe(value.length);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

test("[RATE-2] after any run of edits at any place, the box holds digits with one point at most, and what stood there stays", () => {
  const edit = fc.record({ from: fc.nat(100), length: fc.nat(5), put: anyText });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      let value = "";
      for (const { from, length, put } of edits) {
        const at = Math.min(from, value.length);
        const [head, tail] = [value.slice(0, at), value.slice(at + length)];
        const edited = editDecimal(value, head + put + tail, (head + put).length);
        expect(edited.value).toMatch(clean);
        expect(edited.value.startsWith(head)).toBe(true);
        expect(edited.value.endsWith(tail)).toBe(true);
        expect(edited.caret).toBeLessThanOrEqual(edited.value.length);
        value = edited.value;
      }
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

test("[RATE-2] a second point typed before the first changes nothing, and says what was left out", () => {
  expect(editDecimal("152.5", ".152.5", 1)).toEqual({ value: "152.5", caret: 0, refused: "." });
  expect(editDecimal("", "₦1,520.50")).toEqual({ value: "1520.50", caret: 7, refused: "₦," });
});

test("[RATE-2] what is sent equals what is shown, or is refused", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { value } = editDecimal("", text);
      const read = readPositive(value);
      if (read.is !== "read") return;
      const sent = JSON.stringify(read.number);
      const shown = value
        .replace(/^\./, "0.")
        .replace(/\.$/, "")
        .replace(/^0+(?=\d)/, "");
      const plain = shown.includes(".") ? shown.replace(/\.?0+$/, "") : shown;
      expect(new Big(sent).toFixed()).toBe(plain);
      expect(read.value).toBe(plain);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

test("[RATE-2] an empty box, zero, a lone point and more digits than a number carries are told apart", () => {
  expect(readPositive("")).toEqual({ is: "empty" });
  expect(readPositive("  ")).toEqual({ is: "empty" });
  for (const invalid of [".", "0", "0.00", "1e999", "12345678901234567890"])
    expect(readPositive(invalid), invalid).toEqual({ is: "invalid" });
  expect(readPositive("1520.50")).toEqual({ is: "read", value: "1520.5", number: 1520.5 });
  // A confirmation shows 8 decimals, and must show everything that is sent.
  expect(readPositive("0.000000004")).toEqual({ is: "invalid" });
  expect(readPositive("0.0000000400")).toEqual({ is: "read", value: "0.00000004", number: 4e-8 });
  expect(readPositive("0.000000004", 18)).toEqual({ is: "read", value: "0.000000004", number: 4e-9 });
});

test.each([
  ["", "1550.5\t1600"],
  ["", "1 550,5"],
  ["", "1\u202f550.5"],
  ["", "1550.5;1600"],
  ["", "1550.5 USD 1600"],
  ["", "1.550,50"],
  ["", "€ 1.500.000"],
  ["1550.5", "1550.5\t1600"],
  ["", "1550.5\u200b1600"],
  ["", "1550\u00ad1600"],
  ["", "1550.5\u001f1600"],
  ["", "1550.5, 1600"],
])("[RATE-2] two numbers in one are not taken: %j holds %j", (before, raw) => {
  expect(joinsNumbers(before, raw)).toBe(true);
});

test.each(["₦ 1,520.50 NGN", " 1520.5 ", "\u200b1520.5", "abc7.5.1", "1'520.5"])("[RATE-2] %j is one number", (raw) => {
  expect(joinsNumbers("", raw)).toBe(false);
});

test("[RATE-2] a blank that is typed is said as any other key, marks that nobody sees are not", () => {
  expect(editDecimal("1", "1 ")).toEqual({ value: "1", caret: 1, refused: "␣" });
  expect(editDecimal("", " 1520 ")).toMatchObject({ value: "1520", refused: "" });
  expect(editDecimal("", "\u200b15\u200e20")).toMatchObject({ value: "1520", refused: "" });
  expect(readPositive("\u202a1520.5\u202c")).toMatchObject({ is: "read", value: "1520.5" });
});
