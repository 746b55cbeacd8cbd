import { nameOf } from "../../contract/call.ts";
import { filterTransactions, type Transaction, type TransactionFilter } from "../../contract/transactions.ts";
import { type Coverage, isWithin, lacking, type Stretch, uncovered } from "../../db/store/coverage.ts";
import { asOfFollowed, behindOf, type Followed } from "../../db/store/followed.ts";
import { missingStretches, readFollowed } from "../../db/store/freshness.ts";
import { compareKeys, type Key } from "../../db/store/order.ts";
import { hostDays, momentsOf } from "../../contract/zones.ts";
import { heldDownTo } from "./held-view.ts";
import { messageIn } from "../wire/message-in.ts";
import type { ListItem, ListWindow } from "../../db/transactions/list-window.ts";
import { idsOf, isNarrower, type TransactionQuery } from "../../db/transactions/transaction-query.ts";
import type { TransactionRow } from "../../db/store/database.ts";
import { followWrites } from "../../db/transactions/transaction-list.ts";
import { rowsByIds } from "../../db/transactions/row-by-id.ts";
import { rowsByKeys } from "../../db/store/rows.ts";
import { putLooseRows } from "../../db/transactions/transactions.ts";
import { type Lines, gappedLines, rowLines } from "./lines.ts";
import { type Line, MemoryStore } from "./memory-store.ts";
import { Observable } from "../state/observable.ts";
import { atMostEvery } from "../live/at-most-every.ts";
import { askEveryMs } from "../wire/live-state.ts";
import { askingFor } from "../wire/read-queue.ts";
import { changeOf } from "../live/what-changes.ts";
import type { Sync } from "../start-sync.ts";
import type { Matching, TransactionSource } from "./transaction-source.ts";
import type { FeedResult, FetchPage } from "./page-reader.ts";
import { TransactionFeed, type View } from "./transaction-feed.ts";

/** Cached matches handed over at first: more than a reader reads ahead. */
const matchesAtFirst = 1000;
/** Most pages per step, when many of the host's rows are outside the filter. */
const pagesAtMost = 4;
/** Most pages, and the longest time in ms, for the host's list to reach what is in sight of the cache's. */
const toSight = { pages: 20, ms: 10_000 };
/** How long to wait for whoever follows the list to say what is in sight, in ms. */
const sayWithinMs = 100;
/** More lines than a screen shows. */
const inSightAtOnce = 40;
/** Readers read this many lines, or more, above what is in sight. */
const readAhead = 100;

/**
 * One filtered view: the cache's matches at once, the host's when they arrive. Both are lists of places; readers get the rows from
 * the cache.
 */
export class FilteredList implements TransactionSource {
  readonly matching: Observable<Matching>;
  readonly view = "filtered";
  /** Changes whenever the list does. */
  readonly version: Observable<number>;
  readonly #sync: Sync;
  readonly #filter: TransactionQuery;
  readonly #timeZone: string;
  readonly #store: MemoryStore;
  readonly #feed: TransactionFeed;
  readonly #stop = new AbortController();
  #lines: Lines = gappedLines([]);
  #lacks: ListWindow["lacks"];
  /** Rows of the last read, until something is written. */
  #rows: ReadonlyMap<string, TransactionRow> = new Map();
  /** The change stream's progress when rows were last read from the cache. */
  #followed: Followed | undefined;
  /** For each shown line, its index among the lines the host sent. */
  #places: readonly number[] = [];
  /** From which moment on the host has rows, by its latest last page; undefined: it put none away. */
  #pastEnds: number | undefined;
  /** Result of the last failed page request. */
  #failure: Matching = { is: "cache", why: "lost" };
  /** For a list of named transactions: their ids. Only the cache is searched; the host isn't asked. */
  readonly #ids: readonly string[] | undefined;
  /** Rows outside the filter; the host sends them because its parameters are coarser. */
  readonly #outside = new Set<string>();
  /** Rows that left the list since the host sent them, according to the change stream. */
  readonly #left = new Set<string>();
  /** The cache's matches could not be read, which isn't the same as none. */
  #isUnread = false;
  /** What was last read: its first line, and the first row that was in sight. */
  #sight: { readonly first: number; readonly top: Key | undefined } = { first: 0, top: undefined };
  #onRead = (): void => {};
  #followers = 0;
  /** What was requested since then (device epoch ms) is complete but for what only the host can tell, while the list is followed. */
  #heardFrom = 0;

