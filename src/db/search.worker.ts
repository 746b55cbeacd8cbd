import { Database } from "./database.ts";
import { SearchIndex } from "./search-index.ts";
import type { FromSearch, ToSearch } from "./search-messages.ts";

let index: SearchIndex | undefined;

async function answer(message: Extract<ToSearch, { is: "find" }>): Promise<FromSearch> {
  try {
    const matches = await index?.find(message.filter);
    return { id: message.id, keys: matches?.keys };
  } catch {
    return { id: message.id, keys: undefined };
  }
}

globalThis.addEventListener("message", (event: MessageEvent<ToSearch>) => {
  const message = event.data;
  switch (message.is) {
    case "open":
      index = new SearchIndex(new Database(message.name));
      return;
    case "change":
      index?.change(message.changes);
      return;
    case "build":
      index?.build().catch(() => {});
      return;
    case "find":
      void answer(message).then((found) => globalThis.postMessage(found));
  }
});
