import { Database } from "./database.ts";
import { SearchIndex } from "./search-index.ts";
import type { FromSearch, Questions, ToSearch } from "./search-messages.ts";

let index: SearchIndex | undefined;

async function answer({ is, id, filter, timeZone, words }: Extract<ToSearch, { is: keyof Questions }>): Promise<FromSearch> {
  try {
    return { id, answer: await index?.[is](filter, timeZone, words) };
  } catch {
    return { id, answer: undefined };
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
      void answer(message).then((found) => globalThis.postMessage(found));
  }
});
