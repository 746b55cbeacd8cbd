import type { Transaction } from "../../contract/transactions.ts";
import { transactionsPageSize } from "../../contract/transactions.ts";
import { type Coverage, coveredRows, type Proof, type Run, runOf, touches } from "../../db/store/coverage.ts";
import type { ProvenPage } from "../../db/transactions/transactions.ts";
import {
  agree,
  type FetchedPage,
  hasSameRows,
  isSame,
  type Oddity,
  oddityOf,
  proofOf,
  seamAt,
  shareRow,
  windowOver,
} from "./page-proof.ts";

/** Where pages come from; undefined when no answer could be had, which the source has reported by then. */
export type FetchPage = (page: number, limit: number, signal: AbortSignal) => Promise<FetchedPage | undefined>;

/** Where they go: the cache, or a filtered list's own memory. */
export interface FeedStore {
  coverage(): Promise<Coverage>;
  /** Ids of kept rows that the host would have sent with such a page, had it still had them. */
  missingFrom(proof: Proof): Promise<string[]>;
  /** Writes all of it or nothing. */
  apply(pages: readonly ProvenPage[]): Promise<void>;
  /** Keeps rows that prove nothing about their neighbours. */
  putLoose(rows: readonly Transaction[], asOf: number): Promise<void>;
}

export type FeedResult =
  | { readonly is: "done" }
  /** No answer; what was there before is still there. */
  | { readonly is: "failed" }
  /** The host's pages contradict each other or themselves: nothing may be concluded from them. */
  | { readonly is: "odd" };

/** The rows that a reader has before him: times of the first and the last (epoch ms), and the first one's place in the list. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly firstIndex: number;
}

/** After reconnecting, so many head pages are fetched to meet the known run; then a gap is left (20 pages). */
const headPagesAtMost = 20;
const attemptsAtMost = 3;
const searchStepsAtMost = 16;
const refreshStepsAtMost = 64;
/** A window to decide a stretch has so many pages' rows at most: hosts cap what one call may ask for. */
const widestWindow = 4;

const done = { is: "done" } as const;
const failed = { is: "failed" } as const;
const odd = { is: "odd" } as const;

type Doubt = Oddity | "maybe no window";

type Proven = { readonly is: "proven"; readonly page: ProvenPage } | { readonly is: "failed" } | { readonly is: "odd" };

/**
 * Brings the host's newest-first, page-numbered, moving list into a store without ever leaving a hole
 * unmarked. It trusts no page number: pages belong together only when they share a row, directly or
 * through a small window across their border (see `seamAt`), and one strange answer changes nothing
 * until a second one agrees. One operation runs at a time.
 */
export class TransactionFeed {
  readonly #fetch: FetchPage;
  readonly #store: FeedStore;
  readonly #asked: number;
  readonly #now: () => number;
  /** Hosts may send fewer rows a page than asked; page numbers then count in theirs. */
  #pageSize: number;
  /**
   * Whether the host keeps to the number of rows that it is asked for. One that ignores it sends its usual page: windows
   * across borders tell nothing there, and a page that lacks a row looks like one.
   */
  #limits: "unknown" | "kept" | "ignored" = "unknown";
  #queue: Promise<unknown> = Promise.resolve();

  /** `now`: device time in epoch ms, by the clock that pages' `asOf` come from. */
  constructor(fetch: FetchPage, store: FeedStore, now: () => number = Date.now, pageSize: number = transactionsPageSize) {
    this.#fetch = fetch;
    this.#store = store;
    this.#now = now;
    this.#asked = pageSize;
    this.#pageSize = pageSize;
  }

