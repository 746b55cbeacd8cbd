import type { TransactionFilter } from "../contract/transactions.ts";
import type { Key } from "./order.ts";
import type { RowChanges } from "./transactions.ts";

/** To the search worker: the cache to read, a write to follow, or a question. */
export type ToSearch =
  | { readonly is: "open"; readonly name: string }
  | { readonly is: "change"; readonly changes: RowChanges }
  | { readonly is: "build" }
  | { readonly is: "find"; readonly id: number; readonly filter: TransactionFilter };

/** From it: the answer to a question; without keys where the cache could not be read. */
export interface FromSearch {
  readonly id: number;
  readonly keys: readonly Key[] | undefined;
}
