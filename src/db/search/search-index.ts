import { searchText } from "../../contract/text.ts";
import { type Database, readState } from "../store/database.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { ConnectedPerson, Connections } from "../people/connections.ts";
import type { LookedUp } from "./look-up.ts";
import { compareKeys, type Key } from "../store/order.ts";
import { allRows, rowsOfStretch } from "../store/rows.ts";
import { type People, PeopleIndex } from "../people/people-index.ts";
import { predicateOf, type SearchableRow, searchable, type Verification } from "../transactions/transaction-predicate.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { OtherQuestions } from "./search-messages.ts";
import type { RateEffect } from "../transactions/rate-effect.ts";
import type { RowChanges } from "../transactions/transactions.ts";
import type { Person } from "../people/users-activity.ts";
import { usualTime, type UsualTime } from "../transactions/usual-time.ts";

/** What a filter matches among the cached rows, newest first. */
export interface Matches {
  readonly keys: readonly Key[];
}

/** What a text that is being typed finds among all that is cached. */
export interface Look {
  /** Of the matching transactions those that have the text whole come first, then the newest; `of` says how many are cached, where they were searched. */
  readonly transactions: { readonly keys: readonly Key[]; readonly matching: number; readonly of: number | undefined };
  readonly people: People;
}

/** So many of each kind are offered while somebody types. */
const lookAtMost = 5;

/** Whether a row has a word (in lower case) as a whole line of its text. */
function hasWhole({ text }: SearchableRow, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || text[at - 1] === "\n") && (end === text.length || text[end] === "\n")) return true;
  }
  return false;
}

/**
 * The cached transactions in a compact form in memory. A scan of IndexedDB takes some tenths of a second for
 * 100,000 rows, a scan of this some milliseconds. Built once, then kept up by the writes' announcements.
 */
export class SearchIndex {
  readonly #db: Database;
  readonly #rows = new Map<string, SearchableRow>();
  #sorted: SearchableRow[] | undefined;
  readonly #people: PeopleIndex;
  #built: Promise<void> | undefined;
  /** Changes that arrive while the index is being built win over what the build reads. */
  #changedMeanwhile: Set<string> | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#people = new PeopleIndex(db);
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
    const [rows, { tallyHours }] = await Promise.all([this.#matching(filter, timeZone), import("../transactions/transaction-tally.ts")]);
    return tallyHours(rows, timeZone);
  }

  /** What is cached of users was written since: the next look reads it anew. */
  forgetPeople(): void {
    this.#people.forget();
  }

  /** What a typed text finds: transactions by the filter that it says, users and wallets by its words. Rejects with the database's error. */
  async look(filter: TransactionQuery, timeZone: string, words = ""): Promise<Look> {
    const isAsked = Object.keys(filter).length > 0;
    const [matching, people] = await Promise.all([isAsked ? this.#matching(filter, timeZone) : [], this.#people.find(words, lookAtMost)]);
    const word = searchText(filter.searchTerm ?? "");
    const whole = word === "" ? [] : matching.filter((row) => hasWhole(row, word)).slice(0, lookAtMost);
    const found = new Map([...whole, ...matching.slice(0, lookAtMost)].map(({ at, id }) => [id, { at, id }]));
    return {
      transactions: {
        keys: [...found.values()].slice(0, lookAtMost),
        matching: matching.length,
        of: isAsked ? this.#rows.size : undefined,
      },
      people,
    };
  }

  /** How long transactions of a kind usually take, as far as they were seen to end. Rejects with the database's error. */
  async usual({ kind, clockAhead }: OtherQuestions["usual"]["given"]): Promise<UsualTime> {
    await this.build();
    return usualTime(this.#rows.values(), kind, clockAhead);
  }

  /** What a change of a rate would have meant for the cached trades of the last 24 h. Rejects with the database's error. */
  async effect({ change, now, clockAhead }: OtherQuestions["effect"]["given"]): Promise<RateEffect> {
    const { EffectTally, effectMs, isSoleRate, missingMs } = await import("../transactions/rate-effect.ts");
    const to = now + clockAhead;
    const from = to - effectMs;
    const [coverage = [], cards] = await Promise.all([readState(this.#db, "coverage"), readState(this.#db, "giftCards")]);
    const tally = new EffectTally(change, change.is !== "giftCard" || isSoleRate(cards?.rates ?? [], change));
    for await (const rows of rowsOfStretch(this.#db, { from: to, to: from })) tally.add(rows);
    return tally.result(missingMs(coverage, from, to, clockAhead));
  }

  /** Reads a paste, and finds in the cache what it names. Rejects with the database's error. */
  async lookUp(pasted: string): Promise<LookedUp> {
    const [{ lookUp }, everyone] = await Promise.all([import("./look-up.ts"), this.#people.everyone(), this.build()]);
    return lookUp(pasted, this.#rows, everyone, this.#db.phoneCountry);
  }

  /** Who shares a bank account, a counterparty or a phone number with a person. Rejects with the database's error. */
  async connected(person: ConnectedPerson): Promise<Connections> {
    const [{ connectionsOf }, phones, { users }] = await Promise.all([
      import("../people/connections.ts"),
      person.phonenumber ? import("../../contract/phones.ts").catch(() => undefined) : undefined,
      this.#people.everyone(),
      this.build(),
    ]);
    const ends = phoneDigits(person.phonenumber ?? "").slice(-8);
    // Few of the users have the same last figures: only theirs are read whole.
    const likely = ends === "" ? [] : users.filter(({ phonenumber }) => phonenumber && phoneDigits(phonenumber).endsWith(ends));
    const keyOf = (text: string): string => phones?.phoneKey(text, this.#db.phoneCountry) ?? phoneDigits(text);
    return { ...connectionsOf(person, this.#rows.values(), likely, keyOf), usersOf: users.length };
  }

  /** When the newest cached transaction of each was (epoch ms). Rejects with the database's error. */
  async latest(people: readonly Person[]): Promise<(number | undefined)[]> {
    await this.build();
    const byId = new Map<string, number>();
    const byName = new Map<string, number>();
    const namedOnly = new Map<string, number>();
    const keep = (times: Map<string, number>, owner: string, at: number) => times.set(owner, Math.max(times.get(owner) ?? at, at));
    for (const { userId, username, at } of this.#rows.values()) {
      keep(byName, username, at);
      if (userId) keep(byId, userId, at);
      else keep(namedOnly, username, at);
    }
    return people.map(({ id, username }) => {
      if (!id) return username ? byName.get(username) : undefined;
      const times = [byId.get(id), username ? namedOnly.get(username) : undefined].filter((at) => at !== undefined);
      return times.length > 0 ? Math.max(...times) : undefined;
    });
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
