import type { Transaction } from "../../contract/transactions.ts";
import {
  addRow,
  ageEnds,
  applyProof,
  belongs,
  type Coverage,
  countRow,
  lackedBy,
  pieceOf,
  type Proof,
  type Run,
  spanOf,
  type Stretch,
  stretchToCount,
} from "../store/coverage.ts";
import { type Database, readState, type TransactionRow, writeState } from "../store/database.ts";
import { goneAfter } from "../store/gone.ts";
import type { Key } from "../store/order.ts";
import { rowsWithin, SheetEdit } from "../store/sheets.ts";
import { turnOf } from "../store/turns.ts";

/** A page of the host's list with its proof, and the cached rows known to be deleted on the host. */
export interface ProvenPage {
  readonly rows: readonly Transaction[];
  readonly proof: Proof;
  readonly gone: ReadonlySet<string>;
}

/** The rows changed by a write, for in-memory copies. */
export interface RowChanges {
  readonly put: readonly TransactionRow[];
  readonly removed: readonly string[];
}

/** A page contradicts the cache in an unexamined way, or its writer no longer leads. */
export class StalePageError extends Error {
  override readonly name = "StalePageError";
}

/** Throws if another tab leads; call within the writing transaction. `term`: from `takeTerm`. */
export async function mustLead(db: Database, term: number): Promise<void> {
  if ((await readState(db, "term")) !== term) throw new StalePageError("another tab leads");
}

/** Drops a host's `turned`: that field is the device's own. */
export const toRow = ({ turned: _theirs, ...transaction }: Transaction & { turned?: unknown }, seenAt: number): TransactionRow => ({
  ...transaction,
  at: Date.parse(transaction.createdAt),
  seenAt,
});

/** Cached rows that the page would include if the host still had them. */
export const rowsMissingFrom = async (db: Database, proof: Proof): Promise<string[]> =>
  lackedBy(proof, await rowsWithin(db.sheets, spanOf(proof)));

/**
 * Edits rows and state in one transaction. A row cached elsewhere makes the database refuse; that is rare, so only then is the edit
 * repeated with a lookup of each row's sheet (`isAsked`).
 */
export async function editRows<T>(db: Database, edit: (rows: SheetEdit, isAsked: boolean) => Promise<T>): Promise<T> {
  const attempt = (isAsked: boolean): PromiseLike<T> =>
    db.transaction("rw", db.sheets, db.state, async () => {
      const rows = new SheetEdit(db.sheets);
      const result = await edit(rows, isAsked);
      await rows.write();
      return result;
    });
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ConstraintError") throw error;
    return attempt(true);
  }
}

/**
 * Writes pages and what they prove in one transaction: rows, removals, coverage and sync time. `term`: the writer's, from
 * `takeTerm`. Rejects with StalePageError (nothing written) if a page would remove a row outside its `gone` or another tab leads;
 * else with the database's error.
 */
export async function applyPages(db: Database, pages: readonly ProvenPage[], term: number): Promise<RowChanges> {
  return editRows(db, async (edit, isAsked) => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    const wentAfter = await goneAfter(db, "transaction");
    let coverage: Coverage = (await readState(db, "coverage")) ?? [];
    await Promise.all(pages.map(({ proof }) => edit.read(spanOf(proof))));
    if (isAsked) await edit.readIds(pages.flatMap(({ rows }) => rows));
    for (const { proof: all, rows: sent, gone: confirmed } of pages) {
      const isCurrent = currentIn(edit, wentAfter, all.asOf);
      const proof = { ...all, keys: all.keys.filter(isCurrent) };
      const rows = sent.map((row) => toRow(row, all.asOf)).filter(isCurrent);
      const within = edit.rowsWithin(spanOf(proof));
      const gone = lackedBy(proof, within);
      if (gone.some((id) => !confirmed.has(id))) throw new StalePageError("rows would be lost");
      const { moved, coverage: released } = settleRows(edit, coverage, rows);
      const cached = within.filter((row) => !moved.has(row.id));
      const stretch = stretchToCount(released, proof);
      if (stretch) await edit.read(stretch);
      coverage = applyProof(released, proof, cached, stretch ? countMembers(edit, stretch) : 0);
      for (const id of gone) edit.remove(id);
    }
    // Rows that the stream reported after a page was requested are above the page.
    const ends = { top: pages.some(({ proof }) => proof.openTop), bottom: pages.some(({ proof }) => proof.openBottom) };
    if (followed) coverage = joinLoose(edit, coverage, followed.since, ends);
    await writeState(db, "coverage", coverage);
    const asOf = Math.max(...pages.map((page) => page.proof.asOf));
    await writeState(db, "synced", Math.max(asOf, (await readState(db, "synced")) ?? 0));
    return edit.changes();
  });
}

