import { type Database } from "./database.ts";
import { compareKeys, type Key } from "./order.ts";
import { predicateOf, type SearchableRow, searchable, type Verification } from "./transaction-predicate.ts";
import type { TransactionQuery } from "./transaction-query.ts";
import type { HourTally } from "./transaction-tally.ts";
import { allRows, type RowChanges } from "./transactions.ts";

/** What a filter matches among the cached rows, newest first. */
export interface Matches {
  readonly keys: readonly Key[];
}

/**
 * The cached transactions in a compact form in memory. A scan of IndexedDB takes about a second for
 * 100,000 rows, a scan of this some milliseconds. Built once, then kept up by the writes' announcements.
 */
export class SearchIndex {
  readonly #db: Database;
  readonly #rows = new Map<string, SearchableRow>();
  #sorted: SearchableRow[] | undefined;
  #built: Promise<void> | undefined;
  /** Changes that arrive while the index is being built win over what the build reads. */
  #changedMeanwhile: Set<string> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads the cache, once. Rejects with the database's error, and then may be tried again. */
  build(): Promise<void> {
    this.#built ??= this.#read().catch((error: unknown) => {
      this.#built = undefined;
      throw error;
    });
    return this.#built;
  }

  async #read(): Promise<void> {
    const changed = new Set<string>();
    this.#changedMeanwhile = changed;
    for await (const rows of allRows(this.#db)) {
      for (const row of rows) if (!changed.has(row.id)) this.#rows.set(row.id, searchable(row));
      // Between two pieces, whatever else waits has its turn.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#changedMeanwhile = undefined;
    this.#sorted = undefined;
  }

  /** Follows a write. */
  change({ put, removed }: RowChanges): void {
    if (!this.#built) return;
    for (const row of put) {
      this.#rows.set(row.id, searchable(row));
      this.#changedMeanwhile?.add(row.id);
    }
    for (const id of removed) {
      this.#rows.delete(id);
      this.#changedMeanwhile?.add(id);
    }
    this.#sorted = undefined;
  }

  /** All cached rows that a filter matches, newest first; its dates are days of `timeZone`. Rejects with the database's error. */
  async find(filter: TransactionQuery, timeZone = "UTC"): Promise<Matches> {
    return { keys: (await this.#matching(filter, timeZone)).map(({ at, id }) => ({ at, id })) };
  }

  /** What the matching cached rows come to, hour by hour. Rejects with the database's error. */
  async tally(filter: TransactionQuery, timeZone = "UTC"): Promise<HourTally[]> {
    const [rows, { tallyHours }] = await Promise.all([this.#matching(filter, timeZone), import("./transaction-tally.ts")]);
    return tallyHours(rows);
  }

  async #matching(filter: TransactionQuery, timeZone: string): Promise<SearchableRow[]> {
    await this.build();
    const verificationOf = filter.userVerificationStatus ? await this.#verifications() : () => undefined;
    this.#sorted ??= [...this.#rows.values()].sort(compareKeys);
    return this.#sorted.filter(predicateOf(filter, verificationOf, timeZone));
  }

  async #verifications(): Promise<(row: SearchableRow) => Verification | undefined> {
    const byId = new Map<string, Verification>();
    await this.#db.users.each((user) => {
      const verification = { email: user.emailVerified === true, bvn: user.bvnVerified === true, chatbot: user.chatbotVerified === true };
      byId.set(user.id, verification);
      if (user.username) byId.set(`@${user.username}`, verification);
    });
    return (row) => byId.get(row.userId ?? "") ?? byId.get(`@${row.username}`);
  }
}
