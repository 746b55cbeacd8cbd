import { belongs, type Coverage, coveredRows, type Run, uncovered } from "../store/coverage.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import { countRows, rowsOfStretch } from "../store/rows.ts";
import type { SheetEdit } from "../store/sheets.ts";
import { editRows, type RowChanges } from "./transactions.ts";

/** Fraction of the limit kept by an eviction; evicting row by row would slow every write. */
const leaveFull = 0.9;

/** Sheets per transaction, so that concurrent reads don't wait longer. */
const sheetsAtOnce = 100;

interface Cut {
  readonly coverage: Coverage;
  /** Older rows are removed; epoch ms. */
  readonly before: number;
}

const bottomOf = (coverage: Coverage): number => coverage.at(-1)?.bottom.at ?? Number.POSITIVE_INFINITY;

/**
 * Drops the oldest pieces so that at most `limit` rows remain, keeping everything from `keepFrom` (epoch ms) on. `loose`: times of
 * uncovered rows, e.g. of filtered lists; epoch ms, newest first.
 */
function cutOldest(coverage: Coverage, loose: readonly number[], limit: number, keepFrom: number): Cut | undefined {
  const kept: Run[] = [];
  let rows = 0;
  let looseAbove = 0;
  let isCut = false;
  for (const run of coverage) {
    const pieces = [];
    for (const piece of run.pieces) {
      while ((loose[looseAbove] ?? Number.NEGATIVE_INFINITY) > piece.from) looseAbove += 1;
      if (rows + looseAbove + piece.rows > limit && piece.from < keepFrom) break;
      rows += piece.rows;
      pieces.push(piece);
    }
    isCut = pieces.length < run.pieces.length;
    const last = pieces.at(-1);
    if (last) kept.push(isCut ? { ...run, pieces, bottom: { at: last.to, ids: [] }, endAsOf: undefined, pastEnds: undefined } : run);
    if (isCut) break;
  }
  if (kept.length === 0 && isCut) return undefined;
  if (isCut) return { coverage: kept, before: bottomOf(kept) };
  const newestToGo = loose[Math.max(0, limit - rows)];
  return newestToGo === undefined ? undefined : { coverage, before: newestToGo + 1 };
}

/** Times (epoch ms) of uncovered cached rows, newest first. */
async function looseTimes(db: Database, coverage: Coverage): Promise<number[]> {
  const times = new Map<string, number>();
  for (const stretch of uncovered(coverage))
    for await (const rows of rowsOfStretch(db, stretch))
      for (const row of rows) if (!coverage.some((run) => belongs(run, row))) times.set(row.id, row.at);
  return [...times.values()].sort((a, b) => b - a);
}

/**
 * Completes a cut run: its new bottom edge gets the rows of that time that were its own; other runs, or none, may hold more of that
 * time.
 */
async function withEdge(edit: SheetEdit, left: Coverage, coverage: Coverage): Promise<Coverage> {
  const [run, whole] = [left.at(-1), coverage[left.length - 1]];
  if (!run || !whole || run === whole) return left;
  const { at } = run.bottom;
  await edit.read({ from: at, to: at });
  const own = edit.rowsWithin({ from: at, to: at }).filter((row) => belongs(whole, row));
  return left.with(left.length - 1, { ...run, bottom: { at, ids: own.map(({ id }) => id) } });
}

/**
 * Removes what will be evicted from the coverage; returns the time below which it is (epoch ms), or undefined if everything fits.
 */
async function release(db: Database, limit: number, keepFrom: number): Promise<number | undefined> {
  const known = (await readState(db, "coverage")) ?? [];
  const loose = await looseTimes(db, known);
  if (coveredRows(known) + loose.length <= limit) return undefined;
  return editRows(db, async (edit) => {
    const coverage = (await readState(db, "coverage")) ?? [];
    const cut = cutOldest(coverage, loose, Math.floor(limit * leaveFull), keepFrom);
    if (!cut) return undefined;
    await writeState(db, "coverage", await withEdge(edit, cut.coverage, coverage));
    return cut.before;
  });
}

/** Removes some uncovered rows older than `before` (epoch ms), oldest first. */
const removeSome = (db: Database, before: number): Promise<{ removed: readonly string[]; isAll: boolean }> =>
  editRows(db, async (edit) => {
    // A concurrent reader may have covered rows below again.
    const below = Math.min(before, bottomOf((await readState(db, "coverage")) ?? []));
    const whole = await edit.removeSheets(below, sheetsAtOnce);
    if (whole.length > 0) return { removed: whole, isAll: false };
    const stretch = { from: below, to: Number.NEGATIVE_INFINITY };
    await edit.read(stretch);
    const removed = edit.rowsWithin(stretch).flatMap(({ at, id }) => (at < below ? [id] : []));
    for (const id of removed) edit.remove(id);
    return { removed, isAll: true };
  });

/**
 * Evicts the oldest cached transactions beyond `limit` in batches, updating the coverage first: if interrupted, what remains is
 * uncovered. `keepFrom` returns the time (epoch ms) of the oldest row in use, which stays whatever the limit. Throws the database's
 * error, and then removes nothing more.
 */
export async function* evictOldest(db: Database, limit: number, keepFrom: () => number): AsyncGenerator<RowChanges> {
  // Everything is in use, e.g. during an export.
  if (keepFrom() === Number.NEGATIVE_INFINITY) return;
  const before = await release(db, limit, keepFrom());
  if (before === undefined) return;
  for (;;) {
    const { removed, isAll } = await removeSome(db, Math.min(before, keepFrom()));
    if (removed.length > 0) yield { put: [], removed };
    if (isAll) return;
  }
}

/** The device is full: evicts the oldest half, like `evictOldest`. */
export async function* evictHalf(db: Database, keepFrom: () => number): AsyncGenerator<RowChanges> {
  yield* evictOldest(db, Math.max(500, (await countRows(db)) / 2), keepFrom);
}
