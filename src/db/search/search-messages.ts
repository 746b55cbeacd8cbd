import type { ConnectedPerson, Connections } from "../people/connections.ts";
import type { Found } from "./key-columns.ts";
import type { LookedUp } from "./look-up.ts";
import type { Look } from "./search-index.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { RateChange, RateEffect } from "../transactions/rate-effect.ts";
import type { RowChanges } from "../transactions/transactions.ts";
import type { Key } from "../store/order.ts";
import type { Person } from "../people/person.ts";
import type { FoundUsers } from "../people/users.ts";
import type { ZonedUsersQuery } from "../people/users-query.ts";
import type { Kind, UsualTime } from "../transactions/usual-time.ts";

/** Queries that take a filter, with their results. */
export interface FilterQuestions {
  find: Found;
  tally: readonly HourTally[];
  look: Look;
}

/** Other queries, with their input and result; each is a method of the index. */
export interface OtherQuestions {
  /** Usual duration of a kind of transaction; `clockAhead`: host clock minus device clock, in ms. */
  usual: { given: { readonly kind: Kind; readonly clockAhead: number }; answer: UsualTime };
  /** Effect that a rate change would have had on the cached trades of the 24 h before `now` (device epoch ms). */
  effect: { given: { readonly change: RateChange; readonly now: number; readonly clockAhead: number }; answer: RateEffect };
  /** A page of the cached users, by their ids (`findCachedUsers`). */
  users: { given: ZonedUsersQuery; answer: Omit<FoundUsers, "rows"> & { readonly ids: readonly string[] } };
  /** How many cached rows a filter may match, where it isn't known here whether their users are verified. */
  undecided: { given: { readonly filter: TransactionQuery; readonly timeZone: string }; answer: { readonly rows: number } };
  /** Looks up a pasted text. */
  lookUp: { given: string; answer: LookedUp };
  /** Users who share a bank account, a counterparty or a phone number with a person. */
  connected: { given: ConnectedPerson; answer: Connections };
  /** Time of each person's newest cached transaction (epoch ms); undefined if none is cached. */
  latest: { given: readonly Person[]; answer: readonly (number | undefined)[] };
  /** A person's newest cached transactions, of one currency (upper case) or all. */
  own: {
    given: { readonly person: Person; readonly atMost: number; readonly currency: string | undefined };
    answer: readonly Key[];
  };
}

/** Who answers the other queries. */
export type Answering = { [Q in keyof OtherQuestions]: (given: OtherQuestions[Q]["given"]) => Promise<OtherQuestions[Q]["answer"]> };

export type OtherQuestion<Q extends keyof OtherQuestions = keyof OtherQuestions> = {
  [R in Q]: { readonly is: R; readonly id: number; readonly given: OtherQuestions[R]["given"] };
}[Q];

/** Messages to the search worker: the cache to open, a write to apply, or a query. */
export type ToSearch =
  | { readonly is: "open"; readonly name: string; readonly phoneCountry: string }
  | { readonly is: "change"; readonly changes: RowChanges }
  | { readonly is: "build" }
  | {
      readonly is: keyof FilterQuestions;
      readonly id: number;
      readonly filter: TransactionQuery;
      readonly timeZone: string;
      readonly words?: string;
      /** Of `find`: most matches to answer with. */
      readonly atMost?: number | undefined;
    }
  | OtherQuestion
  | { readonly is: "forgetPeople" };

/** The worker's reply to a query; no answer if the cache couldn't be read. */
export interface FromSearch {
  readonly id: number;
  readonly answer: FilterQuestions[keyof FilterQuestions] | OtherQuestions[keyof OtherQuestions]["answer"] | undefined;
}
