import type { Database } from "../store/database.ts";
import type { ConnectedPerson, Connections } from "../people/connections.ts";
import type { LookedUp } from "./look-up.ts";
import type { Look, Matches, SearchIndex } from "./search-index.ts";
import type { FilterQuestions, FromSearch, OtherQuestions, ToSearch } from "./search-messages.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { RateEffect } from "../transactions/rate-effect.ts";
import type { RowChanges } from "../transactions/transactions.ts";
import type { Person } from "../people/users-activity.ts";
import type { UsualTime } from "../transactions/usual-time.ts";

/** The search over the cached transactions, in a worker where there is one, so that typing never waits for it. */
export interface Search {
  /** Rejects when the cache can't be read. */
  find(filter: TransactionQuery, timeZone: string): Promise<Matches>;
  /** What the matching cached rows come to, hour by hour, oldest first. Rejects when the cache can't be read. */
  tally(filter: TransactionQuery, timeZone: string): Promise<readonly HourTally[]>;
  /** What a typed text finds among all that is cached. Rejects when the cache can't be read. */
  look(filter: TransactionQuery, timeZone: string, words: string): Promise<Look>;
  /** How long transactions of a kind usually take; `clockAhead`: how far the host's clock is ahead, in ms. Rejects when the cache can't be read. */
  usual(given: OtherQuestions["usual"]["given"]): Promise<UsualTime>;
  /** What a change of a rate would have meant for the cached trades of the last 24 h before `now` (device epoch ms). Rejects when the cache can't be read. */
  effect(given: OtherQuestions["effect"]["given"]): Promise<RateEffect>;
  /** Reads a paste, and finds in the cache what it names. Rejects when the cache can't be read. */
  lookUp(pasted: string): Promise<LookedUp>;
  /** Who shares a bank account, a counterparty or a phone number with a person. Rejects when the cache can't be read. */
  connected(person: ConnectedPerson): Promise<Connections>;
  /** When the newest cached transaction of each was (epoch ms); undefined where none is cached. Rejects when the cache can't be read. */
  latest(people: readonly Person[]): Promise<readonly (number | undefined)[]>;
  /** The next look reads users and wallets anew: unlike the transactions, they are not followed. */
  forgetPeople(): void;
  /** Builds the form in memory ahead of the first question. */
  warm(): void;
  change(changes: RowChanges): void;
  close(): void;
}

function searchHere(db: Database): Search {
  // Few need it: it is loaded with the first question. What is written before that, it reads.
  let opening: Promise<SearchIndex> | undefined;
  let opened: SearchIndex | undefined;
  const open = (): Promise<SearchIndex> => (opening ??= import("./search-index.ts").then((part) => (opened = new part.SearchIndex(db))));
  return {
    find: async (filter, timeZone) => (await open()).find(filter, timeZone),
    tally: async (filter, timeZone) => (await open()).tally(filter, timeZone),
    look: async (filter, timeZone, words) => (await open()).look(filter, timeZone, words),
    usual: async (given) => (await open()).usual(given),
    effect: async (given) => (await open()).effect(given),
    lookUp: async (pasted) => (await open()).lookUp(pasted),
    connected: async (person) => (await open()).connected(person),
    latest: async (people) => (await open()).latest(people),
    forgetPeople: () => opened?.forgetPeople(),
    warm: () =>
      void open()
        .then((index) => index.build())
        .catch(() => {}),
    change: (changes) => opened?.change(changes),
    close: () => {},
  };
}

function searchThere(db: Database, createWorker: () => Worker): Search {
  let worker: Worker | undefined;
  const waiting = new Map<number, (answer: FromSearch["answer"]) => void>();
  let last = 0;
  const start = (): Worker => {
    const started = createWorker();
    started.addEventListener("message", (event: MessageEvent<FromSearch>) => {
      const { id, answer } = event.data;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    started.postMessage({ is: "open", name: db.name, phoneCountry: db.phoneCountry } satisfies ToSearch);
    // Its transactions would stay open with a page that is put away, as the page's own would (open-transactions.ts).
    globalThis.addEventListener?.("pagehide", () => started.terminate());
    return started;
  };
  const post = (message: ToSearch): void => {
    worker ??= start();
    worker.postMessage(message);
  };
  const answerTo = <Answer>(questionOf: (id: number) => ToSearch): Promise<Answer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, (answer) => {
        // The worker answers a question with what is asked for.
        if (answer) resolve(answer as Answer);
        else reject(new Error("the cache could not be searched"));
      });
      post(questionOf(last));
    });
  const ask = <Q extends keyof FilterQuestions>(is: Q, filter: TransactionQuery, timeZone: string, words?: string) =>
    answerTo<FilterQuestions[Q]>((id) => ({ is, id, filter, timeZone, ...(words !== undefined && { words }) }));
  return {
    find: (filter, timeZone) => ask("find", filter, timeZone),
    tally: (filter, timeZone) => ask("tally", filter, timeZone),
    look: (filter, timeZone, words) => ask("look", filter, timeZone, words),
    usual: (given) => answerTo((id) => ({ is: "usual", id, given })),
    effect: (given) => answerTo((id) => ({ is: "effect", id, given })),
    lookUp: (given) => answerTo((id) => ({ is: "lookUp", id, given })),
    connected: (given) => answerTo((id) => ({ is: "connected", id, given })),
    latest: (given) => answerTo((id) => ({ is: "latest", id, given })),
    forgetPeople: () => worker?.postMessage({ is: "forgetPeople" } satisfies ToSearch),
    warm: () => post({ is: "build" }),
    change: (changes) => worker?.postMessage({ is: "change", changes } satisfies ToSearch),
    close: () => worker?.terminate(),
  };
}

/** `createWorker` starts `search.worker.ts`; without it, or for a cache in memory, the search runs in the page. */
export const openSearch = (db: Database, createWorker: (() => Worker) | undefined): Search =>
  createWorker ? searchThere(db, createWorker) : searchHere(db);
