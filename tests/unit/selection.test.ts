import Big from "big.js";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { asSent, type CopyFormat, copied, type RowFormats } from "../../src/app/lists/selection/row-formats.ts";
import { type Selected, Selection, selectionOf } from "../../src/app/lists/selection/selection.ts";
import { Sums } from "../../src/app/lists/selection/sums.ts";
import { readCsv } from "../../src/app/csv/csv.ts";

const amount = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 18 })).map(([units, places]) => {
  const text = new Big(units.toString()).div(new Big(10).pow(places));
  return text.toFixed();
});
const row = (id: number, fields: Partial<Selected> = {}): Selected => ({
  id: `tx-${id}`,
  at: 1000 - id,
  currency: "BTC",
  amount: "1",
  ...fields,
});

describe("sums", () => {
  test("[FIND-1] a selection's sums are exact, kept apart by currency and by sign, whatever came and went", () => {
    const change = fc.record({
      id: fc.nat({ max: 12 }),
      amount: fc.option(amount, { nil: undefined }),
      currency: fc.constantFrom("BTC", "btc", "NGN", "", undefined),
      drop: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const selection = new Selection();
        const model = new Map<string, Selected>();
        for (const { id, drop, ...fields } of changes) {
          const one = row(id, fields);
          if (drop && model.has(one.id)) {
            selection.toggle(one);
            model.delete(one.id);
          } else {
            selection.add([one]);
            model.set(one.id, one);
          }
        }
        const expected = new Map<string, { credits: Big; debits: Big }>();
        for (const { amount: value, currency } of model.values()) {
          if (value === undefined || value === null) continue;
          const key = (currency ?? "").toUpperCase();
          if (key === "") continue;
          const sides = expected.get(key) ?? { credits: new Big(0), debits: new Big(0) };
          const side = value.startsWith("-") ? "debits" : "credits";
          expected.set(key, { ...sides, [side]: sides[side].plus(value) });
        }
        const { currencies, without, unnamed } = selection.sums();
        expect(new Set(currencies.map(({ currency }) => currency))).toEqual(new Set(expected.keys()));
        for (const { currency, credits, debits } of currencies) {
          expect(new Big(credits ?? 0).eq(expected.get(currency)?.credits ?? 0)).toBe(true);
          expect(new Big(debits ?? 0).eq(expected.get(currency)?.debits ?? 0)).toBe(true);
        }
        expect(without).toBe([...model.values()].filter((one) => one.amount === undefined).length);
        expect(unnamed).toBe([...model.values()].filter((one) => one.amount !== undefined && !one.currency).length);
        expect(selection.size).toBe(model.size);
      }),
    );
  });

  test("[FIND-1] unlike currencies are never added, and a debit is not set off against a credit", () => {
    const sums = new Sums();
    for (const one of [
      { amount: "0.1", currency: "BTC" },
      { amount: "0.2", currency: "BTC" },
      { amount: "-0.3", currency: "BTC" },
      { amount: "5", currency: "NGN" },
      { amount: "200000" },
      { amount: "0.5", currency: " " },
    ])
      sums.add(one);
    expect([sums.unnamed, sums.without]).toEqual([2, 0]);
    expect(sums.list()).toEqual([
      { currency: "BTC", rows: 3, credits: "0.3", debits: "-0.3" },
      { currency: "NGN", rows: 1, credits: "5", debits: undefined },
    ]);
  });

  test("[FIND-1] 100,000 selected rows keep exact sums", () => {
    const selection = new Selection();
    const rows = Array.from({ length: 1000 }, (_, id) => row(id, { amount: "0.000001" }));
    for (let batch = 0; batch < 100; batch += 1) selection.add(rows.map((one) => ({ ...one, id: `${batch} ${one.id}` })));
    expect(selection.size).toBe(100_000);
    expect(selection.sums().currencies).toEqual([{ currency: "BTC", rows: 100_000, credits: "0.1", debits: undefined }]);
  });
});

