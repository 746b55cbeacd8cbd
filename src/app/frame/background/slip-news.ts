import type { OpenSlips } from "../../../db/money/slips.ts";

/** What there is to tell of, since the open slips were last looked at. */
export interface SlipNews {
  /** How many wait for the admin's decision, where a new one came; undefined where none did. */
  readonly toDecide: number | undefined;
  /** The admin's own slips that are open no longer. */
  readonly gone: readonly string[];
}

/**
 * What is new. Before the host first said how many there are, nothing is. One may come while another one is decided, so the
 * number alone says too little.
 */
export function slipNews(before: OpenSlips | undefined, now: OpenSlips): SlipNews {
  const isNew = before?.toDecide !== undefined && (now.toDecide ?? 0) > 0 && now.newest > before.newest;
  return {
    toDecide: isNew ? now.toDecide : undefined,
    gone: (before?.own ?? []).filter((id) => !now.own.includes(id)),
  };
}
