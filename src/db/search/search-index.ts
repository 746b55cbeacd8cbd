import { searchText } from "../../contract/text.ts";
import { type Database, readState } from "../store/database.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { ConnectedPerson, Connections } from "../people/connections.ts";
import type { LookedUp } from "./look-up.ts";
import { compareKeys, type Key, type Keys, placeIn } from "../store/order.ts";
import { allRows, rowsOfStretch } from "../store/rows.ts";
import { type People, PeopleIndex } from "../people/people-index.ts";
import { findCachedUsers } from "../people/users.ts";
import { hasVerification, predicateOf, type SearchableRow, searchable, type Verification } from "../transactions/transaction-predicate.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { OtherQuestions } from "./search-messages.ts";
import type { RateEffect } from "../transactions/rate-effect.ts";
import type { RowChanges } from "../transactions/transactions.ts";
import { isOwnRow, type Person } from "../people/person.ts";
import { usualTime, type UsualTime } from "../transactions/usual-time.ts";

/** Cached rows that match a filter, newest first. */
export interface Matches {
  /** Of many only the newest. */
  readonly keys: Keys;
  readonly count: number;
}

/** Results for a text while it is typed. */
export interface Look {
  /** Whole-text matches first, then the newest; `of`: rows cached, if transactions were searched. */
  readonly transactions: { readonly keys: readonly Key[]; readonly matching: number; readonly of: number | undefined };
  readonly people: People;
}

/** Suggestions per kind. */
const lookAtMost = 5;
/** Suggested users where nothing else is looked for. */
const usersAtMost = 8;

/** Changes at once that are put in their places; more, and sorting everything takes less. */
const placedAtMost = 100;

/** Returns the first of equal texts. What many rows repeat is kept once, and compared without being read. */
function sharing(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

/** Whether a row's text has a line equal to the word (lower case). */
function hasWhole({ text }: SearchableRow, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || text[at - 1] === "\n") && (end === text.length || text[end] === "\n")) return true;
  }
  return false;
}

/**
 * Compact in-memory index of cached transactions. Scanning 100,000 rows takes tenths of a second in IndexedDB, milliseconds here.
 * Built once, then updated from write notifications.
 */
