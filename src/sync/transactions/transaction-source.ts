import { nameOf } from "../../contract/call.ts";
import { recentTransactions } from "../../contract/transactions.ts";
import type { Stretch } from "../../db/store/coverage.ts";
import { missingStretches } from "../../db/store/freshness.ts";
import type { Key } from "../../db/store/order.ts";
import type { ListWindow } from "../../db/transactions/list-window.ts";
import { followWrites, TransactionList } from "../../db/transactions/transaction-list.ts";
import { Observable } from "../state/observable.ts";
import type { Sync } from "../start-sync.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { View } from "./transaction-feed.ts";

/**
 * Whose matches a list shows: the host's, or the cache's while those are awaited, out of reach, or came as an answer
 * that nothing can be taken from, with what the host said of it (DASH-10). `ids`: a list of named transactions, which the
 * host is not asked for; `missing` are those that are not on the device.
 */
export type Matching =
  | { readonly is: "host" }
  | { readonly is: "ids"; readonly missing: readonly string[] }
  | { readonly is: "cache"; readonly why: "awaited" | "unreachable" | "unusable"; readonly message?: string | undefined };

/** One list of transactions, whoever decides what is in it. */
export interface TransactionSource {
  readonly matching: Observable<Matching>;
  /** What keeps it fresh, by name. */
  readonly view: "head" | "filtered";
  /** Changes when the list does for another reason than a write to the cache. */
  readonly version: Observable<number>;
  /** Reads the lines from `first` to `last`, and where the anchors stand. Rejects with the database's error. */
  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow>;
  /** The same without what was read before and has not changed, for who follows the list. */
  readOn(first: number, last: number): Promise<ListWindow>;
  /** Calls back whenever what was read may have changed. */
  follow(onChange: () => void): () => void;
  /** Of which stretches of time rows of the list may be missing from the cache. Rejects with the database's error. */
  missing(): Promise<readonly Stretch[]>;
  /** Somebody opens the list, or asks for it once more. */
  open(): void;
  close(): void;
  readonly refreshHead: (maxAgeMs?: number) => Promise<DemandResult>;
  readonly refreshView: (view: View) => Promise<DemandResult>;
  readonly extend: (pages?: number) => Promise<DemandResult>;
  readonly closeGap: (above: number) => Promise<DemandResult>;
}

/** The list of all transactions, as the cache covers it. */
export function allTransactions(sync: Sync): TransactionSource {
  const list = new TransactionList(sync.db);
  return {
    matching: new Observable<Matching>({ is: "host" }),
    view: "head",
    version: new Observable(0),
    read: (first, last, anchors) => list.read(first, last, anchors),
    readOn: (first, last) => list.readOn(first, last),
    follow: (onChange) =>
      followWrites(sync.db, () => {
        list.forget();
        onChange();
      }),
    missing: () => missingStretches(sync.db),
    open: () => sync.beginAnew(nameOf(recentTransactions)),
    close() {},
    refreshHead: sync.refreshHead,
    refreshView: sync.refreshView,
    extend: sync.extend,
    closeGap: sync.closeGap,
  };
}
