import { type Coverage, type Piece, type Run, type Stretch, uncovered } from "../store/coverage.ts";
import { type Database, readState } from "../store/database.ts";

/**
 * The pieces of a run that speak for a stretch. Where none reaches into it, those on both sides: what lies between two of them
 * was seen with them; what lies beyond all of them, with the head or the end.
 */
export function piecesWithin({ pieces }: Run, { from, to }: Stretch): readonly Piece[] {
  const within = pieces.filter((piece) => piece.to <= from && piece.from >= to);
  const above = pieces.findLast((piece) => piece.to > from);
  const below = pieces.find((piece) => piece.from < to);
  return within.length > 0 ? within : above && below ? [above, below] : [];
}

/** Of which parts of a stretch rows may be missing, newest first, and as of when the oldest part of the rest is known (epoch ms). */
export function missingWithin(coverage: Coverage, { from, to }: Stretch): { gaps: Stretch[]; asOf: number | undefined } {
  const head = coverage[0]?.headAsOf;
  // What came after the newest rows were last asked for isn't known either.
  const unseen = head !== undefined && head < from ? [{ from, to: Math.max(head, to) }] : [];
  const between = uncovered(coverage).map((gap) => ({ from: Math.min(gap.from, from), to: Math.max(gap.to, to) }));
  const gaps = [...unseen, ...between.filter((gap) => gap.from > gap.to)];
  const runs = coverage.filter((run) => (run.endAsOf !== undefined || run.bottom.at <= from) && (run.headAsOf ?? run.top.at) >= to);
  const times = runs.flatMap((run) => {
    const ages = piecesWithin(run, { from, to }).map((piece) => piece.asOf);
    const beyond = [run.top.at < from ? run.headAsOf : undefined, run.bottom.at > to ? run.endAsOf : undefined];
    return [...ages, ...beyond.filter((age) => age !== undefined)];
  });
  return { gaps, asOf: times.length === 0 ? undefined : Math.min(...times) };
}

/**
 * Reads a stretch of the cache bit by bit, and says what was missing of it before or after: rows that came or went in between
 * are in neither reading for certain. Rejects with the database's error.
 */
export async function readWithin<T>(
  db: Database,
  stretch: Stretch,
  read: () => Promise<T>,
): Promise<{ value: T; gaps: Stretch[]; asOf: number | undefined }> {
  const missing = async () => missingWithin((await readState(db, "coverage")) ?? [], stretch);
  const before = await missing();
  const value = await read();
  const after = await missing();
  const gaps = before.gaps.length > 0 ? before.gaps : after.gaps;
  return { value, gaps, asOf: before.asOf === undefined || after.asOf === undefined ? undefined : Math.min(before.asOf, after.asOf) };
}