  /** Fetches the head until it meets the rows known before; when they are far away, a gap stays. */
  head(signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const known = (await this.#store.coverage())[0];
      const first = await this.#proven(1, this.#asked, signal);
      if (first.is !== "proven") return first;
      await this.#store.apply([first.page]);
      if (!known) return done;
      for (let pages = 1; pages < headPagesAtMost;) {
        const [top] = await this.#store.coverage();
        if (!top || top.endAsOf !== undefined || top.bottom.at <= known.top.at) return done;
        const count = Math.min(4, headPagesAtMost - pages);
        const grown = await this.#grow(0, count, signal);
        if (grown.is !== "done") return grown;
        pages += count;
      }
      return done;
    });
  }

  /** Adds up to `pages` pages below the lowest run; the head, where nothing is known yet. */
  extend(pages: number, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const coverage = await this.#store.coverage();
      return this.#grow(Math.max(0, coverage.length - 1), pages, signal);
    });
  }

  /** Loads rows into the gap below the run that holds the time `above`, until it is closed or twenty pages have come. */
  closeGap(above: number, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const indexOf = (coverage: Coverage): number => coverage.findIndex((run) => run.top.at >= above && run.bottom.at <= above);
      let coverage = await this.#store.coverage();
      const gaps = coverage.length;
      for (let pages = 0; pages < headPagesAtMost && coverage.length >= gaps; pages += 4) {
        const index = indexOf(coverage);
        if (index < 0 || index === coverage.length - 1) return done;
        const grown = await this.#grow(index, 4, signal);
        if (grown.is !== "done") return grown;
        coverage = await this.#store.coverage();
      }
      return done;
    });
  }

  /** Fetches again what a reader has in view, so that changes and deletions show. */
  refresh(view: View, signal: AbortSignal): Promise<FeedResult> {
    return this.#exclusively(async () => {
      const startedAt = this.#now();
      const asked = new Set<string>();
      /** Stretches that no window decides; they stay as old as they are, and say so. */
      const given = new Set<number>();
      for (let step = 0; step < refreshStepsAtMost; step += 1) {
        const stale = staleStretch(await this.#store.coverage(), view, startedAt, given);
        if (!stale) return done;
        const isNew = (one: { page: number; limit: number } | undefined): boolean =>
          one !== undefined && !asked.has(`${one.page} ${one.limit}`);
        const whole = { page: Math.floor(stale.index / this.#pageSize) + 1, limit: this.#asked };
        // What is left between two pages that were fetched, or shares a time with their edges, is decided by a
        // window over it and its neighbours; wider ones allow for rows above that the host no longer has.
        const windows = [1, 3, 7].map((margin) =>
          windowOver(Math.max(0, stale.index - margin), stale.index + stale.rows + margin - 1, widestWindow * this.#asked),
        );
        const wanted = [whole, ...windows, { ...whole, page: Math.max(1, whole.page - 1) }, { ...whole, page: whole.page + 1 }].find(isNew);
        if (!wanted) {
          given.add(stale.from);
          continue;
        }
        const { page, limit } = wanted;
        asked.add(`${page} ${limit}`);
        const proven = await this.#proven(page, limit, signal);
        if (proven.is !== "proven") return proven;
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

  /** One answer. Of a host that doesn't say whether there is more, a short page is the last one only where the next one has nothing new. */
  async #get(page: number, limit: number, signal: AbortSignal): Promise<FetchedPage | undefined> {
    const fetched = await this.#fetch(page, limit, signal);
    if (!fetched) return undefined;
    if (limit < this.#asked && fetched.rows.length > 0) this.#limits = fetched.rows.length <= limit ? "kept" : "ignored";
    if (fetched.hasNextPage !== undefined || fetched.rows.length >= limit) return fetched;
    // Nor does a window say more of the end than a page.
    if (limit !== this.#asked) return { ...fetched, hasNextPage: true };
    if (fetched.rows.length === 0) return { ...fetched, hasNextPage: false };
    const ids = new Set(fetched.rows.map(({ id }) => id));
    // One that is empty by mistake must not end the list.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const next = await this.#fetch(page + 1, limit, signal);
      if (!next) return undefined;
      if (next.rows.some(({ id }) => !ids.has(id))) return { ...fetched, hasNextPage: true };
    }
    // Nor one that is empty because its rows have moved up meanwhile.
    const again = await this.#fetch(page, limit, signal);
    return again && { ...fetched, hasNextPage: !isSame(proofOf(again), proofOf(fetched)) };
  }

  /** One answer, and what speaks against believing it by itself: it is strange, or the host may have sent its usual page for a window. */
  async #look(page: number, limit: number, signal: AbortSignal): Promise<{ fetched: FetchedPage; doubt: Doubt | undefined } | undefined> {
    const isSure = limit >= this.#asked || this.#limits === "kept";
    const fetched = await this.#get(page, limit, signal);
    if (!fetched) return undefined;
    const oddity = oddityOf(fetched, limit === this.#asked ? this.#pageSize : limit);
    return { fetched, doubt: oddity ?? (isSure ? undefined : "maybe no window") };
  }

  /** One page that can be believed: an ordinary one at once, a strange one when the next answer says the same. */
  async #proven(page: number, limit: number, signal: AbortSignal): Promise<Proven> {
    let before: { fetched: FetchedPage; missing: ReadonlySet<string> } | undefined;
    for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
      const seen = await this.#look(page, limit, signal);
      if (!seen) return failed;
      const { fetched, doubt } = seen;
      if (doubt === "unordered") {
        await this.#store.putLoose(fetched.rows, fetched.asOf);
        return odd;
      }
      const proof = proofOf(fetched);
      const missing = await this.#store.missingFrom(proof);
      const believed = !doubt || (before && agree(before.fetched, fetched));
      if (believed && missing.every((id) => before?.missing.has(id))) {
        if (limit === this.#asked && fetched.rows.length > 0 && !proof.openBottom) this.#pageSize = Math.min(fetched.rows.length, limit);
        const ids = new Set<string>();
        const rows = fetched.rows.filter((row) => !ids.has(row.id) && ids.add(row.id));
        return { is: "proven", page: { rows, proof, gone: new Set(missing) } };
      }
      before = { fetched, missing: new Set(missing) };
    }
    return odd;
  }

  /** Extends one run downwards by up to `count` pages that provably continue it. */
  async #grow(index: number, count: number, signal: AbortSignal): Promise<FeedResult> {
    const coverage = await this.#store.coverage();
    const run = coverage[index];
    if (run?.endAsOf !== undefined) return done;
    const known = coveredRows(coverage.slice(0, index + 1));
    const first = Math.floor(known / this.#pageSize) + 1;
    if (!run) {
      const proven = await this.#proven(1, this.#asked, signal);
      if (proven.is !== "proven") return proven;
      await this.#store.apply([proven.page]);
      return proven.page.proof.keys.length === 0 && !proven.page.proof.openBottom ? odd : done;
    }
    if (index > 0 || this.#limits === "ignored") return this.#search(run, first, signal);
    const chain = await this.#chain(run, known, count, signal);
    if (chain.is !== "chain") return chain;
    if (!chain.page) return this.#search(run, first, signal);
    await this.#store.apply([chain.page]);
    return done;
  }

  /** Fetches `count` pages side by side, with windows across their borders, and keeps those that hang together with the run. */
  async #chain(
    run: Run,
    known: number,
    count: number,
    signal: AbortSignal,
  ): Promise<{ is: "chain"; page: ProvenPage | undefined } | { is: "failed" } | { is: "odd" }> {
    const first = Math.floor(known / this.#pageSize) + 1;
    const numbers = Array.from({ length: count }, (_, offset) => first + offset);
    const overlapping = known % this.#pageSize !== 0;
    const fetched = await Promise.all(
      numbers.map((page) => {
        const seam = page === first && overlapping ? undefined : seamAt((page - 1) * this.#pageSize);
        return Promise.all([this.#plain(page, this.#asked, signal), seam && this.#plain(seam.page, seam.limit, signal)]);
      }),
    );
    const [head] = fetched;
    if (head && head[0].is !== "proven") return head[0];
    const pages: ProvenPage[] = [];
    let last: { run: Run; proof: Proof | undefined } = { run, proof: undefined };
    const follows = (page: ProvenPage): boolean => {
      const own = runOf(page.proof);
      return own !== undefined && (touches(last.run, own) || (last.proof !== undefined && shareRow(last.proof, page.proof)));
    };
    const add = (page: ProvenPage): void => {
      pages.push(page);
      const own = runOf(page.proof);
      if (own) last = { run: own, proof: page.proof };
    };
    for (const [page, seam] of fetched) {
      if (page.is !== "proven") break;
      if (!follows(page.page)) {
        if (seam?.is !== "proven" || !follows(seam.page) || !shareRow(seam.page.proof, page.page.proof)) break;
        add(seam.page);
      }
      if (!extendsBelow(run, page.page.proof)) break;
      add(page.page);
      if (page.page.proof.openBottom) break;
    }
    const page = mergePages(pages);
    // What the cache has and the pages don't is looked into one page at a time.
    return { is: "chain", page: page && (await this.#store.missingFrom(page.proof)).length === 0 ? page : undefined };
  }

  /** One page that can be believed by itself, without a look at what the cache has beside it; a strange one is asked for again. */
  async #plain(page: number, limit: number, signal: AbortSignal): Promise<Proven> {
    const seen = await this.#look(page, limit, signal);
    if (!seen) return failed;
    const { fetched, doubt } = seen;
    if (doubt) return this.#proven(page, limit, signal);
    return { is: "proven", page: { rows: fetched.rows, proof: proofOf(fetched), gone: new Set() } };
  }

  /**
   * Looks for the page that continues a run whose place on the host is not known, because rows were
   * deleted or lie in gaps above it: page numbers only say where to look next.
   */
  async #search(run: Run, first: number, signal: AbortSignal): Promise<FeedResult> {
    let page = first;
    let low = 1;
    let high = Number.POSITIVE_INFINITY;
    let stride = 1;
    for (let step = 0; step < searchStepsAtMost && low <= high; step += 1) {
      const proven = await this.#proven(page, this.#asked, signal);
      if (proven.is !== "proven") return proven;
      const own = runOf(proven.page.proof);
      if (own && touches(run, own) && extendsBelow(run, proven.page.proof)) {
        await this.#store.apply([proven.page]);
        return done;
      }
      // Rows of the run's last time that it doesn't share may be the next ones: only a page that is newer lies above.
      if (own && (own.bottom.at > run.bottom.at || touches(run, own))) {
        if (proven.page.proof.openBottom) {
          await this.#store.apply([proven.page]);
          return done;
        }
        low = page + 1;
        page = high === Number.POSITIVE_INFINITY ? page + stride : Math.max(low, Math.floor((low + high) / 2));
      } else {
        if (await this.#bridge(run, page, proven.page, signal)) return done;
        high = page - 1;
        page = low > 1 ? Math.min(high, Math.ceil((low + high) / 2)) : Math.max(1, page - stride);
      }
      stride *= 2;
    }
    return odd;
  }

  /** Tries the window across a page's upper border, then the page above; true when one of them ties the page to the run. */
  async #bridge(run: Run, page: number, below: ProvenPage, signal: AbortSignal): Promise<boolean> {
    const seam = this.#limits === "ignored" ? undefined : seamAt((page - 1) * this.#pageSize);
    const proven = seam && (await this.#proven(seam.page, seam.limit, signal));
    const own = proven?.is === "proven" ? runOf(proven.page.proof) : undefined;
    const isEnd = below.proof.keys.length === 0;
    if (
      proven?.is === "proven" &&
      own &&
      touches(run, own) &&
      (isEnd ? own.endAsOf !== undefined : shareRow(proven.page.proof, below.proof))
    ) {
      await this.#store.apply(isEnd ? [proven.page] : [proven.page, below]);
      return true;
    }
    // Nor is it a window that brings nothing, or the page itself.
    const isNone = proven?.is === "proven" && (!own || hasSameRows(proven.page.proof, below.proof));
    return (isEnd || isNone || this.#limits === "ignored") && this.#adjoin(run, page, below, signal);
  }

  /**
   * Ties a page to a run that the page above it ends with, where no window does: the host ignores how many rows it is
   * asked for, or there is nothing below. Whatever moved the border would have changed one of the two pages, so they are
   * read in turn until each was the same twice.
   */
  async #adjoin(run: Run, page: number, below: ProvenPage, signal: AbortSignal): Promise<boolean> {
    if (page === 1) return false;
    const first = await this.#proven(page - 1, this.#asked, signal);
    const own = first.is === "proven" ? runOf(first.page.proof) : undefined;
    if (first.is !== "proven" || !own || !touches(run, own)) return false;
    // A page that is empty by mistake is not so twice in a row.
    const turns = below.proof.keys.length > 0 ? [page, page - 1] : [page, page, page - 1];
    for (const turn of turns) {
      const again = await this.#proven(turn, this.#asked, signal);
      if (again.is !== "proven" || !isSame(again.page.proof, (turn === page ? below : first.page).proof)) return false;
    }
    const keys = [...first.page.proof.keys, ...below.proof.keys];
    const isOrdered = keys.every(({ at }, place) => at <= (keys[place - 1]?.at ?? at));
    const { openTop } = first.page.proof;
    const { openBottom } = below.proof;
    const proof = { keys, openTop, openBottom, asOf: Math.min(first.page.proof.asOf, below.proof.asOf) };
    if (!isOrdered || shareRow(first.page.proof, below.proof) || !extendsBelow(run, proof)) return false;
    await this.#store.apply([{ rows: [...first.page.rows, ...below.rows], proof, gone: new Set(await this.#store.missingFrom(proof)) }]);
    return true;
  }
}

/** Pages that hang together as one, as of the earliest of them: one write for all. */
function mergePages(pages: readonly ProvenPage[]): ProvenPage | undefined {
  const [first] = pages;
  const last = pages.at(-1);
  if (!first || !last || pages.some((page) => page.gone.size > 0)) return undefined;
  if (first === last) return first;
  const rows = new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row]));
  const keys = [...new Map(pages.flatMap((page) => page.proof.keys).map((key) => [key.id, key])).values()].sort((a, b) => b.at - a.at);
  const asOf = Math.min(...pages.map((page) => page.proof.asOf));
  return {
    rows: [...rows.values()],
    proof: { keys, openTop: first.proof.openTop, openBottom: last.proof.openBottom, asOf },
    gone: new Set(),
  };
}

/** Whether a page brings anything that a run doesn't have yet. */
function extendsBelow(run: Run, proof: Proof): boolean {
  const last = proof.keys.at(-1);
  if (!last) return false;
  return (
    proof.openBottom ||
    last.at < run.bottom.at ||
    (last.at === run.bottom.at && proof.keys.some((key) => key.at === last.at && !run.bottom.ids.includes(key.id)))
  );
}

/** The first stretch in view that was last verified before `since`: its place in the list, and how many rows it has. */
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
