import { useLocation, useSearch } from "wouter";
import { readFreshness } from "../../db/store/freshness.ts";
import { type CacheFreshness, keptUp, liveForMs } from "../../db/store/kept-up.ts";
import type { FeedName } from "../../sync/feeds/feeds.ts";
import { type Failing, newsForMs } from "../../sync/wire/failing.ts";
import type { Loss } from "../../sync/wire/reach.ts";
import { paths, screenAt } from "../links.ts";
import { useCached } from "./use-cached.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";
import { useReach } from "./use-reach.ts";

/** What a screen stands on (LAY-7), as of device times in epoch ms. */
export type Connection =
  | { readonly is: "live"; readonly asOf: number }
  | { readonly is: "syncing"; readonly asOf: number | undefined }
  | { readonly is: "cached"; readonly asOf: number | undefined }
  /** For a screen that shows nothing of the host. */
  | { readonly is: "reached"; readonly at: number; readonly asOf: undefined }
  | { readonly is: "offline" | "unreachable" | "gateway"; readonly since: number; readonly asOf: number | undefined };

const awayBy = { offline: "offline", host: "unreachable", gateway: "gateway" } as const satisfies Record<Loss, Connection["is"]>;

/** Screens that show nothing which was fetched: what they stand on is the host itself. */
const withoutFetched: ReadonlySet<string> = new Set([paths.funding, paths.settings, paths.security, paths.createAdmin]);

/** The dispatcher's feeds that bring each part of the cache up to date. */
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
  /** How many gaps the cached list has. */
  readonly gaps: number;
}

/**
 * When what a screen shows was last brought up to date: of the two lists their own feed, which may fail while others do
 * not. A filtered list, and what stands on the other screens, says its own age; there it is the last answer of any feed.
 */
function shownAsOf(
  path: string,
  search: string,
  { head, users, synced }: Pick<CacheFreshness, "head" | "users" | "synced">,
): number | undefined {
  if (screenAt(path) === paths.home && search === "") return head;
  return path === paths.users ? users : synced;
}

/** `now`: the device's time, in epoch ms. */
export function useConnection(now: number): {
  readonly state: Connection;
  readonly feeds: readonly FeedState[];
  /** What fails while the host answers other calls, each call once. */
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
    return working.length > 0 ? { is: "syncing", asOf } : { is: "cached", asOf };
  })();
  const recent = reach.is === "unreachable" ? [] : [...troubles.values()].filter(({ at, rests }) => rests || now - at < newsForMs);
  const failing = [...new Map(recent.map((one) => [one.call, one])).values()];
  return { state, feeds, failing, keeping: sync.keeping };
}
