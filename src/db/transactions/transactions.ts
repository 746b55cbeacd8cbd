import type { Transaction } from "../../contract/transactions.ts";
import {
  addRow,
  ageEnds,
  applyProof,
  belongs,
  type Coverage,
  countRow,
  decides,
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

/** Throws where another tab leads by now, in the transaction of what it writes. `term`: as `takeTerm` gave it. */
export async function mustLead(db: Database, term: number): Promise<void> {
  if ((await readState(db, "term")) !== term) throw new StalePageError("another tab leads");
}

/** `turned` is the device's own word, whatever a host means by it. */
export const toRow = ({ turned: _theirs, ...transaction }: Transaction & { turned?: unknown }, seenAt: number): TransactionRow => ({
  ...transaction,
  at: Date.parse(transaction.createdAt),
  seenAt,
});

/** The cached rows that the host would have sent with a page, had it still had them. */
export async function rowsMissingFrom(db: Database, proof: Proof): Promise<string[]> {
  const ids = new Set(proof.keys.map((key) => key.id));
  return (await rowsWithin(db.sheets, spanOf(proof))).filter((row) => decides(proof, row) && !ids.has(row.id)).map((row) => row.id);
}

/**
 * Changes rows and the state in one transaction. The database refuses a row that is cached in another place, which is
 * rare: only then it is asked for each of them beforehand. `isAsked` tells whether it is to be.
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
 * Writes pages and what they prove in one transaction: rows, removals, coverage and the time of the sync
 * are all there or none is. `term` is the writer's, as `takeTerm` gave it.
 * Rejects with StalePageError (nothing written) when a page would remove a row outside its `gone`, or when
 * another tab leads by now; with the database's error when it fails.
 */
export async function applyPages(db: Database, pages: readonly ProvenPage[], term: number): Promise<RowChanges> {
  return editRows(db, async (edit, isAsked) => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    const wentAfter = await goneAfter(db, "transaction");
    let coverage: Coverage = (await readState(db, "coverage")) ?? [];
    const put = new Map<string, TransactionRow>();
    const removed = new Set<string>();
    await Promise.all(pages.map(({ proof }) => edit.read(spanOf(proof))));
    if (isAsked) await edit.readIds(pages.flatMap(({ rows }) => rows));
    for (const page of pages) {
      const { proof, rows: sent, gone: confirmed } = withoutGone(page, wentAfter);
      const rows = sent.map((row) => toRow(row, proof.asOf));
      const ids = new Set(rows.map((row) => row.id));
      const within = edit.rowsWithin(spanOf(proof));
      const gone = within.filter((row) => decides(proof, row) && !ids.has(row.id)).map((row) => row.id);
      if (gone.some((id) => !confirmed.has(id))) throw new StalePageError("rows would be lost");
      const { fresh, moved, coverage: released } = settleRows(edit, coverage, rows);
      const cached = within.filter((row) => !moved.has(row.id));
      const stretch = stretchToCount(released, proof);
      if (stretch) await edit.read(stretch);
      coverage = applyProof(released, proof, cached, stretch ? countMembers(edit, stretch) : 0);
      for (const id of gone) {
        edit.remove(id);
        put.delete(id);
        removed.add(id);
      }
      for (const row of fresh) {
        put.set(row.id, row);
        removed.delete(row.id);
      }
    }
    // What the stream told after a page was asked for is above the page.
    const ends = { top: pages.some(({ proof }) => proof.openTop), bottom: pages.some(({ proof }) => proof.openBottom) };
    if (followed) coverage = joinLoose(edit, coverage, followed.since, ends);
    await writeState(db, "coverage", coverage);
    const asOf = Math.max(...pages.map((page) => page.proof.asOf));
    await writeState(db, "synced", Math.max(asOf, (await readState(db, "synced")) ?? 0));
    return { put: [...put.values()], removed: [...removed] };
  });
}

/**
 * Joins the rows that lie loose above the newest run or below the oldest one to it, where the stream told all that came
 * there (`addRow`). `ends`: which of the two have been read to their end.
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

/** A page without the rows that went after it was asked for. */
function withoutGone(page: ProvenPage, wentAfter: (id: string, asOf: number) => boolean): ProvenPage {
  const { asOf } = page.proof;
  if (!page.rows.some(({ id }) => wentAfter(id, asOf))) return page;
  const isThere = ({ id }: { readonly id: string }): boolean => !wentAfter(id, asOf);
  return { ...page, rows: page.rows.filter(isThere), proof: { ...page.proof, keys: page.proof.keys.filter(isThere) } };
}

/**
 * Puts the rows that arrived in their places, but for those of which something newer is cached. A row that comes back
 * with another date leaves its old place first, so that no count holds it twice: it is among the `moved`.
 */
function settleRows(
  edit: SheetEdit,
  before: Coverage,
  rows: readonly TransactionRow[],
): { fresh: TransactionRow[]; known: ReadonlySet<string>; moved: ReadonlySet<string>; coverage: Coverage } {
  const fresh: TransactionRow[] = [];
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
    fresh.push(row);
  }
  return { fresh, known, moved, coverage };
}

const countMembers = (edit: SheetEdit, stretch: Stretch & { run: Run }): number =>
  edit.rowsWithin(stretch).filter((row) => belongs(stretch.run, row)).length;

/**
 * Caches rows that prove nothing about their neighbours, such as the matches of a filtered list.
 * `asOf`: when they were asked for (epoch ms). Rejects with the database's error; nothing is written then.
 */
export async function putLooseRows(db: Database, transactions: readonly Transaction[], asOf: number): Promise<RowChanges> {
  const all = [...new Map(transactions.map((transaction) => [transaction.id, toRow(transaction, asOf)])).values()];
  return editRows(db, async (edit, isAsked) => {
    const wentAfter = await goneAfter(db, "transaction");
    const rows = all.filter(({ id }) => !wentAfter(id, asOf));
    const before = (await readState(db, "coverage")) ?? [];
    await edit.readPlaces(rows);
    if (isAsked) await edit.readIds(rows);
    const { fresh, known, coverage: released } = settleRows(edit, before, rows);
    const coverage = rows.reduce((sum, row) => (known.has(row.id) ? sum : countRow(sum, row, 1)), released);
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