  /** The filter's dates are days of `timeZone`. `matching` and `version` come from the placeholder used while this code loaded. */
  constructor(sync: Sync, filter: TransactionQuery, timeZone: string, matching: Observable<Matching>, version: Observable<number>) {
    this.matching = matching;
    this.version = version;
    this.#sync = sync;
    this.#filter = filter;
    this.#timeZone = timeZone;
    this.#ids = idsOf(filter);
    this.#store = new MemoryStore(
      async (rows, asOf) => {
        for (const { id } of rows) this.#left.delete(id);
        await this.#sift(rows);
        sync.publish(await putLooseRows(sync.db, rows, asOf));
      },
      () => {
        if (this.matching.get().is === "host") this.#showHosts();
      },
    );
    this.#feed = new TransactionFeed(this.#pages(), this.#store);
    askingFor(JSON.stringify(filter), this.#stop.signal);
  }

  /**
   * Follows the change stream: removes rows that left at once, and refetches if rows may have joined, or if users changed by whose
   * verification the host decides.
   */
  #heed(): () => void {
    const { host } = this.#sync;
    const changed = changeOf(this.#filter, this.#timeZone);
    const ask = atMostEvery(host.clock, askEveryMs, this.#stop.signal, () => {
      host.reads.outdate();
      host.live.asked.set({ views: ["filtered"] });
    });
    const isOfUsers = this.#filter.userVerificationStatus !== undefined;
    const heedUsers = host.live.asked.subscribe(() => {
      const views = host.live.asked.get()?.views;
      // Once all have heard this: they look at what was asked last.
      if (!isOfUsers || views === "all" || !views?.includes("users")) return;
      this.#heardFrom = host.clock.now();
      queueMicrotask(ask);
    });
    const heedRows = host.live.rows.subscribe(() => {
      const changes = host.live.rows.get();
      if (!changes || this.#ids) return;
      const shown = idsIn(this.#lines);
      const { left, mayHaveCome } = changed(changes, (id) => shown.has(id));
      const isBack = mayHaveCome.filter((id) => this.#left.delete(id)).length > 0;
      for (const id of left) this.#left.add(id);
      if (left.length > 0 || isBack) {
        if (this.matching.get().is === "host") this.#showHosts();
        else void this.#showCached();
      }
      if (left.length === 0 && mayHaveCome.length === 0) return;
      this.#heardFrom = host.clock.now();
      ask();
    });
    return () => {
      heedUsers();
      heedRows();
    };
  }

  #pages(): FetchPage {
    return async (page, limit, signal) => {
      const filter = hostDays(await this.#asked(), this.#timeZone);
      const answer = await this.#sync.host.reads.read(filterTransactions, { query: { ...filter, page, limit } }, signal);
      if (answer.is === "answered") {
        const { hasNextPage, pastEnds } = answer.value;
        if (hasNextPage === false) this.#pastEnds = pastEnds === undefined ? undefined : Date.parse(pastEnds);
        return { page, limit, ...answer.value, asOf: answer.sentAt };
      }
      const isHeard = answer.is === "refused" || answer.is === "malformed";
      this.#failure = { is: "cache", why: isHeard ? "unusable" : "lost", message: messageIn(answer) };
      return undefined;
    };
  }

  /** `whole`: the runs of the lines, if they have all rows of those; none: they are all there is. */
  #show(lines: Lines, whole?: Coverage): void {
    this.#lines = lines;
    this.#lacks = whole && lacksOf(lines, whole);
    this.version.set(this.version.get() + 1);
  }

  follow(onChange: () => void): () => void {
    if (this.#followers === 0) this.#heardFrom = this.#sync.host.clock.now();
    this.#followers += 1;
    const ends = [
      () => (this.#followers -= 1),
      this.version.subscribe(onChange),
      this.#heed(),
      followWrites(this.#sync.db, () => {
        this.#rows = new Map();
        if (this.#ids) void this.refreshHead();
        onChange();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  async #asked(): Promise<TransactionFilter> {
    return isNarrower(this.#filter) ? (await import("../../db/transactions/transaction-narrow.ts")).askedOf(this.#filter) : this.#filter;
  }

  async #sift(rows: readonly Transaction[]): Promise<void> {
    if (!isNarrower(this.#filter)) return;
    const { isInside } = await import("../../db/transactions/transaction-narrow.ts");
    for (const row of rows) {
      if (isInside(this.#filter, row)) this.#outside.delete(row.id);
      else this.#outside.add(row.id);
    }
  }

  /**
   * Shows what the host's pages prove, without rows outside the filter: beyond the zone's days, or not expressible as a host query.
   */
  #showHosts(): void {
    const { from, before } = momentsOf(this.#filter, this.#timeZone);
    const shown = [...this.#store.lines().entries()].filter(([, line]) =>
      line.is === "row"
        ? line.key.at >= from && line.key.at < before && !this.#outside.has(line.key.id) && !this.#left.has(line.key.id)
        : line.to < before && line.from >= from,
    );
    this.#places = shown.map(([place]) => place);
    const lines = shown.map(([, line]) => line);
    this.#show(gappedLines(lines), this.#store.runs);
    this.#hold(lines.findLast((line) => line.is === "row")?.key);
  }

  /** Keeps its rows in the cache while shown, down to the oldest: no coverage protects them. */
  #hold(oldest: Key | undefined): void {
    if (oldest) void this.#sync.refreshView(heldDownTo(oldest.at));
  }

  /** Shows the cache's matches; `refreshHead` fetches the host's. */
  open(): void {
    if (this.#ids) return;
    this.#sync.host.beginAnew(nameOf(filterTransactions));
    void this.#showCached();
  }

  async #showCached(atMost = matchesAtFirst): Promise<void> {
    const found = await this.#sync.search.find(this.#filter, this.#timeZone, atMost).catch(() => undefined);
    if (this.matching.get().is !== "cache") return;
    this.#isUnread = !found;
    this.#show(rowLines(found?.keys ?? [], found?.count));
  }

  /** Gets all cached matches if a read goes beyond those that are known. */
  async #reach(last: number, anchors: readonly (Key | undefined)[]): Promise<void> {
    const { known, length } = this.#lines;
    if (known === length) return;
    const [bottom] = this.#lines.slice(known - 1, known);
    const isKnown = (key: Key | undefined) => !key || (bottom?.is === "row" && compareKeys(key, bottom.key) <= 0);
    if (last >= known || !anchors.every(isKnown)) await this.#showCached(Number.POSITIVE_INFINITY);
  }

  /** Shows the named transactions that are cached and match the other filters. */
  async #lookUp(ids: readonly string[]): Promise<FeedResult> {
    try {
      const isNamedOnly = Object.keys(this.#filter).length === 1;
      const [rows, matches, open] = await Promise.all([
        rowsByIds(this.#sync.db, ids),
        isNamedOnly ? undefined : this.#sync.search.find(this.#filter, this.#timeZone),
        this.#filter.userVerificationStatus
          ? this.#sync.search.ask("undecided", { filter: this.#filter, timeZone: this.#timeZone })
          : undefined,
      ]);
      const found = new Set(rows.map(({ id }) => id));
      this.matching.set({ is: "ids", missing: ids.filter((id) => !found.has(id)), undecided: open?.rows ?? 0 });
      const keys = matches?.keys ?? rows.map(({ at, id }) => ({ at, id })).sort(compareKeys);
      this.#show(rowLines(keys), []);
      this.#hold(keys.at(keys.length - 1));
      return { is: "done" };
    } catch {
      return { is: "failed" };
    }
  }

  async refreshHead(): Promise<FeedResult> {
    if (this.#ids) return this.#lookUp(this.#ids);
    const result = await this.#feed.head(this.#stop.signal);
    if (result.is === "done") {
      if (this.matching.get().is === "cache") await this.#reachSight();
      this.matching.set({ is: "host" });
      this.#showHosts();
      if (this.#lines.length === 0 && !this.#isAtEnd()) return this.extend();
    } else if (!this.#stop.signal.aborted) {
      this.matching.set(result.is === "failed" ? this.#failure : { is: "cache", why: "unusable" });
      await this.#showCached();
    }
    return result;
  }

  /** Fetches until the host's list has what is in sight of the cache's, which would be cut off above it. */
  async #reachSight(): Promise<void> {
    const { clock } = this.#sync.host;
    const until = clock.now() + toSight.ms;
    await new Promise<void>((resolve) => {
      this.#onRead = resolve;
      setTimeout(resolve, sayWithinMs);
      this.version.set(this.version.get() + 1);
    });
    for (let more = 1, pages = 0; pages < toSight.pages && clock.now() < until; more = Math.min(2 * more, pagesAtMost)) {
      const { first, top } = this.#sight;
      const keyAt = (index: number): Key | undefined =>
        this.#lines.slice(index, index + 1).flatMap((line) => (line.is === "row" ? line.key : []))[0];
      const ahead = first > 0 ? keyAt(first + readAhead) : undefined;
      const inSight = [top, ahead]
        .flatMap((key) => key ?? [])
        .sort(compareKeys)
        .at(-1);
      // At its top, nothing is cut off.
      if (!inSight || inSight.id === keyAt(0)?.id) return;
      const lines = this.#store.lines();
      const place = lines.findIndex((line) => line.is === "row" && compareKeys(line.key, inSight) >= 0);
      if ((place >= 0 && lines.length >= place + inSightAtOnce) || this.#isAtEnd()) return;
      pages += more;
      const { is } = await this.#feed.extend(more, this.#stop.signal);
      if (is !== "done") return;
    }
  }

  async extend(pages = 1): Promise<FeedResult> {
    if (this.#ids) return this.#lookUp(this.#ids);
    if (this.matching.get().is !== "host") return this.refreshHead();
    for (let more = pages; ; more = Math.min(2 * more, pagesAtMost)) {
      const [shown, sent] = [this.#lines.length, this.#store.lines().length];
      const result = await this.#feed.extend(more, this.#stop.signal);
      // A page may hold no shown rows; stopping there would look like the end of the list.
      const isBarren = this.#lines.length === shown && this.#store.lines().length > sent && !this.#isAtEnd();
      if (result.is !== "done" || !isBarren || this.#stop.signal.aborted) return result;
    }
  }

  #isAtEnd(): boolean {
    const { runs } = this.#store;
    return runs.length === 0 || runs.at(-1)?.endAsOf !== undefined;
  }

  closeGap(above: number): Promise<FeedResult> {
    return this.#feed.closeGap(above, this.#stop.signal);
  }

  refreshView(view: View): Promise<FeedResult> {
    return this.#feed.refresh({ ...view, firstIndex: this.#places[view.firstIndex] ?? view.firstIndex }, this.#stop.signal);
  }

  /** The view was closed: abort its requests. */
  close(): void {
    this.#stop.abort();
  }

  async missing(): Promise<readonly Stretch[]> {
    return this.matching.get().is === "host" ? lacking(this.#store.runs) : missingStretches(this.#sync.db);
  }

  readOn(first: number, last: number): Promise<ListWindow> {
    return this.#read(first, last, []);
  }

  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    this.#rows = new Map();
    const window = this.#read(first, last, anchors);
    this.#onRead();
    return window;
  }

  async #read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    this.#sight = { first, top: anchors[0] ?? this.#sight.top };
    await this.#reach(last, anchors);
    const matching = this.matching.get();
    if (this.#isUnread && matching.is === "cache" && matching.why !== "awaited") throw new Error("the cached matches could not be read");
    const lines = this.#lines;
    const lacks = this.#lacks;
    const runs = this.#store.runs;
    const shown = lines.slice(Math.max(0, first), last + 1);
    const byId = await this.#rowsOf(shown.flatMap((line) => (line.is === "row" ? [line.key] : [])));
    const fromHost = matching.is === "host";
    const times = fromHost
      ? runs.flatMap((run) => run.pieces.map((piece) => piece.asOf))
      : // Cached rows carry their own time.
        [...byId.values()].map(({ seenAt }) => seenAt);
    const asOf = times.length > 0 ? Math.min(...times) : undefined;
    const isUntold = fromHost && !this.#isTold(asOf);
    const followed = isUntold ? undefined : await readFollowed(this.#sync.db);
    return {
      length: lines.length,
      rows: lines.rows,
      start: Math.max(0, first),
      items: shown.map((line) => itemOf(line, byId)),
      places: anchors.map((anchor) => anchor && lines.placeOf(anchor)),
      atEnd: matching.is === "ids" ? matching.undecided === 0 : fromHost && this.#isAtEnd(),
      pastEnds: fromHost && this.#isAtEnd() ? this.#pastEnds : undefined,
      never: false,
      gaps: Math.max(0, runs.length - 1),
      headAsOf: fromHost ? runs[0]?.headAsOf : undefined,
      firstGap: runs.length > 1 ? { from: runs[0]?.bottom.at } : undefined,
      asOf: asOf === undefined ? undefined : asOfFollowed(followed, asOf),
      isUntold,
      lacks,
      ...(fromHost && { isBehind: behindOf(Math.max(this.#followed?.since ?? 0, this.#heardFrom), runs) }),
    };
  }

  /** Whether the change stream has told whatever changed in the host's list since a time (device epoch ms). */
  #isTold(asOf: number | undefined): boolean {
    const { searchTerm, userVerificationStatus } = this.#filter;
    const isDecided = searchTerm === undefined && userVerificationStatus === undefined;
    return isDecided && this.#followers > 0 && asOf !== undefined && asOf >= this.#heardFrom;
  }

  /** Rows by id; reuses the last read's rows until something is written. */
  async #rowsOf(keys: readonly Key[]): Promise<ReadonlyMap<string, TransactionRow>> {
    const known = this.#rows;
    const unknown = keys.filter(({ id }) => !known.has(id));
    const [found, followed] = await Promise.all([
      rowsByKeys(this.#sync.db, unknown),
      unknown.length > 0 ? readFollowed(this.#sync.db) : this.#followed,
    ]);
    this.#followed = followed;
    const rows = new Map(found.map((row) => [row.id, row]));
    for (const { id } of keys) {
      const row = known.get(id);
      if (row) rows.set(id, row);
    }
    // Don't restore rows that were invalidated meanwhile.
    if (this.#rows === known) this.#rows = rows;
    return rows;
  }
}

const idsIn = (lines: Lines): ReadonlySet<string> =>
  new Set(lines.slice(0, lines.length).flatMap((line) => (line.is === "row" ? [line.key.id] : [])));

function lacksOf(lines: Lines, whole: Coverage): (row: Key) => boolean {
  const unknown = whole.length === 0 ? [] : uncovered(whole);
  let shown: ReadonlySet<string> | undefined;
  return (row) => !(shown ??= idsIn(lines)).has(row.id) && !unknown.some((stretch) => isWithin(stretch)(row));
}

function itemOf(line: Line, rows: ReadonlyMap<string, TransactionRow>): ListItem | undefined {
  if (line.is === "gap") return { is: "gap", key: `gap ${line.to}`, from: line.from, to: line.to };
  const row = rows.get(line.key.id);
  return row && rowItem(row);
}

const rowItem = (row: TransactionRow): ListItem => ({ is: "row", key: row.id, row });
