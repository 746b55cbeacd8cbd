import { assert, asyncProperty, constantFrom, array, integer, record } from "fast-check";
import { RangeSet } from "dexie";
import { expect, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { Database, type TransactionRow } from "../../src/db/store/database.ts";
import { compareKeys } from "../../src/db/store/order.ts";
import { allRows, countRows, rowsByKeys, rowsOfStretch } from "../../src/db/store/rows.ts";
import { rowsWithin, SheetEdit } from "../../src/db/store/sheets.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, putLooseRows, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";

// Small, so that a few rows fill several sheets.
vi.mock("../../src/db/store/sheet-size.ts", () => ({ fullSheet: 4 }));

const transactionAt = (at: number, id: string) => v.parse(transaction, { id, createdAt: at });
const rowAt = (at: number, id: string, seenAt = 0): TransactionRow => toRow(transactionAt(at, id), seenAt);
const keysOf = (rows: readonly TransactionRow[]) => rows.map(({ at, id }) => ({ at, id }));

async function gathered(some: AsyncIterable<readonly TransactionRow[]>): Promise<TransactionRow[]> {
  const all: TransactionRow[] = [];
  for await (const rows of some) all.push(...rows);
  return all;
}

const step = record({ is: constantFrom("put", "put", "remove"), id: integer({ min: 0, max: 15 }), at: integer({ min: 0, max: 12 }) });

test("[SYNC-1] rows in sheets are the rows that were put, in the list's order, however they come and go", () =>
  assert(
    asyncProperty(array(array(step, { maxLength: 12 }), { maxLength: 6 }), async (edits) => {
      const db = new Database(`sheets-${Math.random()}`);
      const truth = new Map<string, TransactionRow>();
      for (const steps of edits) {
        await db.transaction("rw", db.sheets, async () => {
          const edit = new SheetEdit(db.sheets);
          const rows = steps.map(({ at, id }) => rowAt(at, `t${id}`));
          await edit.readPlaces(rows);
          await edit.readIds(rows);
          for (const [place, row] of rows.entries()) {
            if (steps[place]?.is === "remove") {
              edit.remove(row.id);
              truth.delete(row.id);
            } else {
              edit.put(row);
              truth.set(row.id, row);
            }
          }
          await edit.write();
        });
        const expected = [...truth.values()].sort(compareKeys);
        expect(keysOf(await gathered(allRows(db, 2)))).toEqual(keysOf(expected));
        expect(await countRows(db)).toBe(expected.length);
        expect(keysOf(await rowsByKeys(db, keysOf(expected)))).toEqual(keysOf(expected));
        const stretch = { from: 8, to: 3 };
        const between = keysOf(expected.filter(({ at }) => at <= stretch.from && at >= stretch.to));
        expect(keysOf((await rowsWithin(db.sheets, stretch)).sort(compareKeys))).toEqual(between);
        expect(keysOf(await gathered(rowsOfStretch(db, stretch, 2)))).toEqual(between);
        const sheets = await db.sheets.toArray();
        expect(sheets.map(({ rows }) => rows.length)).not.toContain(0);
        for (const { rows } of sheets) expect(rows.length <= 4 || new Set(rows.map(({ at }) => at)).size < rows.length).toBe(true);
      }
      await db.delete();
    }),
    { numRuns: 60 },
  ));

test("[SYNC-1, CLOSE-2] a sheet that is split while the rows of a stretch are read gives none of them twice", async () => {
  const db = new Database(`sheets-${Math.random()}`);
  const rows = Array.from({ length: 12 }, (_, place) => transactionAt(200 - 10 * place, `t${place}`));
  await putLooseRows(db, rows, 1);
  const read: string[] = [];
  for await (const some of rowsOfStretch(db, { from: 200, to: 0 }, 1)) {
    // Enough rows beside the first batch for its sheet to be split.
    if (read.length === 0) {
      const beside = (some[0]?.at ?? 0) + 1;
      await putLooseRows(
        db,
        Array.from({ length: 4 }, (_, place) => transactionAt(beside + place, `new${place}`)),
        2,
      );
    }
    read.push(...some.map(({ id }) => id));
  }
  expect(read).toEqual(rows.map(({ id }) => id));
  db.close();
});

test("[SYNC-3] a row that is cached in a place that nobody looked into is refused, and nothing is written", async () => {
  const db = new Database(`sheets-${Math.random()}`);
  await putLooseRows(
    db,
    Array.from({ length: 20 }, (_, at) => transactionAt(at, `t${at}`)),
    1,
  );
  const blind = db.transaction("rw", db.sheets, async () => {
    const edit = new SheetEdit(db.sheets);
    await edit.read({ from: 1000, to: 1000 });
    edit.put(rowAt(1000, "t3"));
    await edit.write();
  });
  await expect(blind).rejects.toHaveProperty("name", "ConstraintError");
  expect(await countRows(db)).toBe(20);
});

test("[SYNC-3] a row that comes back with another date leaves the sheet in which it was, on a page and among loose rows", async () => {
  const db = new Database(`sheets-${Math.random()}`);
  const term = await takeTerm(db);
  const rows = Array.from({ length: 20 }, (_, index) => transactionAt(100 - index, `t${100 - index}`));
  const pageOf = (sent: typeof rows, asOf: number, openTop: boolean) => ({
    rows: sent,
    proof: { keys: sent.map((row) => ({ at: Date.parse(row.createdAt), id: row.id })), openTop, openBottom: false, asOf },
    gone: new Set<string>(),
  });
  await applyPages(db, [pageOf(rows, 1000, true)], term);
  await applyPages(db, [pageOf([transactionAt(200, "t85"), ...rows.slice(0, 4)], 2000, true)], term);
  await putLooseRows(db, [transactionAt(50, "t90")], 3000);
  const window = await readWindow(db, 0, 100, []);
  const ids = window.items.flatMap((item) => (item?.is === "row" ? [item.row.id] : []));
  expect(ids).toEqual(["t85", ...rows.map(({ id }) => id).filter((id) => id !== "t85" && id !== "t90")]);
  expect(window.rows).toBe(ids.length);
  expect(await countRows(db)).toBe(20);
});

test("[SYNC-7] a full disk is told as such, and leaves the rows and what covers them as they were", async () => {
  const db = new Database(`sheets-${Math.random()}`);
  await putLooseRows(db, [transactionAt(1, "t1")], 1);
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("the disk is full", "QuotaExceededError");
  });
  await expect(putLooseRows(db, [transactionAt(2, "t2")], 2)).rejects.toHaveProperty("name", "QuotaExceededError");
  add.mockRestore();
  expect(keysOf(await gathered(allRows(db, 2)))).toEqual([{ at: 1, id: "t1" }]);
});

test("[SYNC-1] what live queries keep of a write doesn't grow by the row", async () => {
  const db = new Database(`sheets-${Math.random()}`);
  const kept = new RangeSet();
  db.use({
    stack: "dbcore",
    level: 2,
    create: (core) => ({
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) =>
            table.mutate(request).then((result) => {
              const ids = request.mutatedParts?.[`idb://${db.name}/sheets/ids`];
              if (ids) kept.add(ids);
              return result;
            }),
        };
      },
    }),
  });
  for (let from = 0; from < 300; from += 20)
    await putLooseRows(
      db,
      Array.from({ length: 20 }, (_, at) => transactionAt(from + at, `t${from + at}`)),
      1,
    );
  expect([...kept]).toHaveLength(1);
  expect(kept.hasKey("t7")).toBe(true);
});