describe("ranges", () => {
  const list = Array.from({ length: 40 }, (_, id) => row(id));
  const between = (a: number, b: number): Selected[] => list.slice(Math.min(a, b), Math.max(a, b) + 1);

  test("[FIND-1] a range follows its end from one anchor, gives up what it drew back from, and keeps what was selected before", () => {
    const step = fc.oneof(
      fc.record({ is: fc.constant("toggle" as const), at: fc.nat({ max: 39 }) }),
      fc.record({ is: fc.constant("range" as const), at: fc.nat({ max: 39 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const selection = new Selection();
        // The selection outside the range, and the range itself.
        let kept = new Set<number>();
        let anchor: number | undefined;
        let range: number[] = [];
        for (const { is, at } of steps) {
          const own = list[at];
          if (!own) continue;
          if (is === "toggle" || anchor === undefined) {
            kept = new Set([...kept, ...range]);
            range = [];
            if (kept.has(at)) kept.delete(at);
            else kept.add(at);
            anchor = at;
            selection.toggle(own);
          } else {
            range = between(anchor, at).map((one) => list.indexOf(one));
            selection.setRange(between(anchor, at), 0);
          }
        }
        const expected = new Set([...kept, ...range].map((at) => `tx-${at}`));
        expect(new Set(selection.rows().map(({ id }) => id))).toEqual(expected);
      }),
    );
  });

  test("[FIND-1] no range begins at a row that was deselected, or has left, once nothing is selected", () => {
    const selection = new Selection();
    selection.toggle(row(1));
    selection.toggle(row(1));
    expect(selection.anchor).toBeUndefined();
    selection.toggle(row(2));
    selection.toggle(row(3));
    selection.toggle(row(3));
    expect(selection.anchor?.id).toBe("tx-3");
    selection.refresh([], ["tx-2"]);
    expect(selection.anchor).toBeUndefined();
  });

  test("[FIND-1] rows that the cache has no longer leave the selection, which says how many, and changed ones change its sums", () => {
    const selection = new Selection();
    selection.add([row(1), row(2), row(3)]);
    selection.refresh([row(1, { amount: "4" }), row(9)], ["tx-2", "tx-77"]);
    expect(selection.rows().map(({ id }) => id)).toEqual(["tx-1", "tx-3"]);
    expect(selection.note.get().gone).toBe(1);
    expect(selection.sums().currencies).toEqual([{ currency: "BTC", rows: 2, credits: "5", debits: undefined }]);
    selection.clear();
    expect(selection.note.get().gone).toBe(0);
  });

  test("[FIND-1] each list has a selection of its own", () => {
    selectionOf("transactions", "").add([row(1)]);
    expect(selectionOf("transactions", "").size).toBe(1);
    expect(selectionOf("transactions", "currency=BTC").size).toBe(0);
    expect(selectionOf("users", "").size).toBe(0);
  });
});

describe("copying", () => {
  interface Cells {
    readonly id: string;
    readonly cells: readonly string[];
  }
  const formats: RowFormats<Cells> = {
    head: ["a", "b", "c"],
    cells: ({ cells }) => cells,
    words: ({ cells }) => cells,
    sent: ({ cells }) => ({ cells }),
    link: (rows) => `/?ids=${rows.map(({ id }) => id).join("+")}`,
  };
  const starts = ["=", "+", "-", "@", "\t", "\r", "'", '"', "＝", "|", "%", " ", "\u202e", "\ufeff", "\n", ""];
  const cell = fc
    .tuple(fc.array(fc.constantFrom(...starts), { maxLength: 3 }), fc.string({ unit: "binary", maxLength: 10 }))
    .map(([first, rest]) => first.join("") + rest);
  const rows = fc.array(fc.record({ id: fc.constant("x"), cells: fc.array(cell, { minLength: 3, maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 6,
  });
  const copy = (as: CopyFormat, given: readonly Cells[]): string => copied(as, given, formats);
  /** What spreadsheets take for a formula: a leading sign, possibly after blanks and invisible characters. */
  const runs = (text: string): boolean => /^[\s\p{Cf}\p{Cc}]*[=+\-@]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

  test("[FIND-1] TSV has as many cells as it was given, and none can run as a formula", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const read = Papa.parse<string[]>(copy("tsv", given), { delimiter: "\t" }).data;
        expect(read).toHaveLength(given.length + 1);
        for (const line of read) {
          expect(line).toHaveLength(3);
          expect(line.filter(runs)).toEqual([]);
        }
      }),
    );
  });

  test("[FIND-1] text has a line a row, and none can run as a formula", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const lines = copy("text", given).split(/[\n\r\v\f\x85\u2028\u2029]/);
        expect(lines).toHaveLength(given.length);
        expect(lines.filter(runs)).toEqual([]);
        expect(lines.filter((line) => line.includes("\t"))).toEqual([]);
      }),
    );
  });

  test("[FIND-1] long digits stay digits in a spreadsheet, and plain figures stay figures", () => {
    expect(copy("tsv", [{ id: "1", cells: ["0012", "123456789012345", "-0.50"] }])).toBe("a\tb\tc\n'0012\t'123456789012345\t-0.50");
  });

  test("[FIND-1] JSON is what the host sent, one row as an object and several as a list, formulas and all", () => {
    const sent = { id: "7", note: "=1+1", nothing: null, at: "theirs" };
    expect(asSent({ id: "7", _id: "7", note: "=1+1", nothing: undefined, at: 5, seenAt: 6, theirs: { at: "theirs" } })).toEqual({
      _id: "7",
      note: "=1+1",
      nothing: null,
      at: "theirs",
    });
    expect(asSent({ ...sent, seenAt: 3 })).toEqual({ id: "7", note: "=1+1", nothing: null });
    expect(JSON.parse(copy("json", [{ id: "1", cells: ["=a"] }]))).toEqual({ cells: ["=a"] });
    expect(
      JSON.parse(
        copy("json", [
          { id: "1", cells: ["=a"] },
          { id: "2", cells: ["b"] },
        ]),
      ),
    ).toEqual([{ cells: ["=a"] }, { cells: ["b"] }]);
  });

  test("[FIND-1] what was copied as TSV is read back cell by cell", () => {
    expect(readCsv(copy("tsv", [{ id: "1", cells: ["=1", "a\tb", 'c"d'] }]), "\t")[1]).toEqual(["=1", "a b", 'c"d']);
  });
});
