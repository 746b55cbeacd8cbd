import type { OpenSlips } from "../../../db/money/slips.ts";

export type SeenSlips = Omit<OpenSlips, "onlyId">;

/** Changes to report since the open slips were last checked. */
export interface SlipNews {
  /** Number of slips waiting for the admin's decision, if a new one came; else undefined. */
  readonly toDecide: number | undefined;
  /** The admin's own slips that are no longer open. */
  readonly gone: readonly string[];
}

const isCounted = (before: SeenSlips, now: SeenSlips): boolean => before.countedAt !== now.countedAt;

/**
 * Compares snapshots; `before` is `seenOf` the earlier ones. Nothing is new before the host first gave a count, nor until it has
 * counted again. The count alone isn't enough, as one slip may arrive while another is decided; nor is the newest slip, as one may
 * have to be signed before it counts.
 */
export function slipNews(before: SeenSlips | undefined, now: SeenSlips): SlipNews {
  const { toDecide = 0, newest } = now;
  const isNew =
    before?.toDecide !== undefined && isCounted(before, now) && toDecide > 0 && (toDecide > before.toDecide || newest > before.newest);
  return {
    toDecide: isNew ? toDecide : undefined,
    gone: (before?.own ?? []).filter((id) => !now.own.includes(id)),
  };
}

/** What the next snapshot is compared with: slips that came since the last count are still to be reported. */
export const seenOf = (before: SeenSlips | undefined, now: SeenSlips): SeenSlips =>
  before && !isCounted(before, now) ? { ...before, own: now.own } : now;
