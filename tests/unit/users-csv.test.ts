import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, onTestFinished, test } from "vitest";
import { csvOf, readCsv } from "../../src/app/csv/csv.ts";
import { datedName, fileName } from "../../src/app/csv/download.ts";
import { settings } from "../../src/app/state/settings.ts";

const starts = ["=", "+", "-", "@", "\t", "\r", "'", '"', "＝", "|", "%", " ", "\u202e", "\u200f", "\ufeff", "\n", "\0", ""];
const cell = fc
  .tuple(
    fc.array(fc.constantFrom(...starts), { maxLength: 3 }),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("", ",", '"', "\r\n", "1+1", "cmd|' /C calc'!A0"),
  )
  .map(([first, middle, last]) => first.join("") + middle + last);

/** What spreadsheets take for a formula: a sign, behind blanks and invisible marks as may be. */
const runs = (text: string): boolean => /^[\s\p{Cf}\p{Cc}]*[=+\-@]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

describe("CSV", () => {
  test("[WALL-4, GIFT-8] 10,000 hostile cells come back as the text they were, and none of them can run", () => {
    const rows = fc.sample(fc.array(cell, { minLength: 4, maxLength: 4 }), { numRuns: 2500, seed: 20 });
    const named = [["a", "b", "c", "d"], ...rows.map((row, index) => [`row ${index}`, ...row.slice(1)])];
    const text = csvOf(named);
    expect(readCsv(text)).toEqual(named);
    for (const row of Papa.parse<string[]>(text, { delimiter: "," }).data) for (const one of row) expect(runs(one), one).toBe(false);
  });

  test("[WALL-4] figures stay figures, whatever their sign; a phone number with a plus is text", () => {
    expect(csvOf([["btcBalance", "-1.50", 3, null, true]])).toBe("btcBalance,-1.50,3,,true");
    expect(readCsv(csvOf([["+2348012345678", "-x"]]))).toEqual([["+2348012345678", "-x"]]);
    expect(csvOf([["+2348012345678"]])).toBe(`"'+2348012345678"`);
  });

  test("[WALL-4] a file is named after any email without harm", () => {
    expect(fileName("ada+1@example.com", "csv")).toBe("ada+1@example.com.csv");
    expect(fileName('../"x"\u202e@e.com', "csv")).toBe("..__x__@e.com.csv");
  });

  test("[GIFT-8, SET-1] a file is dated as the clock of the chosen time zone shows it", () => {
    onTestFinished(() => void (settings.kept.timeZone = "UTC"));
    const evening = Date.parse("2026-07-02T04:30:00Z");
    const named = (["UTC", "EST", "PST"] as const).map((zone) => {
      settings.kept.timeZone = zone;
      return datedName("rates", evening, "csv");
    });
    expect(named).toEqual(["rates-2026-07-02.csv", "rates-2026-07-02.csv", "rates-2026-07-01.csv"]);
  });
});
