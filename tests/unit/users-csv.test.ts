import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, onTestFinished, test } from "vitest";
import { csvFile, csvOf, figure, parseCsv, readCsv, tsvOf } from "../../src/app/csv/csv.ts";
import { cellsOf, columns } from "../../src/app/screens/transactions/export/export-lines.ts";
import { datedName, fileName } from "../../src/app/ui/download.ts";
import { settings } from "../../src/app/state/settings.ts";

const starts = ["=", "+", "-", "@", "\t", "\r", "'", '"', "＝", "|", "%", " ", "\u202e", "\u200f", "\ufeff", "\n", ";", "\0", ""];
const cell = fc
  .tuple(
    fc.array(fc.constantFrom(...starts), { maxLength: 3 }),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("", ",", '"', "\r\n", "1+1", "cmd|' /C calc'!A0", ";=1+1", ";'=1+1", '\n"=1+1'),
  )
  .map(([first, middle, last]) => first.join("") + middle + last);

/** What spreadsheets take for a formula: a leading sign, possibly after blanks and invisible characters. */
const runs = (text: string): boolean => /^[\s\p{Cf}\p{Cc}]*[=+\-@]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

describe("CSV", () => {
  test("[WALL-4, GIFT-8] 10,000 hostile cells come back as the text they were, and none of them can run", () => {
    const rows = fc.sample(fc.array(cell, { minLength: 4, maxLength: 4 }), { numRuns: 2500, seed: 20 });
    const named = [["a", "b", "c", "d"], ...rows.map((row, index) => [`row ${index}`, ...row.slice(1)])];
    const text = csvOf(named);
    expect(readCsv(text)).toEqual(named);
    for (const row of Papa.parse<string[]>(text, { delimiter: "," }).data) for (const one of row) expect(runs(one), one).toBe(false);
    // A spreadsheet of a region whose lists are cut at semicolons begins cells elsewhere.
    for (const one of text.split(/[;\t\r\n]/)) expect(runs(one.replace(/^"+/, "")), one).toBe(false);
  });

  test("[WALL-4] figures stay figures, whatever their sign; a phone number with a plus is text", () => {
    expect(csvOf([["btcBalance", "-1.50", 3, null, true]])).toBe("btcBalance,-1.50,3,,true");
    expect(csvOf([["1000000000000000.00", "1234567890123456"].map(figure)])).toBe('1000000000000000.00,"\t1234567890123456"');
    expect(readCsv(csvOf([["+2348012345678", "-x"]]))).toEqual([["+2348012345678", "-x"]]);
    expect(csvOf([["+2348012345678"]])).toBe(`"'+2348012345678"`);
  });

  test("[WALL-4] a file is named after any email without harm", () => {
    expect(fileName("ada+1@example.com", "csv")).toBe("ada+1@example.com.csv");
    expect(fileName('../"x"\u202e@e.com', "csv")).toBe("..__x__@e.com.csv");
  });

  test("[BULK-5] a long name is cut in its middle, and keeps its date and its extension", () => {
    const name = datedName(`bulk-funding-${"😀payments ".repeat(40)}of June`, Date.parse("2026-07-02T12:00:00Z"), "csv");
    expect(name).toMatch(/^bulk-funding-😀payments .*…[^\uFFFD]* of June-2026-07-02\.csv$/u);
    expect(name.isWellFormed()).toBe(true);
    expect(new TextEncoder().encode(datedName("é".repeat(500), 0, "csv")).length).toBeLessThan(256);
    expect(new TextEncoder().encode(datedName("支付".repeat(500), 0, "csv")).length).toBeLessThan(256);
    expect(fileName("a".repeat(100), "csv")).toBe(`${"a".repeat(100)}.csv`);
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

describe("CSV in a spreadsheet", () => {
  test("[DASH-12, GIFT-8, WALL-4, AUD-1] a file begins with a byte-order mark, which its reader leaves out", async () => {
    const bytes = new Uint8Array(await csvFile(csvOf([["name"], ["Ọlá"]])).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(readCsv(`\uFEFF${csvOf([["name"], ["Ọlá"]])}`)).toEqual([["name"], ["Ọlá"]]);
  });

  test.each([
    "000123456789012345678",
    "123456789012345678",
    "08010000000",
    "2348010000000",
    "007",
    "12E5",
    "may5",
    "Dec25",
    "1-Mar",
    "2/3",
    "10-12",
    "12-05-26",
    "2026-11",
    "12:30",
    "10:30 AM",
    "2e-5",
    "1.5E+3",
    "31.12.2026",
    "12-Mar-2026",
    "0.123456789012345678",
    "123456789012.123456",
    "-123456789012345678",
    "-1.234567890123456",
  ])("[DASH-12] %s stays text there, and comes back as it was", (reference) => {
    const text = csvOf([[reference]]);
    // After a tab, spreadsheets read figures as text, hide the tab, and keep it when saving.
    expect(text).toBe(`"\t${reference}"`);
    expect(readCsv(text)).toEqual([[reference]]);
  });

  test("[DASH-12] amounts and counts stay figures", () => {
    expect(csvOf([["-0.000000000001", "1550.5", "0", "0.25", "99999999999", "2026-11-20", "maya5"]])).toBe(
      "-0.000000000001,1550.5,0,0.25,99999999999,2026-11-20,maya5",
    );
  });

  test("[DASH-12, FIND-1] an amount is a figure however long it is, and text in its place is guarded", () => {
    const amounts = ["150000000000", "-150000000000", "150000000000.5", "=1", "12E5", null, undefined];
    const text = csvOf([amounts.map(figure)]);
    expect(text).toBe(`150000000000,-150000000000,150000000000.5,"'=1","\t12E5",,`);
    expect(readCsv(text)).toEqual([amounts.map((amount) => amount ?? "")]);
    expect(tsvOf([amounts.map(figure)])).toBe("150000000000\t-150000000000\t150000000000.5\t'=1\t'12E5\t\t");
  });

  test("[DASH-12, FIND-1] an amount of more digits than a spreadsheet keeps is text, unless they are zeros", () => {
    const amounts = ["1.234567890123456", "-0.1234567890123456", "0.0000000000000001", "1.0000000000000000"];
    expect(csvOf([amounts.map(figure)])).toBe(`"\t1.234567890123456","\t-0.1234567890123456",0.0000000000000001,1.0000000000000000`);
    expect(readCsv(csvOf([amounts.map(figure)]))).toEqual([amounts]);
    expect(tsvOf([amounts.map(figure)])).toBe("'1.234567890123456\t'-0.1234567890123456\t0.0000000000000001\t1.0000000000000000");
  });

  test("[DASH-12, FIND-1] the amounts of transactions are figures, and their references text", () => {
    const row = { id: "1", at: 1, amount: "150000000000", reference: "150000000001" };
    const cells = csvOf([cellsOf(row)]).split(",");
    expect([cells[columns.indexOf("amount")], cells[columns.indexOf("reference")]]).toEqual(["150000000000", '"\t150000000001"']);
  });

  test("[GIFT-7] each row is found on the line where it begins", () => {
    const cells = fc.array(fc.constantFrom("a", "a\nb", "a\r\nb\r\nc", "", '"', "1,5", "000123456789012"), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 8 }), (rows) => {
        const text = csvOf(rows);
        const { rows: read, lines, looseQuoteLine } = parseCsv(text);
        expect(read).toEqual(rows);
        expect(looseQuoteLine).toBeUndefined();
        let line = 1;
        expect(lines).toEqual(
          rows.map((row) => {
            const begin = line;
            line += 1 + row.join("").split("\n").length - 1;
            return begin;
          }),
        );
      }),
    );
  });
});
