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
 * Whose matches a list shows: the host's, or the cache's while the host's are awaited, out of reach, or unusable, with the host's
 * message (DASH-10). `ids`: named transactions, looked up on the device only; `missing` aren't there, and of
 * `undecided` rows it isn't known whether their users are verified, as the filter asks.
 */
export type Matching =
  | { readonly is: "host" }
  | { readonly is: "ids"; readonly missing: readonly string[]; readonly undecided: number }
  | { readonly is: "cache"; readonly why: "awaited" | "lost" | "unusable"; readonly message?: string | undefined };

/** A list of transactions, independent of who selects its rows. */
export interface TransactionSource {
  readonly matching: Observable<Matching>;
  /** The list begins with the oldest row, and older rows are loaded above it. */
  readonly oldestFirst?: boolean;
  /** Name of the view that keeps it fresh. */
  readonly view: "head" | "filtered";
  /** Changes when the list does for a reason other than a cache write. */
  readonly version: Observable<number>;
  /** Reads lines `first` to `last` and the anchors' places. Rejects with the database's error. */
  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow>;
  /** Like `read`, but reuses what hasn't changed; for followers of the list. */
  readOn(first: number, last: number): Promise<ListWindow>;
  /** Calls back when what was read may have changed. */
  follow(onChange: () => void): () => void;
  /** Stretches of time for which the cache may lack rows. Rejects with the database's error. */
  missing(): Promise<readonly Stretch[]>;
  /** The list was opened, or demanded again. */
  open(): void;
  close(): void;
  readonly refreshHead: (maxAgeMs?: number) => Promise<DemandResult>;
  readonly refreshView: (view: View) => Promise<DemandResult>;
  readonly extend: (pages?: number) => Promise<DemandResult>;
  readonly closeGap: (above: number) => Promise<DemandResult>;
}

/** All transactions, as far as the cache covers them. */
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
