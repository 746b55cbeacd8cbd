import { type Coverage, type Stretch, uncovered } from "../../db/store/coverage.ts";
import { readState } from "../../db/store/database.ts";
import { piecesWithin } from "../../db/transactions/missing-within.ts";
import type { Sync } from "../start-sync.ts";

/** Pages that are asked for at once below the lowest row. */
const pagesAtOnce = 4;

type Filling = Pick<Sync, "db" | "refreshHead" | "extend" | "closeGap" | "refreshView">;

/**
 * Loads what the cache lacks of a stretch of time, newest first, as scrolling would. `tell` hears how far down it is whole
 * (epoch ms). Resolves to false where the host couldn't be asked; what came until then stays. Ends early with `signal`.
 */
export async function fillDays(
  sync: Filling,
  { from, to }: Stretch,
  tell: (downTo: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const first = await sync.refreshHead(0);
  if (first.is === "failed") return false;
  let before = "";
  while (!signal.aborted) {
    const coverage = (await readState(sync.db, "coverage")) ?? [];
    const gap = uncovered(coverage).find((one) => one.to < from && one.from > to);
    // A gap that stays as it was is one that the host can't close.
    const state = JSON.stringify(coverage.map(({ top, bottom }) => [top.at, bottom.at]));
    if (gap === undefined || state === before) return gap === undefined;
    before = state;
    tell(gap.from);
    const result = Number.isFinite(gap.to) ? await sync.closeGap(gap.from) : await sync.extend(pagesAtOnce);
    if (result.is === "failed") return false;
  }
  return true;
}

/** The first stretch of rows that speak for a stretch of time and were last seen before `since`, as a view of the list. */
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
 * Fetches again what of a stretch of time was last seen before `since` (device epoch ms), newest first. `tell` and the result
 * are as `fillDays` has them; a host that proves nothing of some rows leaves them as old as they are.
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
    const result = await sync.refreshView(stale);
    if (result.is === "failed") return false;
  }
  return true;
}
