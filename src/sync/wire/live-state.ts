import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { FeedName } from "../feeds/feeds.ts";
import { Observable } from "../state/observable.ts";
import type { Clock } from "./reach.ts";

/** A stream without a sign of life for this long is dead, in ms (LIVE-3). */
export const deadAfterMs = 30_000;

/** How often readers refresh what the stream reports, in ms; a safeguard, as a lost frame leaves no trace (LIVE-3). */
export const toldEveryMs = 15 * 60_000;

/** Views changed on the stream are fetched at once, then at most this often, in ms; paint is due within a second (LIVE-4). */
export const askEveryMs = 500;

/** "filtered", the transactions under a filter, is no feed of the dispatcher. */
export type ViewName = FeedName | "filtered";

/** Views to refetch: all that the stream covers, or some. */
export type Asked = "all" | readonly ViewName[];

/** Feeds not covered by the stream; still polled. */
const untold: ReadonlySet<ViewName> = new Set<ViewName>(["audit", "auditCounters", "auditEntry", "wallets", "approvalPolicy", "settle"]);

/** This tab's view of the change stream, which the leading tab follows for all. */
export class LiveState {
  /** Last sign of life (device epoch ms); undefined: no stream. */
  readonly lastAt = new Observable<number | undefined>(undefined);
  /** The stream says that some views changed, but not how. */
  readonly asked = new Observable<{ readonly views: Asked } | undefined>(undefined);

  /** The latest transactions from the stream. */
  readonly rows = new Observable<RowChanges | undefined>(undefined);

  /** Whether the stream covers a view, so that it needn't be polled. */
  tells(view: ViewName | undefined, clock: Clock): boolean {
    const at = this.lastAt.get();
    return view !== undefined && at !== undefined && !untold.has(view) && Math.abs(clock.now() - at) < deadAfterMs;
  }
}
