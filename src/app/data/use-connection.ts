import { useLocation } from "wouter";
import { readFreshness } from "../../db/store/freshness.ts";
import { type KnownFreshness, keptUp, liveForMs } from "../../db/store/kept-up.ts";
import type { FeedName } from "../../sync/feeds/feeds.ts";
import { type Failing, newsForMs } from "../../sync/wire/failing.ts";
import type { Loss } from "../../sync/wire/reach.ts";
import { paths, screenAt } from "../links.ts";
import { useSearch } from "../state/use-search.ts";
import { useCached } from "./use-cached.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";
import { useReach } from "./use-reach.ts";

/** Connection state shown for a screen (LAY-7); device times in epoch ms. */
export type Connection =
  | { readonly is: "live"; readonly asOf: number }
  | { readonly is: "syncing"; readonly asOf: number | undefined }
  | { readonly is: "cached"; readonly asOf: number | undefined }
  /** For a screen that shows no host data. */
  | { readonly is: "reached"; readonly at: number; readonly asOf: undefined }
  | { readonly is: "offline" | "unreachable" | "gateway"; readonly since: number; readonly asOf: number | undefined };

/** Whether nothing can be asked of the host. */
export const isAway = (state: Connection): state is Extract<Connection, { is: "offline" | "unreachable" | "gateway" }> =>
  state.is === "offline" || state.is === "unreachable" || state.is === "gateway";

const awayBy = { offline: "offline", host: "unreachable", gateway: "gateway" } as const satisfies Record<Loss, Connection["is"]>;

/** Screens that show no fetched data: their state is that of the host connection. */
const withoutFetched: ReadonlySet<string> = new Set([paths.funding, paths.settings, paths.security, paths.createAdmin]);

/** The dispatcher feeds that refresh each part of the cache. */
const feedsOf = {
  transactions: ["head", "extend", "gap", "view"],
  analytics: ["analytics"],
  users: ["users", "user", "wallets"],
  rates: ["fees", "fee", "onramp", "offramp", "markup", "markdown"],
  giftCards: ["giftCards"],
  approvals: ["slips", "slip", "approvalPolicy"],
} as const satisfies Readonly<Record<string, readonly FeedName[]>>;

type CachePart = keyof typeof feedsOf;

/** One part of the cache, for the connection panel. */
export interface FeedState {
  readonly name: CachePart;
  readonly asOf: number | undefined;
  readonly working: boolean;
  /** Gaps in the cached list. */
  readonly gaps: number;
}

/**
 * When a screen's data was last refreshed. The two lists use their own feed, which may fail while others don't.
 * Filtered lists and other screens show their own age, so here they use the latest answer of any feed.
 */
function shownAsOf(
  path: string,
  search: string,
  { head, users, synced }: Pick<KnownFreshness, "head" | "users" | "synced">,
): number | undefined {
  if (screenAt(path) === paths.home && search === "") return head;
  return path === paths.users ? users : synced;
}

/** `now`: device time, epoch ms. */
export function useConnection(now: number): {
  readonly state: Connection;
  readonly feeds: readonly FeedState[];
  /** Calls that fail while the host answers others, each once. */
  readonly failing: readonly Failing[];
  readonly keeping: "on" | "off";
} {
  const sync = useSync();
  const troubles = useObservable(sync.host.failing);
  const reach = useReach();
  const working = useObservable(sync.dispatcher.working);
  const known = useCached("freshness", sync, readFreshness);
  const freshness = known && keptUp(known);
  const [path] = useLocation();
  const search = useSearch();
  const asOf = freshness && shownAsOf(path, search, freshness);
  const part = (name: CachePart, asOfPart: number | undefined, gaps = 0): FeedState => ({
    name,
    asOf: asOfPart,
    working: feedsOf[name].some((feed) => working.includes(feed)),
    gaps,
  });
  const feeds = [
    part("transactions", freshness?.head, freshness?.gaps),
    part("analytics", freshness?.analytics),
    part("users", freshness?.users),
    part("rates", freshness?.rates),
    part("giftCards", freshness?.giftCards),
    ...(sync.host.config.approvals === undefined ? [] : [part("approvals", freshness?.approvals)]),
  ];
  const state = ((): Connection => {
    if (reach.is === "unreachable") return { is: awayBy[reach.why], since: reach.since, asOf };
    if (withoutFetched.has(path)) return reach.is === "reached" ? { ...reach, asOf: undefined } : { is: "syncing", asOf: undefined };
    if (reach.is === "reached" && asOf !== undefined && now - asOf < liveForMs(asOf, known?.followed)) return { is: "live", asOf };
    // The cache may hold more than has been read of it so far.
    return working.length > 0 || freshness === undefined ? { is: "syncing", asOf } : { is: "cached", asOf };
  })();
  const recent = reach.is === "unreachable" ? [] : [...troubles.values()].filter(({ at, rests }) => rests || now - at < newsForMs);
  const failing = [...new Map(recent.map((one) => [one.call, one])).values()];
  return { state, feeds, failing, keeping: sync.keeping };
}
