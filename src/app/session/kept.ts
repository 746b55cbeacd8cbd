import { digest } from "../../db/store/digest.ts";
import { keptKey } from "../../sync/state/kept-key.ts";
import { readItem, writeItem } from "../../sync/state/storage.ts";

/** What is kept under `keptKey`. */
export interface Kept {
  readonly cache: string;
  /** Digest of the admin's identity. */
  readonly whose: string;
  readonly retentionHours: number;
  /** Whether the menu has approvals. */
  readonly approvals: boolean;
}

export const noteKept = (identity: string, kept: Omit<Kept, "whose">): void =>
  writeItem(keptKey, JSON.stringify({ ...kept, whose: digest(identity) } satisfies Kept));

/** The cache of the admin with that identity, if it was the last one opened. */
export function keptFor(identity: string): Kept | undefined {
  try {
    // Only this module writes the key.
    const kept = JSON.parse(readItem(keptKey) ?? "{}") as Partial<Kept>;
    const { cache, whose, retentionHours, approvals = false } = kept;
    if (cache === undefined || whose !== digest(identity) || retentionHours === undefined) return undefined;
    return { cache, whose, retentionHours, approvals };
  } catch {
    return undefined;
  }
}
