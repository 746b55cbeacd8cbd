import { cacheName } from "../../src/db/store/cache-name.ts";
import { Database } from "../../src/db/store/database.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { readConfig } from "../../src/sync/wire/config.ts";

/** Opens the signed-in admin's cache; `config`: config.json's text. */
export async function openAppCache(config: string): Promise<Database> {
  // The session may have been stored without the page noticing.
  dispatchEvent(new StorageEvent("storage"));
  const session = sessionStore.current();
  const loaded = readConfig(config);
  if (!session || loaded.is !== "ok") throw new Error("nobody is signed in, or config.json is broken");
  const db = new Database(cacheName(loaded.config.host, session.identity));
  await db.open();
  return db;
}
