import "../support/indexeddb.ts";
import Big from "big.js";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { transaction } from "../../src/contract/transactions.ts";
import { type Booked, reconcile, reconcileDays, type Reconciled, type StatementEntry } from "../../src/db/files/reconcile.ts";
import { Database } from "../../src/db/store/database.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { wireRow } from "../support/played-dashboard.ts";

const day = "2026-11-25";
const entry = (line: number, fields: Partial<StatementEntry> = {}): StatementEntry => ({
  line,
  day,
  amount: "5",
  currency: "NGN",
  reference: "",
  ...fields,
});
const row = (id: string, fields: Partial<Booked> = {}): Booked => ({
  id,
  at: 0,
  day,
  reference: undefined,
  username: "ada",
  type: "WITHDRAWAL",
  status: "COMPLETED",
  amount: "-5",
  currency: "NGN",
  ...fields,
});
const sizes = ({ matched, differs, several, onlyThere, onlyHere }: Reconciled) => ({
  matched: matched.length,
  differs: differs.length,
  several: several.length,
  onlyThere: onlyThere.length,
  onlyHere: onlyHere.length,
});
const none = { matched: 0, differs: 0, several: 0, onlyThere: 0, onlyHere: 0 };

test("[CLOSE-1] a reference matches, alone or within a text, whatever its case and day; amounts without their sign", () => {
  const rows = [row("a", { reference: "CF-AAA111" }), row("b", { reference: "CF-BBB222", day: "2026-11-24" })];
  const result = reconcile([entry(2, { reference: "cf-aaa111" }), entry(3, { reference: "NIP/CF-BBB222/ADA" })], rows);
  expect(result.matched.map(({ by, entry: { line }, row: { id } }) => [by, line, id])).toEqual([
    ["reference", 2, "a"],
    ["reference", 3, "b"],
  ]);
  expect(sizes(result)).toEqual({ ...none, matched: 2 });
});

test("[CLOSE-1] the same reference with another amount or currency differs, and a second line with it is only there", () => {
  const rows = [row("a", { reference: "CF-AAA111" }), row("b", { reference: "CF-BBB222" })];
  const lines = [
    entry(2, { reference: "CF-AAA111", amount: "5.01" }),
    entry(3, { reference: "CF-BBB222" }),
    entry(4, { reference: "CF-BBB222", amount: "6" }),
  ];
  const result = reconcile(lines, rows);
  expect(result.differs.map(({ entry: { line }, row: { id } }) => [line, id])).toEqual([[2, "a"]]);
  expect(result.matched.map(({ entry: { line } }) => line)).toEqual([3]);
  expect(result.onlyThere).toEqual([{ entry: lines[2], double: 3 }]);
});

test("[CLOSE-1] a bank's NGN is the platform's NGNB, by reference and by amount", () => {
  const rows = [row("a", { reference: "CF-AAA111", currency: "NGNB" }), row("b", { amount: "7", currency: "NGNB" })];
  const result = reconcile([entry(2, { reference: "CF-AAA111" }), entry(3, { amount: "7" })], rows);
  expect(sizes(result)).toEqual({ ...none, matched: 2 });
  expect(result.matched.map(({ row: { currency } }) => currency)).toEqual(["NGNB", "NGNB"]);
});

test.each([
  ["NGN", "NGNB"],
  ["NGNB", "NGN"],
])("[CLOSE-1] a statement in %s is expected to list the transactions in %s", async (there, here) => {
  const db = new Database(`naira-${there}`);
  const rows = [here, "USDT"].map((currency, n) => v.parse(transaction, wireRow(n, { currency, createdAt: `${day}T12:00:00Z` })));
  await putLooseRows(db, rows, 1);
  const { onlyHere } = await reconcileDays(db, [entry(2, { currency: there, amount: "9.99" })], {
    timeZone: "UTC",
    type: "",
    clockAhead: 0,
  });
  expect(onlyHere.map(({ currency }) => currency)).toEqual([here]);
  db.close();
});

