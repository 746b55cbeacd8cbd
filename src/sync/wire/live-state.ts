import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { FeedName } from "../feeds/feeds.ts";
import { Observable } from "../state/observable.ts";
import type { Clock } from "./reach.ts";

/** A stream without a sign of life for this long is dead, in ms (LIVE-3). */
export const deadAfterMs = 30_000;

/** Views that the stream says have changed are asked for at once, and then so often, in ms: there is a second to the paint (LIVE-4). */
export const askEveryMs = 500;

/** A view that no feed of the dispatcher fetches: the transactions under a filter. */
export type ViewName = FeedName | "filtered";

/** Views that have to be fetched again: all that the stream tells of, or some. */
export type Asked = "all" | readonly ViewName[];

/** Feeds that the stream tells nothing of: they are polled on. */
const untold: ReadonlySet<ViewName> = new Set<ViewName>(["audit", "auditCounters", "auditEntry", "wallets", "approvalPolicy", "settle"]);

/** What this tab knows of the host's stream of changes, which the leading tab follows for all. */
export class LiveState {
  /** When it last gave a sign of life (device epoch ms); undefined: there is none. */
  readonly lastAt = new Observable<number | undefined>(undefined);
  /** The stream says that what some views show has changed, but not how. */
  readonly asked = new Observable<{ readonly views: Asked } | undefined>(undefined);

  /** The latest transactions that it told. */
  readonly rows = new Observable<RowChanges | undefined>(undefined);

  /** Whether nothing has to be polled for a view. */
  tells(view: ViewName | undefined, clock: Clock): boolean {
    const at = this.lastAt.get();
    return view !== undefined && at !== undefined && !untold.has(view) && Math.abs(clock.now() - at) < deadAfterMs;
  }
}
