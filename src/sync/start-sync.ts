import type { Database } from "../db/store/database.ts";
import { openSearch, type Search } from "../db/search/search.ts";
import { cacheName } from "../db/store/cache-name.ts";
import { type OpenedCache, enforceRetention, openCache, openInMemory, watchDatabase, within } from "../db/store/open.ts";
import { isAhead } from "../db/store/retention.ts";
import { type RowChanges, takeTerm } from "../db/transactions/transactions.ts";
import { cachedFeed } from "./feeds/cached-feed.ts";
import { Dispatcher } from "./tabs/dispatcher.ts";
import type { DemandResult } from "./feeds/feed-worker.ts";
import type { GenerationFollower } from "./feeds/generation-feed.ts";
import { fenceOff } from "./money/fence.ts";
import { MutationGate } from "./money/gate.ts";
import { holdSessions } from "./session/hold-sessions.ts";
import type { Host } from "./wire/host.ts";
import { keptKey } from "./state/kept-key.ts";
import { type Session, sessionStore } from "./state/session-store.ts";
import { readItem } from "./state/storage.ts";
import type { TabMessage } from "./tabs/tabs.ts";
import { makeRoom } from "./storage/make-room.ts";
import { Observable } from "./state/observable.ts";
import type { Clock } from "./wire/reach.ts";
import { shareFindings } from "./tabs/share-findings.ts";
import { troubleOf } from "./storage/storage-trouble.ts";
import type { View } from "./transactions/transaction-feed.ts";
import { fenceKept, wipeCaches } from "./session/wipe-caches.ts";

export type Loss = "no" | "storage" | "newer" | "clock" | "closed";

/** What a signed-in app runs on: the admin's cache, and the operations that update it. */
export interface Sync {
  readonly db: Database;
  readonly host: Host;
  readonly session: Session;
  /** Whether the device keeps the cache, or it ends with the page (SYNC-7). */
  readonly keeping: "on" | "off";
  /**
   * Why the cache can't be used any more: the database is gone or fails, a newer app version has it, or it must be reopened, as the
   * device's clock was put back or the browser has closed the connection.
   */
  readonly lost: Observable<Loss>;
  readonly dispatcher: Dispatcher;
  /** Filters and searches the cached transactions. */
  readonly search: Search;
  /** The only way to change anything on the host. */
  readonly gate: MutationGate;
  readonly generations: GenerationFollower;
  /** Publishes written and removed rows to every tab. */
  readonly publish: (changes: RowChanges) => void;
  /** The latest published rows, of any tab; the search has been told of them. */
  readonly written: Observable<RowChanges | undefined>;
  /** Fetches rows newer than the known head; `maxAgeMs`: accept an earlier fetch up to this age. */
  readonly refreshHead: (maxAgeMs?: number) => Promise<DemandResult>;
  /** Adds pages below the lowest known row. */
  readonly extend: (pages?: number) => Promise<DemandResult>;
  /** Loads rows into the gap below the run that contains the time `above` (epoch ms). */
  readonly closeGap: (above: number) => Promise<DemandResult>;
  /** Refetches what a reader shows. */
  readonly refreshView: (view: View) => Promise<DemandResult>;
  readonly refreshAnalytics: (maxAgeMs?: number) => Promise<DemandResult>;
  /** A person demands a call ("METHOD /path"): resets its failure count in every tab (SYNC-5). */
  readonly beginAnew: (call: string) => void;
  /** Aborted when the session ends in this tab. */
  readonly closed: AbortSignal;
  /** Ends the session in this tab: late answers are discarded. The database stays open. */
  readonly end: () => void;
}

let hasAsked = false;

/** Asks the browser for persistent storage, once there is something worth keeping. */
function askToPersist(): void {
  if (hasAsked) return;
  hasAsked = true;
  // If refused or unsupported, the browser may evict the cache.
  globalThis.navigator?.storage?.persist?.().catch(() => {});
}

/** If the device is full again within this time after the cache shrank, the cache is turned off, in ms. */
const shrinkAgainAfterMs = 10 * 60_000;

/** If the browser closes the connection again within this time, the cache is turned off, in ms. */
const closeAgainAfterMs = 60_000;

/** When the browser last closed a connection of this page (device epoch ms). */
let closedAt = Number.NEGATIVE_INFINITY;

/** If an opened cache doesn't respond within this time, it isn't used, in ms. */
const standWithinMs = 8000;

