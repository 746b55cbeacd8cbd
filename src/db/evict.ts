import type { Coverage, Run } from "./coverage.ts";
import { type Database, readState, writeState } from "./database.ts";
import { countRows } from "./rows.ts";
import { editRows, type RowChanges } from "./transactions.ts";

/** After an eviction, so much of the limit is left in use: evicting row by row would cost every write. */
const leaveFull = 0.9;

interface Cut {
  readonly coverage: Coverage;
  /** The time of the oldest row that is covered still; epoch ms. */
  readonly bottom: number;
  /** Rows older than this go; epoch ms. */
  readonly before: number;
}

/** The runs without their oldest pieces, so that `limit` rows at most stay and nothing from `keepFrom` (epoch ms) on goes. */
function cutOldest(coverage: Coverage, limit: number, keepFrom: number): Cut | undefined {
  const kept: Run[] = [];
  let rows = 0;
  for (const run of coverage) {
    const pieces = [];
    for (const piece of run.pieces) {
      if (rows + piece.rows > limit && piece.from < keepFrom) break;
      rows += piece.rows;
      pieces.push(piece);
    }
    const last = pieces.at(-1);
    if (last)
      kept.push(pieces.length === run.pieces.length ? run : { ...run, pieces, bottom: { at: last.to, ids: [] }, endAsOf: undefined });
    if (pieces.length < run.pieces.length) break;
  }
  const lowest = kept.at(-1);
  // Rows that nothing covers, as those of a filtered list, may be in view below the lowest run.
  return lowest && { coverage: kept, bottom: lowest.bottom.at, before: Math.min(lowest.bottom.at, keepFrom) };
}

/**
 * Removes the oldest cached transactions above `limit`, and says so in the coverage. `keepFrom`: the time
 * (epoch ms) of the oldest row in view, which stays whatever the limit.
 * Rejects with the database's error; nothing is removed then.
 */
export async function evictOldest(db: Database, limit: number, keepFrom: number): Promise<RowChanges> {
  // All of it is in use, as while it is exported.
  if (keepFrom === Number.NEGATIVE_INFINITY) return { put: [], removed: [] };
  return editRows(db, async (edit) => {
    const coverage = (await readState(db, "coverage")) ?? [];
    const cut = cutOldest(coverage, limit * leaveFull, keepFrom);
    if (!cut) return { put: [], removed: [] };
    const stretch = { from: cut.bottom, to: Number.NEGATIVE_INFINITY };
    await edit.read(stretch);
    const rows = edit.rowsWithin(stretch);
    const removed = rows.filter(({ at }) => at < cut.before).map(({ id }) => id);
    for (const id of removed) edit.remove(id);
    const edge = rows.filter(({ at }) => at === cut.bottom).map(({ id }) => id);
    const runs = cut.coverage.map((run) =>
      run.bottom.at === cut.bottom && run.bottom.ids.length === 0 ? { ...run, bottom: { at: cut.bottom, ids: edge } } : run,
    );
    await writeState(db, "coverage", runs);
    return { put: [], removed };
  });
}

/** The device is full: removes the oldest half of the cached transactions, as `evictOldest` does. */
export const evictHalf = async (db: Database, keepFrom: number): Promise<RowChanges> =>
  evictOldest(db, Math.max(500, (await countRows(db)) / 2), keepFrom);
