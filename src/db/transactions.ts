import { Dexie } from "dexie";
import type { Transaction } from "../contract/transactions.ts";
import { applyProof, belongs, type Coverage, countRow, decides, type Proof, type Run, spanOf, stretchToCount } from "./coverage.ts";
import { type Database, readState, type TransactionRow, writeState } from "./database.ts";

/** A page of the host's list with what it proves, and the cached rows that are known to be gone from the host. */
export interface ProvenPage {
  readonly rows: readonly Transaction[];
  readonly proof: Proof;
  readonly gone: ReadonlySet<string>;
}

/** What a write changed, for those who keep a form of the rows in memory. */
export interface RowChanges {
  readonly put: readonly TransactionRow[];
  readonly removed: readonly string[];
}

/** A page contradicts the cache in a way that nobody has looked into, or its writer no longer leads. */
export class StalePageError extends Error {
  override readonly name = "StalePageError";
}

export const toRow = (transaction: Transaction, seenAt: number): TransactionRow => ({
  ...transaction,
  at: Date.parse(transaction.createdAt),
  seenAt,
});

/** IndexedDB orders numbers before text before arrays: an empty array stands after every id. */
const afterEveryId: string[] = [];

/** Cached rows with `from` ≥ at ≥ `to`, oldest first. */
export function rowsBetween(db: Database, from: number, to: number): Promise<TransactionRow[]> {
  return from < to
    ? Promise.resolve([])
    : db.transactions.where("[at+id]").between([to, Dexie.minKey], [from, afterEveryId], true, true).toArray();
}

function rowsWithin(db: Database, proof: Proof): Promise<TransactionRow[]> {
  const { from, to } = spanOf(proof);
  return rowsBetween(db, from, to);
}

/** The cached rows that the host would have sent with a page, had it still had them. */
export async function rowsMissingFrom(db: Database, proof: Proof): Promise<string[]> {
  const ids = new Set(proof.keys.map((key) => key.id));
  return (await rowsWithin(db, proof)).filter((row) => decides(proof, row) && !ids.has(row.id)).map((row) => row.id);
}

/**
 * Writes pages and what they prove in one transaction: rows, removals, coverage and the time of the sync
 * are all there or none is. `term` is the writer's, as `takeTerm` gave it.
 * Rejects with StalePageError (nothing written) when a page would remove a row outside its `gone`, or when
 * another tab leads by now; with the database's error when it fails.
 */
export async function applyPages(db: Database, pages: readonly ProvenPage[], term: number): Promise<RowChanges> {
  return db.transaction("rw", db.transactions, db.state, async () => {
    if ((await readState(db, "term")) !== term) throw new StalePageError("another tab leads");
    let coverage: Coverage = (await readState(db, "coverage")) ?? [];
    const put = new Map<string, TransactionRow>();
    const removed = new Set<string>();
    for (const page of pages) {
      const rows = page.rows.map((row) => toRow(row, page.proof.asOf));
      const ids = new Set(rows.map((row) => row.id));
      const within = await rowsWithin(db, page.proof);
      const gone = within.filter((row) => decides(page.proof, row) && !ids.has(row.id)).map((row) => row.id);
      if (gone.some((id) => !page.gone.has(id))) throw new StalePageError("a row would be lost unconfirmed");
      const { fresh, moved, released } = await settlePage(db, coverage, rows, within);
      const cached = within.filter((row) => !moved.has(row.id));
      const stretch = stretchToCount(released, page.proof);
      coverage = applyProof(released, page.proof, cached, stretch ? await countMembers(db, stretch) : 0);
      if (gone.length > 0) await db.transactions.bulkDelete(gone);
      for (const id of gone) {
        put.delete(id);
        removed.add(id);
      }
      for (const row of fresh) {
        put.set(row.id, row);
        removed.delete(row.id);
      }
    }
    await writeState(db, "coverage", coverage);
    const asOf = Math.max(...pages.map((page) => page.proof.asOf));
    await writeState(db, "synced", Math.max(asOf, (await readState(db, "synced")) ?? 0));
    return { put: [...put.values()], removed: [...removed] };
  });
}

/** Writes a page's rows, given the cached ones between its first and its last. `moved`: ids that were cached with another date. */
async function settlePage(
  db: Database,
  coverage: Coverage,
  rows: readonly TransactionRow[],
  within: readonly TransactionRow[],
): Promise<{ fresh: TransactionRow[]; moved: ReadonlySet<string>; released: Coverage }> {
  const known = new Map(within.map((row) => [row.id, row]));
  const elsewhere = await addRows(
    db,
    rows.filter((row) => !known.has(row.id)),
  );
  const olds = elsewhere.length > 0 ? [...(await rowsById(db, elsewhere)), ...within] : within;
  const moved = new Map<string, TransactionRow>();
  const dates = new Map(rows.map((row) => [row.id, row.at]));
  for (const old of olds) if (dates.has(old.id) && dates.get(old.id) !== old.at) moved.set(old.id, old);
  const isOutdated = ({ id, seenAt }: TransactionRow): boolean => !moved.has(id) && (known.get(id)?.seenAt ?? 0) > seenAt;
  const fresh = rows.filter((row) => !isOutdated(row));
  const again = fresh.filter((row) => known.has(row.id) || moved.has(row.id));
  if (again.length > 0) await db.transactions.bulkPut(again);
  const released = [...moved.values()].reduce((sum, old) => countRow(sum, old, -1), coverage);
  return { fresh, moved: new Set(moved.keys()), released };
}

