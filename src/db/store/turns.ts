import type { TransactionRow } from "./database.ts";

/** A status change of a transaction, observed by this device between two sightings (device epoch ms). */
export interface Turn {
  /** Previous status; undefined if the transaction was first seen soon after its creation. */
  readonly was?: string;
  /** Last seen with the previous status; if never seen before, its creation by the host's clock. */
  readonly after: number;
  /** First seen with the new status. */
  readonly by: number;
}

/** Whether a status is final. An unknown one counts as neither open nor final. */
export const isFinal = (status: string | null | undefined): boolean =>
  /^(SUCCESSFUL|COMPLETED|CONFIRMED|FAILED|REJECTED)$/i.test(status ?? "");

/** A transaction first seen later than this after its creation doesn't tell when it ended, in ms. Allows for clock skew. */
const soonMs = 10 * 60_000;

/** A row's last observed status change, given the cached row before, if any. */
export function turnOf(before: TransactionRow | undefined, row: TransactionRow): Turn | undefined {
  if (!before) return isFinal(row.status) && Math.abs(row.seenAt - row.at) <= soonMs ? { after: row.at, by: row.seenAt } : undefined;
  if (before.status?.toUpperCase() === row.status?.toUpperCase()) return before.turned;
  return { ...(before.status ? { was: before.status } : {}), after: before.seenAt, by: row.seenAt };
}
