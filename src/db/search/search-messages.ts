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
import type { Kind, UsualTime } from "../transactions/usual-time.ts";

/** Queries that take a filter, with their results. */
export interface FilterQuestions {
  find: Found;
  tally: readonly HourTally[];
  look: Look;
}

/** Whose newest transactions are asked for: at most this many, of one currency (upper case) or all. */
export interface Own {
  readonly person: Person;
  readonly atMost: number;
  readonly currency: string | undefined;
}

/** Other queries, with their input and result. */
export interface OtherQuestions {
  usual: { given: { readonly kind: Kind; readonly clockAhead: number }; answer: UsualTime };
  effect: { given: { readonly change: RateChange; readonly now: number; readonly clockAhead: number }; answer: RateEffect };
  /** Input: the pasted text. */
  lookUp: { given: string; answer: LookedUp };
  connected: { given: ConnectedPerson; answer: Connections };
  latest: { given: readonly Person[]; answer: readonly (number | undefined)[] };
  own: { given: Own; answer: readonly Key[] };
}

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
  | {
      [Q in keyof OtherQuestions]: { readonly is: Q; readonly id: number; readonly given: OtherQuestions[Q]["given"] };
    }[keyof OtherQuestions]
  | { readonly is: "forgetPeople" };

/** The worker's reply to a query; no answer if the cache couldn't be read. */
export interface FromSearch {
  readonly id: number;
  readonly answer: FilterQuestions[keyof FilterQuestions] | OtherQuestions[keyof OtherQuestions]["answer"] | undefined;
}
