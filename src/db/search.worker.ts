import { Database } from "./database.ts";
import { SearchIndex } from "./search-index.ts";
import type { FromSearch, Questions, ToSearch } from "./search-messages.ts";

let index: SearchIndex | undefined;

type Asked = Extract<ToSearch, { is: keyof Questions }>;

const answerOf = (asked: Asked): Promise<Questions[keyof Questions]> | undefined =>
  asked.is === "connected" ? index?.connected(asked.person) : index?.[asked.is](asked.filter, asked.timeZone, asked.words);

async function answer(asked: Asked): Promise<FromSearch> {
  try {
    return { id: asked.id, answer: await answerOf(asked) };
  } catch {
    return { id: asked.id, answer: undefined };
  }
}

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
    case "find":
    case "tally":
    case "look":
    case "lookUp":
    case "connected":
      void answer(message).then((found) => globalThis.postMessage(found));
  }
});
