import type { ConnectedPerson, Connections } from "./connections.ts";
import type { LookedUp } from "./look-up.ts";
import type { Look, Matches } from "./search-index.ts";
import type { TransactionQuery } from "./transaction-query.ts";
import type { HourTally } from "./transaction-tally.ts";
import type { RowChanges } from "./transactions.ts";

/** What the search is asked about a filter, with what it answers. */
export interface Questions {
  find: Matches;
  tally: readonly HourTally[];
  look: Look;
  lookUp: LookedUp;
  connected: Connections;
}

/** To the search worker: the cache to read, a write to follow, or a question. */
export type ToSearch =
  | { readonly is: "open"; readonly name: string; readonly phoneCountry: string }
  | { readonly is: "change"; readonly changes: RowChanges }
  | { readonly is: "build" }
  | {
      readonly is: Exclude<keyof Questions, "connected">;
      readonly id: number;
      readonly filter: TransactionQuery;
      readonly timeZone: string;
      readonly words?: string;
    }
  | { readonly is: "connected"; readonly id: number; readonly person: ConnectedPerson }
  | { readonly is: "forgetPeople" };

/** From it: the answer to a question; without one where the cache could not be read. */
export interface FromSearch {
  readonly id: number;
  readonly answer: Questions[keyof Questions] | undefined;
}