test("[CLOSE-1] two lines, one with a transaction's reference and one with its id, are not both matched", () => {
  const lines = [entry(2, { reference: "CF-AAA111" }), entry(3, { reference: "tx-0001" })];
  const result = reconcile(lines, [row("tx-0001", { reference: "CF-AAA111" })]);
  expect(sizes(result)).toEqual({ ...none, matched: 1, onlyThere: 1 });
  expect(result.onlyThere[0]?.double).toBe(result.matched[0]?.entry.line);
});

test("[CLOSE-1] two lines with the ids of a transfer's legs, which share a reference, are matched with one each", () => {
  const legs = [row("tx-0001", { reference: "CF-AAA111" }), row("tx-0002", { reference: "CF-AAA111", amount: "5" })];
  const result = reconcile([entry(2, { reference: "tx-0001" }), entry(3, { reference: "tx-0002" })], legs);
  expect(result.matched.map(({ entry: { line }, row: { id } }) => [line, id])).toEqual([
    [2, "tx-0001"],
    [3, "tx-0002"],
  ]);
});

test("[CLOSE-1] without a reference the only one with amount, currency and day matches; of more none is chosen", () => {
  const rows = [row("a"), row("b", { amount: "7" }), row("c", { amount: "7" }), row("d", { amount: "8", currency: "USDT" })];
  const result = reconcile([entry(2, { amount: "-5.00" }), entry(3, { amount: "7" }), entry(4, { amount: "8" })], rows);
  expect(result.matched.map(({ by, row: { id } }) => [by, id])).toEqual([["amount", "a"]]);
  expect(result.several).toEqual([{ entries: [entry(3, { amount: "7" })], rows: [rows[1], rows[2]] }]);
  expect(result.onlyThere.map(({ entry: { line } }) => line)).toEqual([4]);
  expect(result.onlyHere.map(({ id }) => id)).toEqual(["d"]);
});

test("[CLOSE-1] thousands of payments under one reference are matched in a moment", { timeout: 10_000 }, () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ reference: "PAYROLL-JUNE", amount: String(n + 1) }));
  const { matched } = reconcile(
    many.map((fields, n) => entry(n + 2, fields)),
    many.map((fields, n) => row(`id-${n}`, fields)),
  );
  expect(matched).toHaveLength(10_000);
});

test("[CLOSE-1] a failed transaction is not expected in a statement, but found by its reference", () => {
  const failed = row("a", { status: "Failed", reference: "CF-AAA111" });
  expect(sizes(reconcile([entry(2)], [failed]))).toEqual({ ...none, onlyThere: 1 });
  expect(sizes(reconcile([entry(2, { reference: "CF-AAA111" })], [failed]))).toEqual({ ...none, matched: 1 });
});

