/** A row of a bulk funding, as rehearsed and ticked by an admin (BULK-2). */
export interface PlannedRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly operation: "fund" | "deduct";
  /** Trimmed, in the host's spelling. */
  readonly email: string;
  /** Currency code, e.g. "BTC". */
  readonly currency: string;
  /** Exact decimal, e.g. "0.25". */
  readonly amount: string;
  /** Code of a policy reason; undefined if the host has none. */
  readonly reason: string | undefined;
  readonly note: string | undefined;
  /** Above the policy's limit: becomes a slip (APPR-1). */
  readonly needsSecondAdmin: boolean;
}
