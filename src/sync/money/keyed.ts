import type { Attempt } from "../../db/money/journal.ts";
import type { Host } from "../wire/host.ts";

export type Keyed = Pick<Attempt, "keyedAt" | "keyedBy">;

/** How a request that is sent now bears its attempt's id as idempotency key; nothing where config.json names no header. */
export const keyedNow = ({ config }: Pick<Host, "config">, now: number): Keyed =>
  config.idempotencyHeader === undefined ? {} : { keyedAt: now, keyedBy: config.idempotencyHeader.toLowerCase() };

/**
 * Whether the host has had an attempt's key, at most `withinMs` ago. Under another header than today's it may never have seen it: it
 * would do a repeat anew, and call the attempt "never".
 */
export function hadKey({ config, clock }: Pick<Host, "config" | "clock">, { keyedAt, keyedBy }: Keyed, withinMs: number): boolean {
  // An attempt dated in the future has unknown age: the clock was put back.
  const agoMs = keyedAt === undefined ? -1 : clock.now() - keyedAt;
  // Earlier versions kept no header.
  const isSameHeader = keyedBy === undefined || keyedBy === config.idempotencyHeader?.toLowerCase();
  return isSameHeader && agoMs >= 0 && agoMs < withinMs;
}
