/** A row of a bulk funding, as the rehearsal found it and an admin ticked it (BULK-2). */
export interface PlannedRow {
  /** The file's own line, from 1. */
  readonly line: number;
  readonly operation: "fund" | "deduct";
  /** Trimmed and in the host's spelling. */
  readonly email: string;
  /** A currency's code, as "BTC". */
  readonly currency: string;
  /** An exact decimal, as "0.25". */
  readonly amount: string;
  /** The code of a reason of the policy; undefined where the host offers none. */
  readonly reason: string | undefined;
  readonly note: string | undefined;
  /** It lies above the policy's amount and becomes a slip (APPR-1). */
  readonly needsSecondAdmin: boolean;
}