/**
 * Joins loose rows above the newest or below the oldest run to it, where the stream reports everything (`addRow`). `ends`: which
 * ends have been read completely.
 */
export function joinLoose(edit: SheetEdit, before: Coverage, since: number, ends: { top: boolean; bottom: boolean }): Coverage {
  const [first] = before;
  const last = before.at(-1);
  if (!first || !last) return before;
  const isAtEnd = ({ at }: Key): boolean => (ends.top && at >= first.top.at) || (ends.bottom && at <= last.bottom.at);
  const loose = edit.rowsRead().filter((row) => !pieceOf(before, row));
  const joined = loose.filter(isAtEnd).reduce((coverage, row) => addRow(coverage, row, since), before);
  return loose.filter((row) => !pieceOf(joined, row)).reduce((coverage, row) => ageEnds(coverage, row, since), joined);
}

/** Returns a predicate: whether a row was neither deleted, nor moved to another place in the list, after an answer was requested. */
const currentIn =
  (edit: SheetEdit, wentAfter: (id: string, asOf: number) => boolean, asOf: number) =>
  (key: Key): boolean => {
    const old = edit.get(key.id);
    return !wentAfter(key.id, asOf) && (old === undefined || old.at === key.at || old.seenAt <= asOf);
  };

/**
 * Puts the received rows in place, unless newer ones are cached. A row with a changed date leaves its old place first, so it isn't
 * counted twice; it is in `moved`.
 */
function settleRows(
  edit: SheetEdit,
  before: Coverage,
  rows: readonly TransactionRow[],
): { known: ReadonlySet<string>; moved: ReadonlySet<string>; coverage: Coverage } {
  const known = new Set<string>();
  const moved = new Set<string>();
  let coverage = before;
  for (const sent of rows) {
    const old = edit.get(sent.id);
    const turned = turnOf(old, sent);
    const row = turned ? { ...sent, turned } : sent;
    if (old?.at === row.at) {
      known.add(row.id);
      if (old.seenAt > row.seenAt) continue;
    } else if (old) {
      coverage = countRow(coverage, old, -1);
      moved.add(row.id);
    }
    edit.put(row);
  }
  return { known, moved, coverage };
}

const countMembers = (edit: SheetEdit, stretch: Stretch & { run: Run }): number =>
  edit.rowsWithin(stretch).filter((row) => belongs(stretch.run, row)).length;

/**
 * Caches rows that prove nothing about their neighbours, e.g. matches of a filtered list. `asOf`: when they were requested (epoch
 * ms). Rejects with the database's error, and then writes nothing.
 */
export async function putLooseRows(db: Database, transactions: readonly Transaction[], asOf: number): Promise<RowChanges> {
  const all = [...new Map(transactions.map((transaction) => [transaction.id, toRow(transaction, asOf)])).values()];
  return editRows(db, async (edit, isAsked) => {
    const wentAfter = await goneAfter(db, "transaction");
    const before = (await readState(db, "coverage")) ?? [];
    await edit.readPlaces(all);
    if (isAsked) await edit.readIds(all);
    const isCurrent = currentIn(edit, wentAfter, asOf);
    const [first] = before;
    const last = before.at(-1);
    const beyond = ({ at }: Key) => (first && at > first.top.at ? first.headAsOf : last && at < last.bottom.at ? last.endAsOf : undefined);
    // A row that isn't cached where all rows were, later than this answer was requested, is gone; so is one beyond the list's ends.
    const isThere = (row: TransactionRow): boolean =>
      !!edit.get(row.id) || (pieceOf(before, row)?.piece.asOf ?? beyond(row) ?? asOf) <= asOf;
    const rows = all.filter((row) => isCurrent(row) && isThere(row));
    const { known, coverage: released } = settleRows(edit, before, rows);
    const coverage = rows.reduce((sum, row) => (known.has(row.id) ? sum : countRow(sum, row, 1)), released);
    if (coverage !== before) await writeState(db, "coverage", coverage);
    return edit.changes();
  });
}

/** Starts a new term: writes of the previous leader are refused from now on. */
export async function takeTerm(db: Database): Promise<number> {
  return db.transaction("rw", db.state, async () => {
    const term = ((await readState(db, "term")) ?? 0) + 1;
    await writeState(db, "term", term);
    return term;
  });
}
