import type { OpenSlips } from "../../../db/money/slips.ts";

type Seen = Omit<OpenSlips, "newestId">;

/** Changes to report since the open slips were last checked. */
export interface SlipNews {
  /** Number of slips waiting for the admin's decision, if a new one came; else undefined. */
  readonly toDecide: number | undefined;
  /** The admin's own slips that are no longer open. */
  readonly gone: readonly string[];
}

/**
 * Compares snapshots. Nothing is new before the host first gave a count. The count alone isn't enough, as one slip may
 * arrive while another is decided.
 */
export function slipNews(before: Seen | undefined, now: Seen): SlipNews {
  const isNew = before?.toDecide !== undefined && (now.toDecide ?? 0) > 0 && now.newest > before.newest;
  return {
    toDecide: isNew ? now.toDecide : undefined,
    gone: (before?.own ?? []).filter((id) => !now.own.includes(id)),
  };
}