/**
 * Adds rows that are not cached yet, and resolves to the ids of those that are, which it leaves as they are.
 * Asking first would cost as much as adding. Dexie doesn't see these rows come: whoever follows rows with a
 * live query reads the state, too, which the same transaction writes.
 */
function addRows(db: Database, rows: readonly TransactionRow[]): Promise<string[]> {
  const store = Dexie.currentTransaction.idbtrans.objectStore(db.transactions.name);
  return new Promise((resolve, reject) => {
    const cached: string[] = [];
    let request: IDBRequest | undefined;
    for (const row of rows) {
      request = store.add(row);
      request.addEventListener("error", (event) => {
        const { error } = event.target as IDBRequest;
        if (error?.name !== "ConstraintError") {
          reject(error ?? new Error("IndexedDB refused a row"));
          return;
        }
        // Otherwise it would end the transaction.
        event.preventDefault();
        event.stopPropagation();
        cached.push(row.id);
      });
    }
    if (!request) {
      resolve(cached);
      return;
    }
    const end = (): void => resolve(cached);
    request.addEventListener("success", end);
    request.addEventListener("error", end);
  });
}

async function countMembers(db: Database, { run, from, to }: { run: Run; from: number; to: number }): Promise<number> {
  return (await rowsBetween(db, from, to)).filter((row) => belongs(run, row)).length;
}

/**
 * Of rows that arrived, those to write: not the ones of which something newer is cached. A row that comes
 * back with another date leaves its old place first, so that no count holds it twice.
 */
async function settleRows(
  db: Database,
  coverage: Coverage,
  rows: readonly TransactionRow[],
): Promise<{ fresh: TransactionRow[]; coverage: Coverage; known: Set<string> }> {
  const cached = await db.transactions.bulkGet(rows.map((row) => row.id));
  const fresh: TransactionRow[] = [];
  const known = new Set<string>();
  const moved: string[] = [];
  let next = coverage;
  for (const [index, row] of rows.entries()) {
    const old = cached[index];
    if (old && old.at !== row.at) {
      next = countRow(next, old, -1);
      moved.push(old.id);
    } else if (old) known.add(old.id);
    if (!old || old.seenAt <= row.seenAt || old.at !== row.at) fresh.push(row);
  }
  if (moved.length > 0) await db.transactions.bulkDelete(moved);
  return { fresh, coverage: next, known };
}

/**
 * Caches rows that prove nothing about their neighbours, such as the matches of a filtered list.
 * `asOf`: when they were asked for (epoch ms). Rejects with the database's error; nothing is written then.
 */
export async function putLooseRows(db: Database, transactions: readonly Transaction[], asOf: number): Promise<RowChanges> {
  const rows = [...new Map(transactions.map((transaction) => [transaction.id, toRow(transaction, asOf)])).values()];
  return db.transaction("rw", db.transactions, db.state, async () => {
    const before = (await readState(db, "coverage")) ?? [];
    const { fresh, known, coverage: released } = await settleRows(db, before, rows);
    const coverage = rows.reduce((sum, row) => (known.has(row.id) ? sum : countRow(sum, row, 1)), released);
    await db.transactions.bulkPut(fresh);
    if (coverage !== before) await writeState(db, "coverage", coverage);
    return { put: fresh, removed: [] };
  });
}

/** Opens a new term: from here on, writes of whoever led before are refused. */
export async function takeTerm(db: Database): Promise<number> {
  return db.transaction("rw", db.state, async () => {
    const term = ((await readState(db, "term")) ?? 0) + 1;
    await writeState(db, "term", term);
    return term;
  });
}

/** Rows by id, in that order; one that isn't cached is left out. */
export async function rowsById(db: Database, ids: readonly string[]): Promise<TransactionRow[]> {
  // So that a live query hears of rows that come; see `addRows`.
  await db.state.get("synced");
  return (await db.transactions.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** All cached rows, newest first, `size` at a time, each read by itself so that nothing waits for long. */
export async function* allRows(db: Database, size = 2000): AsyncGenerator<TransactionRow[]> {
  let upper: [number, string | string[]] = [Number.POSITIVE_INFINITY, afterEveryId];
  for (;;) {
    const range = db.transactions.where("[at+id]").between([Number.NEGATIVE_INFINITY, Dexie.minKey], upper, true, false);
    const rows = await range.reverse().limit(size).toArray();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    upper = [last.at, last.id];
  }
}
