import type { Transaction } from "../../contract/transactions.ts";
import type { Coverage, Proof } from "../../db/store/coverage.ts";
import type { ProvenPage } from "../../db/transactions/transactions.ts";
import { type FetchedPage, isSame, type Oddity, oddityOf, proofOf } from "./page-proof.ts";

/** Fetches a page; undefined without an answer, which the source has already reported. */
export type FetchPage = (page: number, limit: number, signal: AbortSignal) => Promise<FetchedPage | undefined>;

/** Where pages are stored: the cache, or a filtered list's memory. */
export interface FeedStore {
  coverage(): Promise<Coverage>;
  /** Ids of kept rows that the page would include if the host still had them. */
  missingFrom(proof: Proof): Promise<string[]>;
  /** Writes all or nothing. */
  apply(pages: readonly ProvenPage[]): Promise<void>;
  /** Keeps rows that prove nothing about their neighbours. */
  putLoose(rows: readonly Transaction[], asOf: number): Promise<void>;
}

export type FeedResult =
  | { readonly is: "done" }
  /** No answer; stored rows are unchanged. */
  | { readonly is: "failed" }
  /** The host's pages contradict each other or themselves: no conclusions. */
  | { readonly is: "odd" };

const attemptsAtMost = 3;

export const done = { is: "done" } as const;
const failed = { is: "failed" } as const;
export const odd = { is: "odd" } as const;

type Doubt = Oddity | "maybe no window";

export type Proven = { readonly is: "proven"; readonly page: ProvenPage } | { readonly is: "failed" } | { readonly is: "odd" };

/** Fetches pages and decides which to trust: an odd answer counts only when a second one agrees. */
export class PageReader {
  readonly #fetch: FetchPage;
  readonly #store: FeedStore;
  /** Rows requested per page. */
  readonly asked: number;
  #pageSize: number;
  #limits: "unknown" | "kept" | "ignored" = "unknown";

  constructor(fetch: FetchPage, store: FeedStore, asked: number) {
    this.#fetch = fetch;
    this.#store = store;
    this.asked = asked;
    this.#pageSize = asked;
  }

  /** Actual rows per page: hosts may send fewer than requested, and page numbers count by that. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /**
   * Whether the host sends its usual page whatever the limit. Windows across borders prove nothing there, and a page that lacks a
   * row looks like one.
   */
  get ignoresLimits(): boolean {
    return this.#limits === "ignored";
  }

  /** Fetches a trusted page: a regular one at once, an odd one when the next answer agrees. */
  async proven(page: number, limit: number, signal: AbortSignal): Promise<Proven> {
    let before: { proof: Proof; missing: ReadonlySet<string> } | undefined;
    for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
      const seen = await this.#look(page, limit, signal);
      if (!seen) return failed;
      const { fetched, doubt } = seen;
      if (doubt === "unordered") {
        await this.#store.putLoose(fetched.rows, fetched.asOf);
        return odd;
      }
      const proof = proofOf(fetched);
      // Nothing follows from a head that is empty although there is more, not even that the list is.
      if (before && page === 1 && proof.keys.length === 0 && !proof.openBottom) return odd;
      const missing = await this.#store.missingFrom(proof);
      const believed = !doubt || (before && isSame(before.proof, proof));
      if (believed && missing.every((id) => before?.missing.has(id))) {
        if (limit === this.asked && fetched.rows.length > 0 && !proof.openBottom) this.#pageSize = Math.min(fetched.rows.length, limit);
        const ids = new Set<string>();
        const rows = fetched.rows.filter((row) => !ids.has(row.id) && ids.add(row.id));
        return { is: "proven", page: { rows, proof, gone: new Set(missing) } };
      }
      before = { proof, missing: new Set(missing) };
    }
    return odd;
  }

  /** Fetches a page that can be trusted without comparing it to the cache; an odd one is requested again. */
  async plain(page: number, limit: number, signal: AbortSignal): Promise<Proven> {
    const seen = await this.#look(page, limit, signal);
    if (!seen) return failed;
    const { fetched, doubt } = seen;
    if (doubt) return this.proven(page, limit, signal);
    return { is: "proven", page: { rows: fetched.rows, proof: proofOf(fetched), gone: new Set() } };
  }

  /** One answer. If the host doesn't say whether there is more, a short page is the last only if the next one has nothing new. */
  async #get(page: number, limit: number, signal: AbortSignal): Promise<FetchedPage | undefined> {
    const fetched = await this.#fetch(page, limit, signal);
    if (!fetched) return undefined;
    if (limit < this.asked && fetched.rows.length > 0) this.#limits = fetched.rows.length <= limit ? "kept" : "ignored";
    if (fetched.hasNextPage !== undefined || fetched.rows.length >= limit) return fetched;
    // A window proves no more about the end than a page.
    if (limit !== this.asked) return { ...fetched, hasNextPage: true };
    if (fetched.rows.length === 0) return { ...fetched, hasNextPage: false };
    const ids = new Set(fetched.rows.map(({ id }) => id));
    // Ask twice: a page that is empty by mistake must not end the list.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const next = await this.#fetch(page + 1, limit, signal);
      if (!next) return undefined;
      if (next.rows.some(({ id }) => !ids.has(id))) return { ...fetched, hasNextPage: true };
    }
    // Check again: the next page may be empty because its rows moved up.
    const again = await this.#fetch(page, limit, signal);
    return again && { ...fetched, hasNextPage: !isSame(proofOf(again), proofOf(fetched)) };
  }

  /** One answer, and a reason to doubt it: it is odd, or the host may have ignored the window's limit. */
  async #look(page: number, limit: number, signal: AbortSignal): Promise<{ fetched: FetchedPage; doubt: Doubt | undefined } | undefined> {
    const isSure = limit >= this.asked || this.#limits === "kept";
    const fetched = await this.#get(page, limit, signal);
    if (!fetched) return undefined;
    const oddity = oddityOf(fetched, limit === this.asked ? this.#pageSize : limit);
    return { fetched, doubt: oddity ?? (isSure ? undefined : "maybe no window") };
  }
}
