import { expect, test } from "vitest";
import { amountFormats } from "../../src/app/format/amounts.ts";
import { timeFormats } from "../../src/app/format/times.ts";

/** Every kind of space as a plain one: which of them a locale takes differs by the engine's data. */
const plain = (text: string): string => text.replaceAll(/\s/gu, " ");

const at = new Date("2026-03-08T20:30:00Z");

test("[SET-1] figures are written as the language writes them, digit by digit", () => {
  const long = "123456789012345678.123456789012345678";
  expect(amountFormats("en-US").exact(long)).toBe("123,456,789,012,345,678.123456789012345678");
  expect(plain(amountFormats("fr").exact(long))).toBe("123 456 789 012 345 678,123456789012345678");
  expect(amountFormats("es").exact(long)).toBe("123.456.789.012.345.678,123456789012345678");
});

test("[SET-1] money stands with its sign where the language puts it", () => {
  const [en, es, fr] = [amountFormats("en-US"), amountFormats("es"), amountFormats("fr")];
  expect([en.naira("15200.5"), plain(es.naira("15200.5")), plain(fr.naira("15200.5"))]).toEqual([
    "₦15,200.50",
    "15.200,50 ₦",
    "15 200,50 ₦",
  ]);
  expect([en.dollars("2.5"), plain(es.dollars("2.5")), plain(fr.dollars("2.5"))]).toEqual(["$2.50", "2,50 $", "2,50 $"]);
  expect([en.percent("1.5"), plain(es.percent("1.5")), plain(fr.percent("1.5"))]).toEqual(["1.5%", "1,5 %", "1,5 %"]);
  expect([en.wholeDollars("1234567.8"), plain(fr.wholeDollars("1234567.8"))]).toEqual(["$1,234,568", "1 234 568 $"]);
  expect(fr.naira("no number")).toContain("no number");
});

test.each([
  ["UTC", "20:30:00"],
  // The clocks went forward in the morning of that day.
  ["America/New_York", "16:30:00"],
  ["America/Los_Angeles", "13:30:00"],
])("[SET-1] a moment in %s reads %s", (zone, clock) => {
  expect(timeFormats("en-US", zone).clock(at)).toBe(clock);
});

test("[SET-1] dates are written in the language", () => {
  expect(timeFormats("en-US", "UTC").date(at)).toBe("Mar 8, 2026");
  expect(timeFormats("fr", "UTC").date(at)).toBe("8 mars 2026");
  expect(timeFormats("es", "UTC").date(at)).toBe("8 mar 2026");
});

test("[SET-1] a zone says the offset that is in force", () => {
  const said = (zone: string) => ["2026-01-15", "2026-07-15"].map((day) => timeFormats("en-US", zone).zoneAt(new Date(day)));
  expect(said("UTC")).toEqual(["UTC", "UTC"]);
  expect(said("America/New_York")).toEqual(["America/New_York (GMT-5)", "America/New_York (GMT-4)"]);
  expect(said("America/Los_Angeles")).toEqual(["America/Los_Angeles (GMT-8)", "America/Los_Angeles (GMT-7)"]);
});
