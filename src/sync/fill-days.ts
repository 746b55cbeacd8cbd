import { type Stretch, uncovered } from "../db/coverage.ts";
import { readState } from "../db/database.ts";
import type { Sync } from "./start-sync.ts";

/** Pages that are asked for at once below the lowest row. */
const pagesAtOnce = 4;

type Filling = Pick<Sync, "db" | "refreshHead" | "extend" | "closeGap">;

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
