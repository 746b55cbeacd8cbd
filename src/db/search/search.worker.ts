import { Database } from "../store/database.ts";
import { SearchIndex } from "./search-index.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";
import { columnsOf, type Found } from "./key-columns.ts";
import type { Answering, FromSearch, OtherQuestion, OtherQuestions, ToSearch } from "./search-messages.ts";

let index: SearchIndex | undefined;

async function find(asked: SearchIndex, { filter, timeZone, atMost }: Extract<ToSearch, { filter: TransactionQuery }>): Promise<Found> {
  const { keys, count } = await asked.find(filter, timeZone);
  return { keys: columnsOf(keys.slice(0, atMost)), count };
}

const other = <Q extends keyof OtherQuestions>(answering: Answering, { is, given }: OtherQuestion<Q>) => answering[is](given);

type Question = Extract<ToSearch, { id: number }>;

function answerTo(question: Question): Promise<FromSearch["answer"]> | undefined {
  switch (question.is) {
    case "find":
      return index && find(index, question);
    case "tally":
    case "look":
      return index?.[question.is](question.filter, question.timeZone, question.words);
    default:
      return index && other(index, question);
  }
}

async function answer(question: Question): Promise<FromSearch> {
  try {
    return { id: question.id, answer: await answerTo(question) };
  } catch {
    return { id: question.id, answer: undefined };
  }
}

/** What of an answer moves to the page instead of being copied. */
const buffersOf = ({ answer: found }: FromSearch): ArrayBuffer[] =>
  found && "count" in found ? [found.keys.at.buffer, found.keys.ends.buffer] : [];

function open({ name, phoneCountry }: Extract<ToSearch, { is: "open" }>): SearchIndex {
  const db = new Database(name);
  db.phoneCountry = phoneCountry;
  return new SearchIndex(db);
}

globalThis.addEventListener("message", (event: MessageEvent<ToSearch>) => {
  const message = event.data;
  switch (message.is) {
    case "open":
      index = open(message);
      return;
    case "change":
      index?.change(message.changes);
      return;
    case "build":
      index?.build().catch(() => {});
      return;
    case "forgetPeople":
      index?.forgetPeople();
      return;
    default:
      void answer(message).then((found) => globalThis.postMessage(found, { transfer: buffersOf(found) }));
  }
});
