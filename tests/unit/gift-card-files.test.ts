import { describe, expect, test } from "vitest";
import { type GiftCardRate, giftCardRate } from "../../src/contract/gift-cards.ts";
import * as v from "valibot";
import { parseFile } from "../../src/app/screens/gift-cards/bulk/parse-file.ts";
import { Rehearsal, type Rehearsed, type Right } from "../../src/app/screens/gift-cards/bulk/rehearse.ts";
import { resultsOf } from "../../src/app/screens/gift-cards/bulk/results.ts";

const head = "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount,notes";
const fields = { cardType: "NIKE", country: "US", rate: 1100, physicalRate: 1110, ecodeRate: 1090, minAmount: 10, maxAmount: 100 };
const hostRate = (more: Record<string, unknown> = {}): GiftCardRate =>
  v.parse(giftCardRate, { id: "r", ...fields, rateDisplay: "1100", vanillaType: "", notes: "", isActive: true, ...more });

const csv = (...lines: string[]) => parseFile(lines.join("\r\n"), "rates.csv", "");
const json = (...rows: unknown[]) => parseFile(JSON.stringify(rows), "rates.json", "");

function rehearsed(parsed: ReturnType<typeof parseFile>, known: readonly GiftCardRate[] = []): Rehearsed[] {
  const rehearsal = new Rehearsal(known);
  return parsed.is === "rows" ? parsed.rows.map((row, at) => rehearsal.check(row, at + 1)) : [];
}
const isRight = (row: Rehearsed): row is Right => row.is !== "wrong";

describe("[GIFT-7] a file of rates", () => {
  test.each([
    ["quoted word", 3, ["APPLE,US,1,1,1,1,5,x", 'NIKE,US,1,1,1,1,5,"Gold" cards only', 'STEAM,US,1,1,1,1,5,"x"', "XBOX,US,1,1,1,1,5,y"]],
    ["quote that never ends", 2, ['APPLE,US,1,1,1,1,5,"Gold', "NIKE,US,1,1,1,1,5,x"]],
    ["quoted word after a cell of two lines", 4, ['APPLE,US,1,1,1,1,5,"two', 'lines"', 'NIKE,US,1,1,1,1,5,"Gold" card']],
  ])("with a %s is refused, and its line %i named", (_, line, lines) => {
    expect(csv(head, ...lines)).toEqual({ is: "loose quote", line });
  });

  test("may have quotes in the middle of a cell, and quoted cells with commas, quotes and lines in them", () => {
    const rows = rehearsed(csv(head, 'NIKE,US,1,1,1,1,5,only "Gold" cards', 'XBOX,US,1,1,1,1,5,"a, ""b""', 'c"'));
    expect(rows.filter(isRight).map(({ body }) => body.notes)).toEqual(['only "Gold" cards', 'a, "b"\r\nc']);
  });

  test("has a wrong row where it has more cells than columns; empty ones more are none", () => {
    const short = "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount";
    const rows = rehearsed(csv(short, "APPLE,US,1250,1270,1190,1,5,000", "NIKE,US,1250,1270,1190,1,5,,"));
    expect(rows).toMatchObject([{ is: "wrong", problems: { row: "too many cells" } }, { is: "new" }]);
    expect(rehearsed(csv(`${short},`, "APPLE,US,1250,1270,1190,1,5,000"))).toMatchObject([{ problems: { row: "too many cells" } }]);
  });

  test("has a wrong row where a list or an object stands for a value", () => {
    const wrong = { ...fields, rate: [1100], isActive: [false], notes: {}, vanillaType: [], rateDisplay: { a: 1 } };
    expect(rehearsed(json(wrong, { ...fields, notes: null, isActive: null }))).toMatchObject([
      {
        is: "wrong",
        problems: { rate: "not a number", isActive: "not a flag", notes: "not text", vanillaType: "not text", rateDisplay: "not text" },
      },
      { is: "new" },
    ]);
  });

  test("names the columns that nothing is taken from", () => {
    expect(csv(`${head},Status,ISACTIVE, `, "NIKE,US,1,1,1,1,5,x,inactive,no")).toMatchObject({ is: "rows", ignored: ["Status"] });
    expect(json(fields, { ...fields, status: "inactive", CardType: "" })).toMatchObject({ ignored: ["status", "CardType"] });
    expect(json(fields)).toMatchObject({ ignored: [] });
  });
});

describe("[GIFT-7] a row that brings a rate display", () => {
  test("changes the rate where that alone differs, and without one it doesn't", () => {
    const known = [hostRate({ rateDisplay: "₦1,100" })];
    expect(rehearsed(json({ ...fields, rateDisplay: "1100" }), known)).toMatchObject([
      { is: "changed", changes: [{ field: "rateDisplay", before: "₦1,100", after: "1100" }] },
    ]);
    expect(rehearsed(json({ ...fields, rateDisplay: "₦1,100" }), known)).toMatchObject([{ is: "unchanged" }]);
    expect(rehearsed(json(fields), known)).toMatchObject([{ is: "unchanged" }]);
  });

  test("is stored only once the host's list shows it so", () => {
    const sent = rehearsed(json({ ...fields, rateDisplay: "1.1k" })).filter(isRight);
    expect(resultsOf(sent, undefined, [hostRate()]).get(1)).toEqual({ is: "missing" });
    expect(resultsOf(sent, undefined, [hostRate({ rateDisplay: "1.1k" })]).get(1)).toEqual({ is: "stored" });
  });
});
