import type { Database } from "../store/database.ts";
import { keysOf } from "./key-columns.ts";
import type { Look, Matches, SearchIndex } from "./search-index.ts";
import type { Answering, FilterQuestions, FromSearch, OtherQuestions, ToSearch } from "./search-messages.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import type { HourTally } from "../transactions/transaction-tally.ts";
import type { RowChanges } from "../transactions/transactions.ts";

/** Search over the cached transactions; runs in a worker if available, so typing never waits for it. */
export interface Search {
  /**
   * Finds the newest matches: `atMost` of them or more, since handing over hundreds of thousands takes longer than finding them.
   * Rejects if the cache can't be read.
   */
  find(filter: TransactionQuery, timeZone: string, atMost?: number): Promise<Matches>;
  /** Hourly totals of the matching cached rows, oldest first. Rejects if the cache can't be read. */
  tally(filter: TransactionQuery, timeZone: string): Promise<readonly HourTally[]>;
  /** Results for a typed text from the whole cache. Rejects if the cache can't be read. */
  look(filter: TransactionQuery, timeZone: string, words: string): Promise<Look>;
  /** Answers one of the other queries. Rejects if the cache can't be read. */
  ask<Q extends keyof OtherQuestions>(is: Q, given: OtherQuestions[Q]["given"]): Promise<OtherQuestions[Q]["answer"]>;
  /** Makes the next lookup reread users and wallets: unlike transactions, they aren't updated on writes. */
  forgetPeople(): void;
  /** Builds the in-memory index before the first query. */
  warm(): void;
  change(changes: RowChanges): void;
  close(): void;
}

function searchHere(db: Database): Search {
  // Loaded with the first query, as few sessions need it; it reads whatever was written before.
  let opening: Promise<SearchIndex> | undefined;
  let opened: SearchIndex | undefined;
  const open = (): Promise<SearchIndex> =>
    (opening ??= import("./search-index.ts")
      .then((part) => (opened = new part.SearchIndex(db)))
      .catch((error: unknown) => {
        // Its code can't be loaded now; the next query retries.
        opening = undefined;
        throw error;
      }));
  return {
    find: async (filter, timeZone) => (await open()).find(filter, timeZone),
    tally: async (filter, timeZone) => (await open()).tally(filter, timeZone),
    look: async (filter, timeZone, words) => (await open()).look(filter, timeZone, words),
    ask: async (is, given) => {
      const answering: Answering = await open();
      return answering[is](given);
    },
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
  /** Asked since the last change: out of the host's reach, a list asks twice within milliseconds. */
  let finding: { readonly question: string; readonly found: Promise<Matches> } | undefined;
  const start = (): Worker => {
    const started = createWorker();
    started.addEventListener("message", (event: MessageEvent<FromSearch>) => {
      const { id, answer } = event.data;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    // Its script can't be loaded, or it broke: the next query starts another one.
    started.addEventListener("error", () => {
      started.terminate();
      if (worker === started) worker = undefined;
      for (const answer of waiting.values()) answer(undefined);
      waiting.clear();
    });
    started.postMessage({ is: "open", name: db.name, phoneCountry: db.phoneCountry } satisfies ToSearch);
    return started;
  };
  const end = (): void => worker?.terminate();
  // In a page kept for Back, the worker's transactions would stay open like the page's own (open-transactions.ts).
  globalThis.addEventListener?.("pagehide", end);
  const post = (message: ToSearch): void => {
    worker ??= start();
    worker.postMessage(message);
  };
  const answerTo = <Answer>(questionOf: (id: number) => ToSearch): Promise<Answer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, (answer) => {
        // The worker answers each query with its own result type.
        if (answer) resolve(answer as Answer);
        else reject(new Error("search failed"));
      });
      post(questionOf(last));
    });
  const askFor = <Q extends keyof FilterQuestions>(
    is: Q,
    filter: TransactionQuery,
    timeZone: string,
    more?: { readonly words?: string; readonly atMost?: number | undefined },
  ) => answerTo<FilterQuestions[Q]>((id) => ({ is, id, filter, timeZone, ...more }));
  return {
    find(filter, timeZone, atMost) {
      const question = JSON.stringify([filter, timeZone, atMost]);
      if (finding?.question === question) return finding.found;
      const found = askFor("find", filter, timeZone, { atMost })
        .finally(() => {
          if (finding?.found === found) finding = undefined;
        })
        .then((found) => ({ ...found, keys: keysOf(found.keys) }));
      finding = { question, found };
      return found;
    },
    tally: (filter, timeZone) => askFor("tally", filter, timeZone),
    look: (filter, timeZone, words) => askFor("look", filter, timeZone, { words }),
    ask: (is, given) => answerTo((id) => ({ is, id, given }) as ToSearch),
    forgetPeople: () => worker?.postMessage({ is: "forgetPeople" } satisfies ToSearch),
    warm: () => post({ is: "build" }),
    change(changes) {
      finding = undefined;
      worker?.postMessage({ is: "change", changes } satisfies ToSearch);
    },
    close() {
      end();
      // It holds the database, and by its listeners all that hangs on the session.
      globalThis.removeEventListener?.("pagehide", end);
    },
  };
}

/** `createWorker` starts `search.worker.ts`; without it, or for an in-memory cache, the search runs in the page. */
export const openSearch = (db: Database, createWorker: (() => Worker) | undefined): Search =>
  createWorker ? searchThere(db, createWorker) : searchHere(db);