/** Name, else username, else adminName, none of them empty (AUTH-12); the journal records who tried. */
const shownName = ({ admin, identity }: Session): string => admin.name || admin.username || admin.adminName || admin.email || identity;

/**
 * Opens the admin's cache, joins the tabs' division of work, and returns the operations.
 * `createSearchWorker` starts src/db/search/search.worker.ts; without it the search runs in the page.
 * `keep: "off"`: the cache lives in memory, for a device whose database has failed.
 */
export async function startSync(session: Session, host: Host, createSearchWorker?: () => Worker, keep: "on" | "off" = "on"): Promise<Sync> {
  const name = cacheName(host.config.host, session.identity);
  const kept = readItem(keptKey);
  // The host is another one, or named otherwise.
  if (kept && !kept.includes(name))
    await import("./money/fence-kept.ts").then((part) => part.moveFence(kept, session.identity, name)).catch(() => {});
  // Remove the caches of anyone who left without signing out (SYNC-9).
  void wipeCaches(name);
  const stand = async ({ db, keeping }: OpenedCache) => {
    db.phoneCountry = host.config.phoneCountry;
    await enforceRetention(db, host.config.retentionHours, host.clock.now(), () => fenceOff(db));
    const gate = new MutationGate(host, db, () => sessionStore.current() ?? session, shownName(session), keeping);
    await gate.adoptOrphans();
    return { db, keeping, gate };
  };
  const opened = await (keep === "on" ? openCache(name) : openInMemory(name));
  if (opened.keeping === "off") await fenceKept(name);
  const { db, keeping, gate } = await within(standWithinMs, stand(opened)).catch(async (error: unknown) => {
    if (opened.keeping === "off") throw error;
    // Silent, full or damaged (SYNC-7).
    opened.db.close();
    await fenceKept(name);
    return stand(await openInMemory(name));
  });
  const closed = new AbortController();
  host.clock.after(afterFirstScreenMs, () => void gate.prepare(), closed.signal);
  holdSessions(host, closed.signal);
  const search = openSearch(db, keeping === "on" ? createSearchWorker : undefined);
  const lost = new Observable<Loss>("no");
  const lose = (why: Loss): void => {
    if (closed.signal.aborted) return;
    const before = closedAt;
    if (why === "closed") closedAt = host.clock.now();
    lost.set(why === "closed" && closedAt - before < closeAgainAfterMs ? "storage" : why);
  };
  watchDatabase(db, closed.signal, lose);
  watchClock(host.clock, closed.signal, () => lost.set("clock"));
  let term = 0;
  const written = new Observable<RowChanges | undefined>(undefined);
  const hearRows = (changes: RowChanges, isTold: boolean): void => {
    search.change(changes);
    written.set(changes);
    if (isTold) host.live.rows.set(changes);
  };
  const publish = (changes: RowChanges, isTold = false): void => {
    hearRows(changes, isTold);
    dispatcher.line.post({ is: "rows", changes, isTold });
  };
  const feed = cachedFeed(host, db, () => term, publish);
  const hear = shareFindings(host, () => dispatcher.line, closed.signal);
  const outdate = (): void => {
    host.reads.outdate();
    dispatcher.outdate();
  };
  const onMessage = (message: TabMessage): void => {
    if (message.is === "rows") hearRows(message.changes, message.isTold === true);
    else if (message.is === "outdated") outdate();
    else hear(message);
  };
  const onLead = async (leading: AbortSignal): Promise<void> => {
    term = await takeTerm(db).catch((error: unknown) => {
      // If not even this record can be written, any leading tab would wait forever.
      lose("storage");
      throw error;
    });
    if (host.config.events !== undefined) host.clock.after(afterFirstScreenMs, () => follow(leading), leading);
  };
  const follow = (leading: AbortSignal): void => {
    const parts = { host, db, term: () => term, publish, dispatcher, outdate, onError };
    // If its code can't be loaded, views are polled.
    import("./live/lead-stream.ts").then(({ leadStream }) => leadStream(parts, leading)).catch(() => {});
  };
  const room = makeRoom(db, host, publish);
  /** Infinity while room is being made: what fails meanwhile says nothing new. */
  let shrunkAt = Number.NEGATIVE_INFINITY;
  const shrinkOrLose = (): void => {
    if (shrunkAt === Number.POSITIVE_INFINITY) return;
    // Still full after half was evicted: no room for a cache.
    if (host.clock.now() - shrunkAt < shrinkAgainAfterMs) {
      lose("storage");
      return;
    }
    shrunkAt = Number.POSITIVE_INFINITY;
    void room
      .shrink()
      .catch(() => lose("storage"))
      .then(() => (shrunkAt = host.clock.now()));
  };
  const onError = (error: unknown): void => {
    switch (troubleOf(error)) {
      case "not leading":
        dispatcher.stepDown();
        return;
      case "full":
        shrinkOrLose();
        return;
      case "lost":
        // Before the browser says that it has closed the connection.
        lose("closed");
        return;
      case "passing":
    }
  };
  const dispatcher = new Dispatcher(keeping === "on" ? name : `${name}-${Math.random()}`, onLead, onMessage, onError, closed.signal);
  // When a mutation ends, refetch what it may have changed, in any tab; answers requested earlier are outdated.
  let underWay = 0;
  const unwatch = gate.running.subscribe(() => {
    const before = underWay;
    underWay = gate.running.get().size;
    if (underWay > before) return;
    outdate();
    dispatcher.line.post({ is: "outdated" });
  });
  closed.signal.addEventListener("abort", unwatch);
  dispatcher.serve(
    {
      head: async (_, signal) => {
        const result = await room.make(await feed.head(signal));
        if (result.is === "done" && keeping === "on") askToPersist();
        return result;
      },
      extend: (pages, signal) => feed.extend(pages, signal).then(room.make),
      gap: (above, signal) => feed.closeGap(above, signal),
      view: (view, signal) => {
        room.keep(view);
        return feed.refresh(view, signal);
      },
      // Lazy: not needed for the first row.
      analytics: async (_, signal) => (await import("./feeds/dashboard-feed.ts")).fetchAnalytics(host, db, signal),
    },
    async () => {
      const [{ auditFeeds }, { feeFeeds }, { userFeeds }, { slipFeeds, meOf }, { settlingFeed }] = await Promise.all([
        import("./feeds/audit-feed.ts"),
        import("./feeds/fees-feed.ts"),
        import("./feeds/users-feed.ts"),
        import("./feeds/slips-feed.ts"),
        import("./money/settle-attempts.ts"),
      ]);
      const me = () => meOf(sessionStore.current() ?? session);
      return {
        ...auditFeeds(host, db),
        ...feeFeeds(host, db),
        ...userFeeds(host, db),
        ...slipFeeds(host, db, gate, me),
        settle: settlingFeed(gate),
      };
    },
  );

  return {
    db,
    host,
    session,
    keeping,
    closed: closed.signal,
    lost,
    dispatcher,
    search,
    gate,
    generations: followLater(host, db, closed.signal),
    publish,
    written,
    refreshHead: (maxAgeMs) => dispatcher.demand("head", null, maxAgeMs),
    extend: (pages = 1) => dispatcher.demand("extend", pages),
    closeGap: (above) => dispatcher.demand("gap", above),
    refreshView: (view) => dispatcher.demand("view", view),
    refreshAnalytics: (maxAgeMs) => dispatcher.demand("analytics", null, maxAgeMs),
    beginAnew(call) {
      host.beginAnew(call);
      dispatcher.line.post({ is: "anew", call });
    },
    end() {
      closed.abort();
      search.close();
      term = -1;
    },
  };
}

/** Clock check interval, in ms. */
const lookAtClockEveryMs = 10_000;

/** Calls back when the clock was put back. */
function watchClock(clock: Clock, signal: AbortSignal, onPutBack: () => void, latest = clock.now()): void {
  clock.after(
    lookAtClockEveryMs,
    () => {
      const now = clock.now();
      if (isAhead(latest, now)) onPutBack();
      watchClock(clock, signal, onPutBack, now);
    },
    signal,
  );
}

/** Delay for work that can wait until after the first screen, in ms. */
const afterFirstScreenMs = 1000;

/** Follows wallet generations after the first screen, or as soon as one is started. */
function followLater(host: Host, db: Database, closed: AbortSignal): GenerationFollower {
  let following: Promise<GenerationFollower> | undefined;
  const start = (): Promise<GenerationFollower> =>
    (following ??= import("./feeds/generation-feed.ts").then(
      ({ followGenerations }) => followGenerations(host, db, closed),
      (error: unknown) => {
        // Its code can't be loaded now; the next started generation retries.
        following = undefined;
        throw error;
      },
    ));
  host.clock.after(afterFirstScreenMs, () => void start().catch(() => {}), closed);
  return { follow: async (phone, answer) => (await start()).follow(phone, answer) };
}
