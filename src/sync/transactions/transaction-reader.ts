import type { Key } from "../../db/store/order.ts";
import type { ListItem, ListWindow } from "../../db/transactions/list-window.ts";
import type { Host } from "../wire/host.ts";
import { keepFresh } from "./keep-fresh.ts";
import { Observable } from "../state/observable.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { TransactionSource } from "./transaction-source.ts";

/** What a reader sees of a list, and its loading state. */
export interface Reading {
  /** Undefined until the cache has answered. */
  readonly window: ListWindow | undefined;
  /** How many lines the content moved down; the scroll position follows once per serial. */
  readonly shift: { readonly serial: number; readonly by: number };
  /** Lines added above the first one the reader has seen. */
  readonly newRows: number;
  readonly loading: "no" | "head" | "more" | "gap";
  /** The last fetch failed or made no sense; the shown rows are unchanged. */
  readonly failed: boolean;
  /** The cache can't be read. */
  readonly broken: boolean;
}

/** What is in sight. `hold`: the reader must not be moved (not at the top, or pointing at a row). */
export interface Sight {
  readonly first: number;
  readonly last: number;
  readonly hold: boolean;
}

/** The initial reading. */
export const readingOf = (window: ListWindow | undefined): Reading => ({
  window,
  shift: { serial: 0, by: 0 },
  newRows: 0,
  loading: "no",
  failed: false,
  broken: false,
});

/** Lines are read in blocks of this size, one around what is in sight. */
const block = 100;
/** Blocks read ahead in the scroll direction. */
const blocksAhead = 4;
const keyOf = (item: ListItem | undefined): Key | undefined => (item?.is === "row" ? { at: item.row.at, id: item.row.id } : undefined);

/**
 * Follows a list for one reader: reads the lines around the view, keeps the position when rows above change, fetches what comes
 * into view, and refreshes what stays.
 */
export class TransactionReader {
  readonly reading: Observable<Reading>;
  readonly source: TransactionSource;
  readonly #host: Host;
  #range = { first: 0, last: 2 * block };
  /** Until a view tells: no fewer lines than it will have. */
  #sight: Sight = { first: 0, last: 39, hold: false };
  #anchor: Anchor | undefined;
  #seenTop: Key | undefined;
  /** The last read may be outdated: places must be looked up again. */
  #changed = true;
  #wanted = false;
  #reading: Promise<void> | undefined;
  #asOfView: { from: number; to: number } | undefined;
  /** The running fetch. */
  #fetching: Promise<DemandResult> | undefined;
  #following = false;

  /** `window`: what is already known of the list, shown until the first read. */
  constructor(host: Host, source: TransactionSource, window?: ListWindow) {
    this.#host = host;
    this.source = source;
    this.reading = new Observable(readingOf(window));
  }

