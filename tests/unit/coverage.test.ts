import { expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { countRows } from "../../src/db/store/rows.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, type ProvenPage, takeTerm } from "../../src/db/transactions/transactions.ts";

/** A page of rows named by time, plus a letter for rows of the same time: "528b". */
function pageOf(names: readonly string[], asOf: number, openTop = false): ProvenPage {
  const rows = names.map((id) => v.parse(transaction, { id, createdAt: Number.parseInt(id, 10) }));
  const keys = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
  return { rows, proof: { keys, openTop, openBottom: false, asOf }, gone: new Set() };
}

async function linesOf(db: Database): Promise<(string | undefined)[]> {
  const window = await readWindow(db, 0, 1000, []);
  return Array.from({ length: window.length }, (_, line) => {
    const item = window.items[line - window.start];
    return item?.is === "row" ? item.row.id : item?.is;
  });
}

test("[SYNC-2] a page inside a run counts that run's rows alone, where the run above ends at the time at which it begins", async () => {
  const db = new Database(`coverage-${Math.random()}`);
  const term = await takeTerm(db);
  await applyPages(db, [pageOf(["530", "528a", "528b", "528c"], 1000, true)], term);
  await applyPages(db, [pageOf(["528d", "527", "526", "525", "524"], 1001)], term);
  // When it is seen again, the upper run's last time becomes a piece of its own: the page may have cut through it.
  await applyPages(db, [pageOf(["530", "528a", "528b", "528c"], 100_000, true)], term);
  expect(await readState(db, "coverage")).toHaveLength(2);
  await applyPages(db, [pageOf(["527", "526", "525"], 900_000)], term);
  expect(await linesOf(db)).toEqual(["530", "528c", "528b", "528a", "gap", "528d", "527", "526", "525", "524"]);
});

test("[SYNC-2, SYNC-3] a row that comes back with another date leaves its old place, in whichever run that was", async () => {
  const db = new Database(`coverage-${Math.random()}`);
  const term = await takeTerm(db);
  await applyPages(db, [pageOf(["90", "80", "70"], 1000, true)], term);
  await applyPages(db, [pageOf(["50", "40", "30"], 1001)], term);
  const moved = pageOf(["95", "90", "80"], 900_000, true);
  const [first] = moved.rows;
  if (!first) throw new Error("no row");
  const rows = [{ ...first, id: "40" }, ...moved.rows.slice(1)];
  await applyPages(db, [{ ...moved, rows, proof: { ...moved.proof, keys: [{ at: 95, id: "40" }, ...moved.proof.keys.slice(1)] } }], term);
  expect(await linesOf(db)).toEqual(["40", "90", "80", "70", "gap", "50", "30"]);
  expect(await countRows(db)).toBe(6);
});