export class SearchIndex {
  readonly #db: Database;
  readonly #rows = new Map<string, SearchableRow>();
  /** The rows in the list's order; undefined: to be sorted anew. */
  #sorted: SearchableRow[] | undefined;
  readonly #shared = sharing();
  readonly #people: PeopleIndex;
  #built: Promise<void> | undefined;
  /** Changes that arrive during the build take precedence over what it reads. */
  #changedMeanwhile: Set<string> | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#people = new PeopleIndex(db);
  }

  /** Reads the cache once. Rejects with the database's error, and may then be retried. */
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
    // Of a reading that broke off: changes since then were not heard.
    this.#rows.clear();
    for await (const rows of allRows(this.#db)) {
      for (const row of rows) if (!changed.has(row.id)) this.#rows.set(row.id, searchable(row, this.#shared));
      // Yield between batches.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#changedMeanwhile = undefined;
    this.#sorted = undefined;
  }

  /** Applies a write. Tabs hear of each other's writes in any order: a row seen before the known one is older. */
  change({ put, removed }: RowChanges): void {
    if (!this.#built) return;
    if (put.length + removed.length > placedAtMost) this.#sorted = undefined;
    for (const row of put)
      if (row.seenAt >= (this.#rows.get(row.id)?.seenAt ?? row.seenAt)) this.#replace(row.id, searchable(row, this.#shared));
    for (const id of removed) this.#replace(id, undefined);
  }

  #replace(id: string, row: SearchableRow | undefined): void {
    const old = this.#rows.get(id);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
    this.#changedMeanwhile?.add(id);
    if (!this.#sorted) return;
    if (old) this.#sorted.splice(placeIn(this.#sorted, old), 1);
    if (row) this.#sorted.splice(placeIn(this.#sorted, row), 0, row);
  }

  /** Cached rows that match a filter, newest first; its dates are days of `timeZone`. Rejects with the database's error. */
  async find(filter: TransactionQuery, timeZone = "UTC"): Promise<{ keys: readonly Key[]; count: number }> {
    const keys = await this.#matching(filter, timeZone);
    return { keys, count: keys.length };
  }

  /** Hourly totals of the matching cached rows. Rejects with the database's error. */
  async tally(filter: TransactionQuery, timeZone = "UTC"): Promise<HourTally[]> {
    const [rows, { tallyHours }] = await Promise.all([this.#matching(filter, timeZone), import("../transactions/transaction-tally.ts")]);
    return tallyHours(rows, timeZone, filter.transactionStatus !== undefined);
  }

  /** How many rows match the rest of a filter, and whether their users are verified isn't known here. Rejects with the database's error. */
  async undecided({ filter, timeZone }: OtherQuestions["undecided"]["given"]): Promise<OtherQuestions["undecided"]["answer"]> {
    const { userVerificationStatus: wanted, ...rest } = filter;
    if (!wanted) return { rows: 0 };
    const [rows, verificationOf] = await Promise.all([this.#matching(rest, timeZone), this.#verifications()]);
    return { rows: rows.filter((row) => hasVerification(wanted, verificationOf(row)) === undefined).length };
  }

  /** Cached users have changed: the next lookup rereads them. */
  forgetPeople(): void {
    this.#people.forget();
  }

  /**
   * Results for a typed text: transactions by the filter it expresses, users and wallets by its words. Rejects with the database's
   * error.
   */
  async look(filter: TransactionQuery, timeZone: string, words = ""): Promise<Look> {
    const isAsked = Object.keys(filter).length > 0;
    const [matching, people] = await Promise.all([
      isAsked ? this.#matching(filter, timeZone) : [],
      this.#people.find(words, isAsked ? lookAtMost : usersAtMost),
    ]);
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

  /** Usual duration of a kind of transaction, from observed ends. Rejects with the database's error. */
  async usual({ kind, clockAhead }: OtherQuestions["usual"]["given"]): Promise<UsualTime> {
    await this.build();
    return usualTime(this.#rows.values(), kind, clockAhead);
  }

  /** Effect that a rate change would have had on the cached trades of the last 24 h. Rejects with the database's error. */
  async effect({ change, now, clockAhead }: OtherQuestions["effect"]["given"]): Promise<RateEffect> {
    const { EffectTally, effectMs, isSoleRate, missingMs } = await import("../transactions/rate-effect.ts");
    const to = now + clockAhead;
    const from = to - effectMs;
    const [coverage = [], cards] = await Promise.all([readState(this.#db, "coverage"), readState(this.#db, "giftCards")]);
    const tally = new EffectTally(change, change.is !== "giftCard" || isSoleRate(cards?.rates ?? [], change));
    for await (const rows of rowsOfStretch(this.#db, { from: to, to: from })) tally.add(rows);
    return tally.result(missingMs(coverage, from, to, clockAhead));
  }

  /** A page of the cached users. Rejects with the database's error. */
  async users(query: OtherQuestions["users"]["given"]): Promise<OtherQuestions["users"]["answer"]> {
    const { rows, ...found } = await findCachedUsers(this.#db, query);
    return { ...found, ids: rows.map(({ id }) => id) };
  }

  /** Looks up a paste in the cache. Rejects with the database's error. */
  async lookUp(pasted: string): Promise<LookedUp> {
    const [{ lookUp }, everyone] = await Promise.all([import("./look-up.ts"), this.#people.everyone(), this.build()]);
    return lookUp(pasted, this.#rows, everyone, this.#db.phoneCountry);
  }

  /** Finds users who share a bank account, a counterparty or a phone number with a person. Rejects with the database's error. */
  async connected(person: ConnectedPerson): Promise<Connections> {
    const [{ connectionsOf }, phones, { users }] = await Promise.all([
      import("../people/connections.ts"),
      person.phonenumber ? import("../../contract/phones.ts").catch(() => undefined) : undefined,
      this.#people.everyone(),
      this.build(),
    ]);
    const ends = phoneDigits(person.phonenumber ?? "").slice(-8);
    // Parse only numbers with the same last digits.
    const likely = ends === "" ? [] : users.filter(({ phonenumber }) => phonenumber && phoneDigits(phonenumber).endsWith(ends));
    const keyOf = (text: string): string => phones?.phoneKey(text, this.#db.phoneCountry) ?? phoneDigits(text);
    return { ...connectionsOf(person, this.#rows.values(), likely, keyOf), usersOf: users.length };
  }

  /** Time of each person's newest cached transaction (epoch ms), of those that `own` finds. Rejects with the database's error. */
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
    /** By the names as they are compared, which takes longer than to look them up as they are. */
    const alike = (times: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
      const found = new Map<string, number>();
      for (const [name, at] of times) if (name !== "") keep(found, searchText(name), at);
      return found;
    };
    const [names, ofNoId] = [alike(byName), alike(namedOnly)];
    return people.map(({ id, username = "" }) => {
      const name = searchText(username);
      if (!id) return names.get(name);
      const times = [byId.get(id), ofNoId.get(name)].filter((at) => at !== undefined);
      return times.length > 0 ? Math.max(...times) : undefined;
    });
  }

  /** A person's newest cached transactions. Rejects with the database's error. */
  async own({ person, atMost, currency }: OtherQuestions["own"]["given"]): Promise<readonly Key[]> {
    const found: Key[] = [];
    for (const row of await this.#matching(currency ? { currency } : {}, "UTC")) {
      if (!isOwnRow(row, person)) continue;
      if (found.push({ at: row.at, id: row.id }) >= atMost) break;
    }
    return found;
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
      const verification = { email: user.emailVerified, bvn: user.bvnVerified, chatbot: user.chatbotVerified };
      byId.set(user.id, verification);
      if (user.username) byId.set(`@${user.username}`, verification);
    });
    // Usernames aren't unique.
    return (row) => byId.get(row.userId ?? `@${row.username}`);
  }
}
