import { coveredRows, type Proof, type Run, runOf, touches } from "../../db/store/coverage.ts";
import type { ProvenPage } from "../../db/transactions/transactions.ts";
import { hasSameRows, isSame, seamAt, shareRow } from "./page-proof.ts";
import { done, type FeedResult, type FeedStore, odd, type PageReader } from "./page-reader.ts";

const searchStepsAtMost = 16;

/**
 * Extends runs downwards. Never trusts page numbers: pages connect only if they share a row, directly or through a small window
 * across their border (see `seamAt`).
 */
export class RunGrower {
  readonly #pages: PageReader;
  readonly #store: FeedStore;

  constructor(pages: PageReader, store: FeedStore) {
    this.#pages = pages;
    this.#store = store;
  }

  /** Extends a run downwards by up to `count` pages proven to continue it. */
  async grow(index: number, count: number, signal: AbortSignal): Promise<FeedResult> {
    const coverage = await this.#store.coverage();
    const run = coverage[index];
    if (run?.endAsOf !== undefined) return done;
    const known = coveredRows(coverage.slice(0, index + 1));
    const first = Math.floor(known / this.#pages.pageSize) + 1;
    if (!run) {
      const proven = await this.#pages.proven(1, this.#pages.asked, signal);
      if (proven.is !== "proven") return proven;
      await this.#store.apply([proven.page]);
      return done;
    }
    if (index > 0 || this.#pages.ignoresLimits) return this.#search(run, first, signal);
    const chain = await this.#chain(run, first, known % this.#pages.pageSize !== 0, count, signal);
    if (chain.is !== "chain") return chain;
    if (!chain.page) return this.#search(run, first, signal);
    await this.#store.apply([chain.page]);
    return done;
  }

  /**
   * Fetches `count` pages in parallel, with windows across their borders, and keeps those connected to the run. `overlapping`: the
   * first page should begin within the run.
   */
  async #chain(
    run: Run,
    first: number,
    overlapping: boolean,
    count: number,
    signal: AbortSignal,
  ): Promise<{ is: "chain"; page: ProvenPage | undefined } | { is: "failed" } | { is: "odd" }> {
    const numbers = Array.from({ length: count }, (_, offset) => first + offset);
    const fetched = await Promise.all(
      numbers.map((page) => {
        const seam = page === first && overlapping ? undefined : seamAt((page - 1) * this.#pages.pageSize);
        return Promise.all([this.#pages.plain(page, this.#pages.asked, signal), seam && this.#pages.plain(seam.page, seam.limit, signal)]);
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
    // If the cache holds rows that these pages lack, go page by page instead.
    return { is: "chain", page: page && (await this.#store.missingFrom(page.proof)).length === 0 ? page : undefined };
  }

  /**
   * Searches for the page that continues a run whose position on the host is unknown, because rows above it were deleted or lie in
   * gaps. Page numbers only guide the search.
   */
  async #search(run: Run, first: number, signal: AbortSignal): Promise<FeedResult> {
    let page = first;
    let low = 1;
    let high = Number.POSITIVE_INFINITY;
    let stride = 1;
    for (let step = 0; step < searchStepsAtMost && low <= high; step += 1) {
      const proven = await this.#pages.proven(page, this.#pages.asked, signal);
      if (proven.is !== "proven") return proven;
      const own = runOf(proven.page.proof);
      if (own && touches(run, own) && extendsBelow(run, proven.page.proof)) {
        await this.#store.apply([proven.page]);
        return done;
      }
      // Unshared rows with the run's last time may be the next ones, so only a newer page counts as above.
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

  /** Tries the window across a page's upper border, then the page above; true if one connects the page to the run. */
  async #bridge(run: Run, page: number, below: ProvenPage, signal: AbortSignal): Promise<boolean> {
    const seam = this.#pages.ignoresLimits ? undefined : seamAt((page - 1) * this.#pages.pageSize);
    const proven = seam && (await this.#pages.proven(seam.page, seam.limit, signal));
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
    // The window brought nothing, or the page itself.
    const isNone = proven?.is === "proven" && (!own || hasSameRows(proven.page.proof, below.proof));
    return (isEnd || isNone || this.#pages.ignoresLimits) && this.#adjoin(run, page, below, signal);
  }

  /**
   * Connects a page to a run that ends with the page above it when no window can: the host ignores limits, or nothing is below.
   * Anything that moved the border would have changed one of the two pages, so they are read in turn until each was the same twice.
   */
  async #adjoin(run: Run, page: number, below: ProvenPage, signal: AbortSignal): Promise<boolean> {
    if (page === 1) return false;
    const first = await this.#pages.proven(page - 1, this.#pages.asked, signal);
    const own = first.is === "proven" ? runOf(first.page.proof) : undefined;
    if (first.is !== "proven" || !own || !touches(run, own)) return false;
    // A page that is empty by mistake won't be so twice in a row.
    const turns = below.proof.keys.length > 0 ? [page, page - 1] : [page, page, page - 1];
    for (const turn of turns) {
      const again = await this.#pages.proven(turn, this.#pages.asked, signal);
      if (again.is !== "proven" || !isSame(again.page.proof, (turn === page ? below : first.page).proof)) return false;
    }
    const keys = [...first.page.proof.keys, ...below.proof.keys];
    const isOrdered = keys.every(({ at }, place) => at <= (keys[place - 1]?.at ?? at));
    const { openTop } = first.page.proof;
    const { openBottom, pastEnds } = below.proof;
    const proof = { keys, openTop, openBottom, pastEnds, asOf: Math.min(first.page.proof.asOf, below.proof.asOf) };
    if (!isOrdered || shareRow(first.page.proof, below.proof) || !extendsBelow(run, proof)) return false;
    await this.#store.apply([{ rows: [...first.page.rows, ...below.rows], proof, gone: new Set(await this.#store.missingFrom(proof)) }]);
    return true;
  }
}

/** Merges connected pages for a single write, dated by the oldest. */
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
    proof: { keys, openTop: first.proof.openTop, openBottom: last.proof.openBottom, pastEnds: last.proof.pastEnds, asOf },
    gone: new Set(),
  };
}

/** Whether a page adds anything to a run. */
function extendsBelow(run: Run, proof: Proof): boolean {
  const last = proof.keys.at(-1);
  if (!last) return false;
  return (
    proof.openBottom ||
    last.at < run.bottom.at ||
    (last.at === run.bottom.at && proof.keys.some((key) => key.at === last.at && !run.bottom.ids.includes(key.id)))
  );
}
