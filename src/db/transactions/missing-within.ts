import { type Coverage, type Lack, lacking, type Piece, type Run, type Stretch } from "../store/coverage.ts";
import { type Database, readState } from "../store/database.ts";

/**
 * The pieces of a run that cover a stretch. If none overlaps it, the ones on both sides: the space between two pieces was seen with
 * them; beyond all pieces, with the head or the end.
 */
export function piecesWithin({ pieces }: Run, { from, to }: Stretch): readonly Piece[] {
  const within = pieces.filter((piece) => piece.to <= from && piece.from >= to);
  const above = pieces.findLast((piece) => piece.to > from);
  const below = pieces.find((piece) => piece.from < to);
  return within.length > 0 ? within : above && below ? [above, below] : [];
}

/**
 * Parts of a stretch (host epoch ms) with possibly missing rows, newest first, and when the oldest part of the rest was seen (device
 * epoch ms). `clockAhead`: host clock minus device clock, in ms.
 */
export function missingWithin(coverage: Coverage, { from, to }: Stretch, clockAhead: number): { gaps: Lack[]; asOf: number | undefined } {
  const hostTime = (seen: number | undefined): number | undefined => seen && seen + clockAhead;
  const head = hostTime(coverage[0]?.headAsOf);
  // What came after the last head fetch is unknown too.
  const unseen = head !== undefined && head < from ? [{ from, to: Math.max(head, to) }] : [];
  const between = lacking(coverage).map((gap) => ({ ...gap, from: Math.min(gap.from, from), to: Math.max(gap.to, to) }));
  // At a gap's edges, too, rows may be missing.
  const gaps = [...unseen, ...between.filter((gap) => gap.from >= gap.to)];
  const runs = coverage.filter(
    (run) => (run.endAsOf !== undefined || run.bottom.at <= from) && (hostTime(run.headAsOf) ?? run.top.at) >= to,
  );
  const times = runs.flatMap((run) => {
    const ages = piecesWithin(run, { from, to }).map((piece) => piece.asOf);
    const beyond = [run.top.at < from ? run.headAsOf : undefined, run.bottom.at > to ? run.endAsOf : undefined];
    return [...ages, ...beyond.filter((age) => age !== undefined)];
  });
  return { gaps, asOf: times.length === 0 ? undefined : Math.min(...times) };
}

/**
 * Reads a stretch in steps and reports what was missing before or after: rows that came or went meanwhile may be in neither.
 * `clockAhead`: as in `missingWithin`. Rejects with the database's error.
 */
export async function readWithin<T>(
  db: Database,
  stretch: Stretch,
  clockAhead: number,
  read: () => Promise<T>,
): Promise<{ value: T; gaps: Lack[]; asOf: number | undefined }> {
  const missing = async () => missingWithin((await readState(db, "coverage")) ?? [], stretch, clockAhead);
  const before = await missing();
  const value = await read();
  const after = await missing();
  const gaps = before.gaps.length > 0 ? before.gaps : after.gaps;
  return { value, gaps, asOf: before.asOf === undefined || after.asOf === undefined ? undefined : Math.min(before.asOf, after.asOf) };
}
