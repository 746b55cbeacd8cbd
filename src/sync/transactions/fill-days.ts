import { type Coverage, type Stretch, uncovered } from "../../db/store/coverage.ts";
import { readState } from "../../db/store/database.ts";
import { piecesWithin } from "../../db/transactions/missing-within.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Sync } from "../start-sync.ts";

/** Pages per step below the lowest row. */
const pagesAtOnce = 4;

type Filling = Pick<Sync, "db" | "refreshHead" | "extend" | "closeGap" | "refreshView">;

/** Whether the host failed. Throws if this device did. */
function hasFailed({ is, here }: DemandResult): boolean {
  if (here === true) throw new Error("this device could not keep the answer");
  return is === "failed";
}

/**
 * Loads the missing rows of a stretch of time, newest first, as scrolling would. `tell` receives how far down it is complete (epoch
 * ms). Resolves to false if the host couldn't be asked, rejects if this device can't read or keep the rows; rows loaded so far stay.
 * Stops early with `signal`.
 */
export async function fillDays(
  sync: Filling,
  { from, to }: Stretch,
  tell: (downTo: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasFailed(await sync.refreshHead(0))) return false;
  let before = "";
  while (!signal.aborted) {
    const coverage = (await readState(sync.db, "coverage")) ?? [];
    const gap = uncovered(coverage).find((one) => one.to <= from && one.from >= to);
    // An unchanged gap is one that the host can't close.
    const state = JSON.stringify(coverage.map(({ top, bottom }) => [top.at, bottom.at]));
    if (gap === undefined || state === before) return gap === undefined;
    before = state;
    tell(gap.from);
    const result = Number.isFinite(gap.to) ? await sync.closeGap(gap.from) : await sync.extend(pagesAtOnce);
    if (hasFailed(result)) return false;
  }
  return true;
}

/** The first piece within a stretch last seen before `since`, as a view of the list. */
function staleWithin(coverage: Coverage, stretch: Stretch, since: number): { from: number; to: number; firstIndex: number } | undefined {
  let above = 0;
  for (const run of coverage) {
    const within = piecesWithin(run, stretch);
    for (const piece of run.pieces) {
      if (within.includes(piece) && piece.asOf < since) return { from: piece.from, to: piece.to, firstIndex: above };
      above += piece.rows;
    }
  }
  return undefined;
}

/**
 * Refetches what was last seen before `since` (device epoch ms) within a stretch, newest first. `tell` and the result are those of
 * `fillDays`; rows that the host can't prove keep their age.
 */
export async function freshenDays(
  sync: Filling,
  stretch: Stretch,
  since: number,
  tell: (downTo: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let before = "";
  while (!signal.aborted) {
    const stale = staleWithin((await readState(sync.db, "coverage")) ?? [], stretch, since);
    const state = JSON.stringify(stale);
    if (stale === undefined || state === before) return stale === undefined;
    before = state;
    tell(stale.from);
    if (hasFailed(await sync.refreshView(stale))) return false;
  }
  return true;
}
