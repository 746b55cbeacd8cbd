import "../support/indexeddb.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Column, moved, narrowest, orderOf, shownOf, withBorderMoved, withShown } from "../../src/app/lists/columns/column-choice.ts";
import { readColumns } from "../../src/db/desk/columns.ts";
import { keepColumns } from "../../src/db/desk/keep-columns.ts";
import { readSavedViews, saveView } from "../../src/db/desk/saved-views.ts";
import { Database } from "../../src/db/store/database.ts";

const names = ["a", "b", "c", "d", "e"] as const;
type Name = (typeof names)[number];
const columns: readonly Column<Name>[] = names.map((name) => ({ name, width: 100 }));
const sum = (widths: Readonly<Record<string, number>>): number => Object.values(widths).reduce((all, one) => all + one, 0);

const change = fc.oneof(
  fc.record({ is: fc.constant("move" as const), name: fc.constantFrom(...names), to: fc.nat({ max: 4 }) }),
  fc.record({ is: fc.constant("show" as const), name: fc.constantFrom(...names), on: fc.boolean() }),
);

test("[FIND-3] whatever is chosen, every column stands once in the order, and one at least is shown", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let choice: ReturnType<typeof moved>;
      for (const one of changes) {
        choice = one.is === "move" ? moved(columns, choice, one.name, one.to) : withShown(columns, choice, one.name, one.on);
        expect([...orderOf(columns, choice)].sort()).toEqual([...names]);
        expect(shownOf(columns, choice).length).toBeGreaterThan(0);
        if (one.is === "move") expect(orderOf(columns, choice)[one.to]).toBe(one.name);
      }
    }),
  );
});

test("[FIND-3] a border gives one column what it takes from the next, and makes none narrower than can be read", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: narrowest, max: 400 }), { minLength: 5, maxLength: 5 }),
      fc.nat({ max: 3 }),
      fc.oneof(fc.integer({ min: -500, max: 500 }), fc.constantFrom(Infinity, -Infinity)),
      (given, at, by) => {
        const measured = Object.fromEntries(names.map((name, place) => [name, given[place] ?? 0]));
        const [before = "a", after = "b"] = names.slice(at, at + 2);
        const widths = withBorderMoved(columns, undefined, measured, [before, after], by)?.widths ?? {};
        expect(sum(widths)).toBe(sum(measured));
        expect(Math.min(...Object.values(widths))).toBeGreaterThanOrEqual(narrowest);
        for (const name of names) if (name !== before && name !== after) expect(widths[name]).toBe(measured[name]);
      },
    ),
  );
});

test("[FIND-3] columns that this version doesn't know are passed over, and new ones stand where they usually do", () => {
  const choice = { order: ["d", "gone", "a"], hidden: ["gone", "c"], widths: {} };
  expect(orderOf(columns, choice)).toEqual(["d", "b", "c", "a", "e"]);
  expect(shownOf(columns, choice)).toEqual(["d", "b", "a", "e"]);
});

test("[FIND-3] what is brought back to the usual is no choice any more", () => {
  const hidden = withShown(columns, undefined, "b", false);
  expect(hidden?.hidden).toEqual(["b"]);
  expect(withShown(columns, hidden, "b", true)).toBeUndefined();
  expect(moved(columns, moved(columns, undefined, "b", 0), "a", 0)).toBeUndefined();
});

test("[FIND-3] an extra column is hidden until it is chosen, and hiding it again is the usual", () => {
  const extra: readonly Column<Name>[] = columns.map((column) => (column.name === "e" ? { ...column, isExtra: true } : column));
  expect(shownOf(extra)).toEqual(["a", "b", "c", "d"]);
  const chosen = withShown(extra, undefined, "e", true);
  expect(shownOf(extra, chosen)).toEqual([...names]);
  expect(withShown(extra, chosen, "e", false)).toBeUndefined();
});

test("[FIND-3] columns are kept table by table, and with a saved view", async () => {
  const db = new Database("columns");
  const choice = { order: [...names], hidden: ["b"], widths: { a: 120 } };
  await keepColumns(db, "users", choice);
  await keepColumns(db, "transactions", choice);
  await keepColumns(db, "users", undefined);
  expect(await readColumns(db)).toEqual({ transactions: choice });
  await saveView(db, { id: "1", name: "one", href: "/?currency=BTC", columns: choice });
  await saveView(db, { id: "2", name: "again", href: "/?currency=BTC", columns: "usual" });
  expect(await readSavedViews(db)).toEqual([{ id: "1", name: "again", href: "/?currency=BTC", columns: "usual" }]);
});
