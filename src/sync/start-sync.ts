import type { Database } from "../db/store/database.ts";
import { unsettledAttempts } from "../db/money/journal.ts";
import { openSearch, type Search } from "../db/search/search.ts";
import { cacheName } from "../db/store/cache-name.ts";
import { type OpenedCache, SilentError, enforceRetention, openCache, openInMemory, watchDatabase, within } from "../db/store/open.ts";
import { isAhead } from "../db/store/retention.ts";
import { type RowChanges, takeTerm } from "../db/transactions/transactions.ts";
import { cachedFeed } from "./feeds/cached-feed.ts";
import { Dispatcher } from "./tabs/dispatcher.ts";
import type { DemandResult } from "./feeds/feed-worker.ts";
import type { GenerationFollower } from "./feeds/generation-feed.ts";
import { leavePosts } from "./money/fence.ts";
import { MutationGate } from "./money/gate.ts";
import { holdSessions } from "./session/hold-sessions.ts";
import type { Host } from "./wire/host.ts";
import { type Session, sessionStore } from "./state/session-store.ts";
import type { TabMessage } from "./tabs/tabs.ts";
import { makeRoom } from "./storage/make-room.ts";
import { Observable } from "./state/observable.ts";
import type { Clock } from "./wire/reach.ts";
import { shareFindings } from "./tabs/share-findings.ts";
import { troubleOf } from "./storage/storage-trouble.ts";
import type { View } from "./transactions/transaction-feed.ts";
import { wipeCaches } from "./session/wipe-caches.ts";

export type Loss = "no" | "storage" | "newer" | "clock";

/** What a signed-in app stands on: the admin's cache, and the verbs that bring it up to date. */
export interface Sync {
  readonly db: Database;
  readonly host: Host;
  readonly session: Session;
  /** Whether the device keeps the cache, or the app runs on one that ends with the page (SYNC-7). */
  readonly keeping: "on" | "off";
  /**
   * Set when the cache can't go on: the database is gone or refuses, a newer version of the app has it, or the device's
   * clock was put back, so that the cache must be opened again.
   */
  readonly lost: Observable<Loss>;
  readonly dispatcher: Dispatcher;
  /** Filters and searches the cached transactions. */
  readonly search: Search;
  /** The one way by which anything is changed on the host. */
  readonly gate: MutationGate;
  readonly generations: GenerationFollower;
  /** Tells every tab of rows that were written or removed. */
  readonly publish: (changes: RowChanges) => void;
  /** Fetches what is newer than the known head; `maxAgeMs` says how old an earlier fetch may be to do. */
  readonly refreshHead: (maxAgeMs?: number) => Promise<DemandResult>;
  /** Adds pages below the lowest known row. */
  readonly extend: (pages?: number) => Promise<DemandResult>;
  /** Loads rows into the gap below the run that holds the time `above` (epoch ms). */
  readonly closeGap: (above: number) => Promise<DemandResult>;
  /** Fetches what a reader sees once more. */
  readonly refreshView: (view: View) => Promise<DemandResult>;
  readonly refreshAnalytics: (maxAgeMs?: number) => Promise<DemandResult>;
  /** A person asks for what a call ("METHOD /path") brings: where it kept failing it begins anew, in whichever tab asks (SYNC-5). */
  readonly beginAnew: (call: string) => void;
  /** Aborted once the session's part in this tab has ended. */
  readonly closed: AbortSignal;
  /** Ends the session's part in this tab: late answers are thrown away from here on. The database stays open. */
  readonly end: () => void;
}

let hasAsked = false;

/** Asks the browser to keep the cache when space runs short, once there is something worth keeping. */
function askToPersist(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Refused or not there, the cache is kept as long as the browser likes.
  globalThis.navigator?.storage?.persist?.().catch(() => {});
}

/** A cache that meets a full device again within this time after it shrank is off, in ms. */
const shrinkAgainAfterMs = 10 * 60_000;

/** A cache that opens and then doesn't answer within this time is done without, in ms. */
const standWithinMs = 8000;

/** Name, else username, else adminName (AUTH-12); the journal says who tried. */
const shownName = ({ admin, identity }: Session): string => admin.name ?? admin.username ?? admin.adminName ?? admin.email ?? identity;

/**
 * Opens the admin's cache, takes part in the tabs' division of work and returns the verbs.
 * `createSearchWorker` starts src/db/search/search.worker.ts; without it the search runs in the page.
 * `keep: "off"` is for a device whose database has failed: the cache then lives in memory.
 */
