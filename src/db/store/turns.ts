import type { TransactionRow } from "./database.ts";

/** A change of a transaction's status, as this device saw it: between two observations (device epoch ms). */
export interface Turn {
  /** What the status was before; undefined where the transaction was first seen soon after it was made. */
  readonly was?: string;
  /** Last seen otherwise; where it never was, when it was made by the host's clock. */
  readonly after: number;
  /** First seen as it is since. */
  readonly by: number;
}

/** Whether a transaction with this status has ended. One that isn't known counts neither as open nor as final. */
export const isFinal = (status: string | null | undefined): boolean =>
  /^(SUCCESSFUL|COMPLETED|CONFIRMED|FAILED|REJECTED)$/i.test(status ?? "");

/** A transaction that is first seen later than this (ms) after it was made says nothing of when it ended. The clocks of host and device may differ. */
const soonMs = 10 * 60_000;

/** The last change of a row's status that was seen, given the row that was cached before, if any was. */
export function turnOf(before: TransactionRow | undefined, row: TransactionRow): Turn | undefined {
  if (!before) return isFinal(row.status) && Math.abs(row.seenAt - row.at) <= soonMs ? { after: row.at, by: row.seenAt } : undefined;
  if (before.status?.toUpperCase() === row.status?.toUpperCase()) return before.turned;
  return { ...(before.status ? { was: before.status } : {}), after: before.seenAt, by: row.seenAt };
}
