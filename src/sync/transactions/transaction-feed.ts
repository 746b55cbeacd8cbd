import { transactionsPageSize } from "../../contract/transactions.ts";
import type { Coverage } from "../../db/store/coverage.ts";
import { seamAt, windowOver } from "./page-proof.ts";
import { done, type FeedResult, type FeedStore, type FetchPage, PageReader } from "./page-reader.ts";
import { RunGrower } from "./run-grower.ts";

/** The rows in a reader's view: times of the first and last (epoch ms), and the first one's index. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly firstIndex: number;
}

/** Head pages fetched to reach the known run after reconnecting; beyond that a gap is left. */
const headPagesAtMost = 20;
const refreshStepsAtMost = 64;
/** Largest window to decide a stretch, in pages: hosts cap the limit. */
const widestWindow = 4;

/**
 * Brings the host's changing, newest-first, page-numbered list into a store without unmarked holes: pages are proven
 * (`PageReader`), connected to known rows (`RunGrower`), and refetched while in view. Runs one operation at a time.
 */
export class TransactionFeed {
  readonly #pages: PageReader;
  readonly #runs: RunGrower;
  readonly #store: FeedStore;
  readonly #now: () => number;
  #queue: Promise<unknown> = Promise.resolve();

  /** `now`: device epoch ms, on the same clock as the pages' `asOf`. */
  constructor(fetch: FetchPage, store: FeedStore, now: () => number = Date.now, pageSize: number = transactionsPageSize) {
    this.#pages = new PageReader(fetch, store, pageSize);
    this.#runs = new RunGrower(this.#pages, store);
    this.#store = store;
    this.#now = now;
  }

  /** Fetches the head until it meets known rows; leaves a gap if they are too far away. */
  head(signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const known = (await this.#store.coverage())[0];
      const first = await this.#pages.proven(1, this.#pages.asked, signal);
      if (first.is !== "proven") return first;
      await this.#store.apply([first.page]);
      if (!known) return done;
      for (let pages = 1; pages < headPagesAtMost;) {
        const [top] = await this.#store.coverage();
        if (!top || top.endAsOf !== undefined || top.bottom.at <= known.top.at) return done;
        const count = Math.min(4, headPagesAtMost - pages);
        const grown = await this.#runs.grow(0, count, signal);
        if (grown.is !== "done") return grown;
        pages += count;
      }
      return done;
    });
  }

  /** Adds up to `pages` pages below the lowest run; fetches the head if nothing is known. */
  extend(pages: number, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const coverage = await this.#store.coverage();
      return this.#runs.grow(Math.max(0, coverage.length - 1), pages, signal);
    });
  }

  /** Loads rows into the gap below the run containing the time `above`, until it is closed or twenty pages were read. */
  closeGap(above: number, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const indexOf = (coverage: Coverage): number => coverage.findIndex((run) => run.top.at >= above && run.bottom.at <= above);
      let coverage = await this.#store.coverage();
      const gaps = coverage.length;
      for (let pages = 0; pages < headPagesAtMost && coverage.length >= gaps; pages += 4) {
        const index = indexOf(coverage);
        if (index < 0 || index === coverage.length - 1) return done;
        const grown = await this.#runs.grow(index, 4, signal);
        if (grown.is !== "done") return grown;
        coverage = await this.#store.coverage();
      }
      return done;
    });
  }

  /** Refetches what is in view, to pick up changes and deletions. */
  refresh(view: View, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const startedAt = this.#now();
      const asked = new Set<string>();
      /** Stretches that no window decides; they keep their age and show it. */
      const given = new Set<number>();
      /** The highest page known to have rows, and the lowest known to have none; 0: unknown. */
      let [low, high] = [0, 0];
      for (let step = 0; step < refreshStepsAtMost; step += 1) {
        const stale = staleStretch(await this.#store.coverage(), view, startedAt, given);
        if (!stale) return done;
        const isNew = (one: { page: number; limit: number } | undefined): boolean =>
          one !== undefined && !asked.has(`${one.page} ${one.limit}`);
        const whole = { page: Math.floor(stale.index / this.#pages.pageSize) + 1, limit: this.#pages.asked };
        // Rows between two fetched pages, or sharing a time with their edges, are decided by a window over them and their
        // neighbours; wider ones allow for rows above that the host no longer has.
        const windows = [1, 3, 7].map((margin) =>
          windowOver(Math.max(0, stale.index - margin), stale.index + stale.rows + margin - 1, widestWindow * this.#pages.asked),
        );
        // The host's list may have become much shorter, e.g. when it put old months away: search its last page.
        const middle = high - low > 1 ? { page: Math.floor((low + high) / 2), limit: this.#pages.asked } : undefined;
        // A full last page may say that there is more; a window across the end is short.
        const end = high - low === 1 && low > 0 ? seamAt(low * this.#pages.pageSize) : undefined;
        const wanted = [
          whole,
          ...windows,
          { ...whole, page: Math.max(1, whole.page - 1) },
          { ...whole, page: whole.page + 1 },
          middle,
          end,
        ].find(isNew);
        if (!wanted) {
          given.add(stale.from);
          continue;
        }
        const { page, limit } = wanted;
        asked.add(`${page} ${limit}`);
        const proven = await this.#pages.proven(page, limit, signal);
        if (proven.is !== "proven") return proven;
        if (limit === this.#pages.asked && proven.page.proof.keys.length > 0) low = Math.max(low, page);
        else if (limit === this.#pages.asked) high = high === 0 ? page : Math.min(high, page);
        await this.#store.apply([proven.page]);
      }
      return done;
    });
  }

  async #exclusively(operation: () => Promise<FeedResult>): Promise<FeedResult> {
    const turn = this.#queue.then(operation, operation);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

/** The first piece in view last verified before `since`: its index in the list and its number of rows. */
function staleStretch(
  coverage: Coverage,
  view: View,
  since: number,
  except: ReadonlySet<number>,
): { index: number; rows: number; from: number } | undefined {
  let above = 0;
  for (const run of coverage) {
    for (const piece of run.pieces) {
      if (piece.asOf < since && piece.to <= view.from && piece.from >= view.to && !except.has(piece.from)) {
        if (piece.from <= view.from) return { index: above, rows: piece.rows, from: piece.from };
        const index = Math.max(above, Math.min(view.firstIndex, above + piece.rows - 1));
        return { index, rows: above + piece.rows - index, from: piece.from };
      }
      above += piece.rows;
    }
  }
  return undefined;
}
