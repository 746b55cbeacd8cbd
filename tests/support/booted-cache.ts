import { onTestFinished } from "vitest";
import type { Kept } from "../../src/app/session/kept.ts";
import { keptKey } from "../../src/sync/state/kept-key.ts";
import { Database, writeState } from "../../src/db/store/database.ts";

/** The cache of the app that was booted last; those of apps before it may still be there. Closed after the test. */
export function bootedCache(): Database {
  const { cache } = JSON.parse(localStorage.getItem(keptKey) ?? "") as Kept;
  const db = new Database(cache);
  onTestFinished(() => db.close());
  return db;
}

/** Writes into it that a change stream has kept up all of it until tomorrow, the only day whose times name their date. */
export const keepAllUp = (): Promise<void> =>
  writeState(bootedCache(), "followed", { position: "1", since: 0, at: Date.now() + 86_400_000, moved: {} });