  /** Starts reading and fetching; the returned function stops both. */
  start(): () => void {
    const stop = new AbortController();
    this.#following = true;
    const unfollow = this.source.follow(() => void this.#read(true));
    this.source.open();
    void this.#read(true);
    const isBehind = () => this.#asOfView && this.reading.get().window?.isBehind?.(this.#asOfView);
    keepFresh(this.#host, (maxAgeMs) => this.#refresh(maxAgeMs), stop.signal, this.source.view, isBehind);
    return () => {
      stop.abort();
      this.#following = false;
      unfollow();
      this.source.close();
    };
  }

  itemAt(index: number): ListItem | undefined {
    const { window } = this.reading.get();
    return window?.items[index - window.start];
  }

  show(sight: Sight): void {
    const moved = sight.first - this.#sight.first;
    this.#sight = sight;
    const key = keyOf(this.itemAt(sight.first));
    if (key) {
      this.#anchor = { key, index: sight.first };
      this.#asOfView = { from: key.at, to: keyOf(this.itemAt(sight.last))?.at ?? key.at };
    }
    this.#see();
    const [above, below] = [moved < 0 ? blocksAhead : 1, moved > 0 ? blocksAhead : 1];
    const first = Math.max(0, Math.floor(sight.first / block - above) * block);
    const last = Math.ceil(sight.last / block + below) * block;
    if (first === this.#range.first && last === this.#range.last) return;
    this.#range = { first, last };
    void this.#read(false);
  }

  /** Loads the next page, unless a load is running or there is none (DASH-6). */
  loadMore(): void {
    if (!this.#fetching && !this.reading.get().window?.atEnd) void this.#fetch("more", () => this.source.extend());
  }

  /** `loadMore` demanded by a person after a failure. */
  retry(): void {
    this.source.open();
    this.loadMore();
  }

  /** Loads the rows missing at a gap, once a running load is over. */
  closeGap({ from }: Extract<ListItem, { is: "gap" }>): void {
    this.#set({ loading: "gap" });
    void this.#fetch("gap", () => (from === undefined ? this.source.refreshHead() : this.source.closeGap(from)));
  }

  #refresh(maxAgeMs: number): Promise<DemandResult> {
    // At the start the rows in sight are as fresh as the cache; only the head is fetched.
    const wasShown = this.#asOfView;
    return this.#fetch("head", async () => {
      const head = await this.source.refreshHead(maxAgeMs);
      const view = wasShown && this.#asOfView;
      if (head.is !== "done" || !view || this.#sight.last < 40) return head;
      return this.source.refreshView({ ...view, firstIndex: this.#sight.first });
    });
  }

  /** Fetches, after the running fetch. */
  async #fetch(what: "head" | "more" | "gap", fetch: () => Promise<DemandResult>): Promise<DemandResult> {
    while (this.#fetching) await this.#fetching;
    this.#set({ loading: what });
    return (this.#fetching = fetch().then(async (result) => {
      // Update the window before the load counts as done: whether to load more depends on it.
      await this.#read(true);
      this.#fetching = undefined;
      this.#set({ loading: "no", failed: result.is !== "done" });
      return result;
    }));
  }

  #set(change: Partial<Reading>): void {
    this.reading.set({ ...this.reading.get(), ...change });
  }

  /** At the top, nothing is new any more. */
  #see(): void {
    if (this.#sight.first > 0) return;
    this.#seenTop = keyOf(this.itemAt(0)) ?? this.#seenTop;
    if (this.reading.get().newRows > 0) this.#set({ newRows: 0 });
  }

  /** Reads what is wanted, one read at a time; resolves when done or when nobody follows any more. */
  #read(changed: boolean): Promise<void> {
    this.#wanted = true;
    this.#changed ||= changed;
    return (this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    }));
  }

  async #readOn(): Promise<void> {
    // A fetch may end after its reader has left.
    while (this.#wanted && this.#following) {
      this.#wanted = false;
      try {
        // At the start, and after a jump, read what is in sight first.
        if (!this.#isInWindow(this.#sight)) await this.#readLines(this.#sight);
        await this.#readLines(this.#range);
      } catch {
        this.#changed = true;
        this.#set({ broken: true });
      }
    }
  }

  #isInWindow({ first, last }: Sight): boolean {
    const { window } = this.reading.get();
    return !!window?.length && first >= window.start && Math.min(last, window.length - 1) < window.start + window.items.length;
  }

  async #readLines({ first, last }: { first: number; last: number }): Promise<void> {
    const isAnew = this.#changed;
    const anchor = this.#anchor;
    this.#changed = false;
    const window = await (isAnew ? this.source.read(first, last, [anchor?.key, this.#seenTop]) : this.source.readOn(first, last));
    if (this.#following) this.#arrive(window, anchor);
  }

  /** `anchor`: the first row in sight when the read began, with its index then. */
  #arrive(window: ListWindow, anchor: Anchor | undefined): void {
    // The anchor, and the newest row seen, if they were looked up and are in the list.
    const [place, above] = window.places;
    const { shift, newRows } = this.reading.get();
    const by = this.#sight.hold && anchor && place !== undefined ? place - anchor.index : 0;
    if (by !== 0) this.#sight = { ...this.#sight, first: this.#sight.first + by, last: this.#sight.last + by };
    this.#set({
      window,
      broken: false,
      shift: by === 0 ? shift : { serial: shift.serial + 1, by },
      newRows: this.#sight.hold ? (above ?? newRows) : 0,
    });
    const key = keyOf(this.itemAt(this.#sight.first));
    this.#anchor = key && { key, index: this.#sight.first };
    if (!this.#sight.hold) this.#see();
  }
}

interface Anchor {
  readonly key: Key;
  readonly index: number;
}