test("[CLOSE-1] each line and each expected transaction is in one group, once, and a match is exact", () => {
  const amounts = fc.constantFrom("1", "1.0", "2", "2.000000000000000001", "-1");
  const references = fc.constantFrom("", "REF-0001", "REF-0002", "paid REF-0003 to ada", "unknown-ref");
  const days = fc.constantFrom("2026-11-24", day);
  const lines = fc.array(fc.record({ amount: amounts, reference: references, day: days }), { maxLength: 8 });
  const cached = fc.array(
    fc.record({
      amount: amounts,
      reference: fc.constantFrom(undefined, "ref-0001", "REF-0002", "REF-0003"),
      day: days,
      status: fc.constantFrom("COMPLETED", "FAILED"),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, cached, (some, others) => {
      const entries = some.map((fields, at) => entry(at + 2, fields));
      const rows = others.map((fields, at) => row(`row ${at}`, fields));
      const { matched, differs, several, onlyThere, onlyHere } = reconcile(entries, rows);
      const seen = [
        ...matched.map(({ entry: one }) => one.line),
        ...differs.map(({ entry: one }) => one.line),
        ...several.flatMap((one) => one.entries.map(({ line }) => line)),
        ...onlyThere.map(({ entry: one }) => one.line),
      ];
      expect(seen.sort((a, b) => a - b)).toEqual(entries.map(({ line }) => line));
      const paired = [...matched, ...differs].map((pair) => pair.row.id);
      const shown = [...paired, ...several.flatMap((one) => one.rows.map(({ id }) => id)), ...onlyHere.map(({ id }) => id)];
      expect(new Set(shown).size).toBe(shown.length);
      for (const { by, entry: one, row: other } of matched) {
        expect(new Big(one.amount).abs().eq(new Big(other.amount ?? "NaN").abs())).toBe(true);
        if (by === "amount") expect([one.day, other.status]).toEqual([other.day, "COMPLETED"]);
        else expect(one.reference.toLowerCase()).toContain(other.reference?.toLowerCase());
      }
    }),
  );
});

/** How a transaction appears in the statement; `gone`: missing; `twice`: two lines. */
const fates = ["as it is", "in a text", "without reference", "other amount", "other currency", "gone", "twice"] as const;

test("[CLOSE-1] of generated statements with seeded mismatches all are found and none is invented", () => {
  const cases = fc.array(fc.record({ fate: fc.constantFrom(...fates), ahead: fc.boolean(), sign: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(cases, fc.nat({ max: 5 }), fc.infiniteStream(fc.nat()), (seeded, strangers, order) => {
      // Neighbouring amounts, so that only exact arithmetic tells rows apart.
      const amountOf = (n: number): string => new Big("1000000.00000001").plus(new Big("0.00000001").times(n)).toFixed();
      const rows = seeded.map((_, n) => row(`id-${n}`, { reference: `CF-${String(n).padStart(6, "0")}`, amount: `-${amountOf(n)}` }));
      const drafts = seeded.flatMap(({ fate, ahead, sign }, n): Omit<StatementEntry, "line">[] => {
        const reference = `CF-${String(n).padStart(6, "0")}`;
        const own = { day, amount: `${sign ? "-" : ""}${amountOf(n)}`, currency: "NGN", reference };
        switch (fate) {
          case "as it is":
            return [ahead ? { ...own, day: "2026-11-26" } : own];
          case "in a text":
            return [{ ...own, reference: `TRF/${reference.toLowerCase()}/ADA` }];
          case "without reference":
            return [{ ...own, reference: "" }];
          case "other amount":
            return [{ ...own, amount: `${own.amount}1` }];
          case "other currency":
            return [{ ...own, currency: "USD" }];
          case "gone":
            return [];
          case "twice":
            return [own, own];
        }
      });
      for (let n = 0; n < strangers; n += 1)
        drafts.push({ day, amount: amountOf(1000 + n), currency: "NGN", reference: n % 2 ? `XX-${n}00000` : "" });
      const shuffled = drafts
        .map((draft) => ({ draft, place: order.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ draft }, at) => ({ line: at + 2, ...draft }));
      const result = reconcile(shuffled, rows);
      const idsOf = (...wanted: readonly (typeof fates)[number][]) =>
        seeded.flatMap(({ fate }, n) => (wanted.includes(fate) ? [`id-${n}`] : []));
      const sorted = (ids: readonly string[]) => [...ids].sort();
      const matchedBy = (by: "reference" | "amount") => sorted(result.matched.filter((one) => one.by === by).map((one) => one.row.id));
      expect(matchedBy("reference")).toEqual(sorted(idsOf("as it is", "in a text")));
      expect(matchedBy("amount")).toEqual(sorted(idsOf("without reference")));
      expect(sorted(result.differs.map((one) => one.row.id))).toEqual(sorted(idsOf("other amount", "other currency")));
      expect(sorted(result.several.flatMap((one) => one.rows.map(({ id }) => id)))).toEqual(sorted(idsOf("twice")));
      expect(result.several.every((one) => one.entries.length === 2)).toBe(true);
      expect(sorted(result.onlyHere.map(({ id }) => id))).toEqual(sorted(idsOf("gone")));
      expect(result.onlyThere).toHaveLength(strangers);
    }),
    { numRuns: 300 },
  );
});
