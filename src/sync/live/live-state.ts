import type { FeedName } from "../feeds.ts";
import { Observable } from "../observable.ts";
import type { Clock } from "../reach.ts";

/** A stream without a sign of life for this long is dead, in ms (LIVE-3). */
export const deadAfterMs = 30_000;

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

  /** Whether nothing has to be polled for a view. */
  tells(view: ViewName | undefined, clock: Clock): boolean {
    const at = this.lastAt.get();
    return view !== undefined && at !== undefined && !untold.has(view) && Math.abs(clock.now() - at) < deadAfterMs;
  }
}
