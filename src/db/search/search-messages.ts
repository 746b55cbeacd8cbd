import type { ConnectedPerson, Connections } from "../people/connections.ts";
import type { LookedUp } from "./look-up.ts";
import type { Look, Matches } from "./search-index.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { RateChange, RateEffect } from "../transactions/rate-effect.ts";
import type { RowChanges } from "../transactions/transactions.ts";
import type { Person } from "../people/users-activity.ts";
import type { Kind, UsualTime } from "../transactions/usual-time.ts";

/** What the search is asked about a filter, with what it answers. */
export interface FilterQuestions {
  find: Matches;
  tally: readonly HourTally[];
  look: Look;
}

/** What else it is asked, with what it is given and what it answers. */
export interface OtherQuestions {
  usual: { given: { readonly kind: Kind; readonly clockAhead: number }; answer: UsualTime };
  effect: { given: { readonly change: RateChange; readonly now: number; readonly clockAhead: number }; answer: RateEffect };
  /** Given what was pasted. */
  lookUp: { given: string; answer: LookedUp };
  connected: { given: ConnectedPerson; answer: Connections };
  latest: { given: readonly Person[]; answer: readonly (number | undefined)[] };
}

/** To the search worker: the cache to read, a write to follow, or a question. */
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
    }
  | {
      [Q in keyof OtherQuestions]: { readonly is: Q; readonly id: number; readonly given: OtherQuestions[Q]["given"] };
    }[keyof OtherQuestions]
  | { readonly is: "forgetPeople" };

/** From it: the answer to a question; without one where the cache could not be read. */
export interface FromSearch {
  readonly id: number;
  readonly answer: FilterQuestions[keyof FilterQuestions] | OtherQuestions[keyof OtherQuestions]["answer"] | undefined;
}