export async function startSync(session: Session, host: Host, createSearchWorker?: () => Worker, keep: "on" | "off" = "on"): Promise<Sync> {
  const name = cacheName(host.config.host, session.identity);
  // Whoever was signed in before without signing out leaves nothing to the next (SYNC-9).
  void wipeCaches(name);
  const stand = async ({ db, keeping }: OpenedCache) => {
    db.phoneCountry = host.config.phoneCountry;
    await enforceRetention(db, host.config.retentionHours, host.clock.now(), async () => {
      await leavePosts(name, await unsettledAttempts(db));
    });
    const gate = new MutationGate(host, db, () => sessionStore.current() ?? session, shownName(session), keeping);
    await gate.adoptOrphans();
    return { db, keeping, gate };
  };
  const opened = await (keep === "on" ? openCache(name) : openInMemory(name));
  const { db, keeping, gate } = await within(standWithinMs, stand(opened)).catch(async (error: unknown) => {
    if (!(error instanceof SilentError) || opened.keeping === "off") throw error;
    opened.db.close();
    return stand(await openInMemory(name));
  });
  const closed = new AbortController();
  host.clock.after(afterFirstScreenMs, () => void gate.prepare(), closed.signal);
  holdSessions(host, closed.signal);
  const search = openSearch(db, keeping === "on" ? createSearchWorker : undefined);
  const lost = new Observable<Loss>("no");
  watchDatabase(db, closed.signal, (why) => lost.set(why));
  watchClock(host.clock, closed.signal, () => lost.set("clock"));
  let term = 0;
  const hearRows = (changes: RowChanges, isTold: boolean): void => {
    search.change(changes);
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
      // Where not even this one record can be written, whoever leads would wait for ever.
      if (!closed.signal.aborted) lost.set("storage");
      throw error;
    });
    if (host.config.events !== undefined) host.clock.after(afterFirstScreenMs, () => follow(leading), leading);
  };
  const follow = (leading: AbortSignal): void => {
    const parts = { host, db, term: () => term, publish, dispatcher, outdate, onError };
    // Where its code can't be loaded, views are polled.
    import("./live/lead-stream.ts").then(({ leadStream }) => leadStream(parts, leading)).catch(() => {});
  };
  const room = makeRoom(db, host, publish);
  let shrunkAt = Number.NEGATIVE_INFINITY;
  const shrinkOrLose = (): void => {
    const now = host.clock.now();
    // A device that is still full after half of it went has no room for a cache at all.
    if (now - shrunkAt < shrinkAgainAfterMs) lost.set("storage");
    else room.shrink().catch(() => lost.set("storage"));
    shrunkAt = now;
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
        if (!closed.signal.aborted) lost.set("storage");
        return;
      case "passing":
    }
  };
  const dispatcher = new Dispatcher(keeping === "on" ? name : `${name}-${Math.random()}`, onLead, onMessage, onError, closed.signal);
  // What a mutation may have changed is asked for again, by whichever tab; an answer that was on its way is older.
  let underWay = 0;
  const unwatch = gate.running.subscribe(() => {
    const before = underWay;
    underWay = gate.running.get().size;
    if (underWay > before) return;
    outdate();
    dispatcher.line.post({ is: "outdated" });
  });
  closed.signal.addEventListener("abort", unwatch, { once: true });
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
      // Its code is not on the way to the first row.
      analytics: async (_, signal) => (await import("./feeds/analytics-feed.ts")).fetchAnalytics(host, db, signal),
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

/** The clock is looked at this often, in ms. */
const lookAtClockEveryMs = 10_000;

/** Calls back when the clock has been put back. */
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

/** The first screen comes first, in ms. */
const afterFirstScreenMs = 1000;

/** Follows wallet generations once the first screen stands, or as soon as one is begun. */
function followLater(host: Host, db: Database, closed: AbortSignal): GenerationFollower {
  let following: Promise<GenerationFollower> | undefined;
  const start = (): Promise<GenerationFollower> =>
    (following ??= import("./feeds/generation-feed.ts").then(({ followGenerations }) => followGenerations(host, db, closed)));
  host.clock.after(
    afterFirstScreenMs,
    () => {
      start().catch(() => {
        // Its code can't be loaded now: the next generation that is begun tries again.
        following = undefined;
      });
    },
    closed,
  );
  return { follow: async (phone, answer) => (await start()).follow(phone, answer) };
}
