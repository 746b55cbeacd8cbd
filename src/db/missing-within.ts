import { type Coverage, type Stretch, uncovered } from "./coverage.ts";

/** Of which parts of a stretch rows may be missing, newest first, and as of when the oldest part of the rest is known (epoch ms). */
export function missingWithin(coverage: Coverage, { from, to }: Stretch): { gaps: Stretch[]; asOf: number | undefined } {
  const head = coverage[0]?.headAsOf;
  // What came after the newest rows were last asked for isn't known either.
  const unseen = head !== undefined && head < from ? [{ from, to: Math.max(head, to) }] : [];
  const between = uncovered(coverage).map((gap) => ({ from: Math.min(gap.from, from), to: Math.max(gap.to, to) }));
  const gaps = [...unseen, ...between.filter((gap) => gap.from > gap.to)];
  const runs = coverage.filter((run) => run.bottom.at <= from && (run.headAsOf ?? run.top.at) >= to);
  const times = runs.flatMap((run) => {
    const pieces = run.pieces.filter((piece) => piece.to <= from && piece.from >= to);
    const ages = (pieces.length > 0 ? pieces : run.pieces).map((piece) => piece.asOf);
    return run.headAsOf === undefined ? ages : [...ages, run.headAsOf];
  });
  return { gaps, asOf: times.length === 0 ? undefined : Math.min(...times) };
}
