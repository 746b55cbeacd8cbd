import { Dexie } from "dexie";
import { cachePrefix } from "./cache-name.ts";
import { Database } from "./database.ts";
import { lastSync } from "./freshness.ts";
import { hasRunOut, isAhead } from "./retention.ts";

export interface OpenedCache {
  readonly db: Database;
  /** `off`: the device keeps nothing; the app runs on a cache that lives as long as the page (SYNC-7). */
  readonly keeping: "on" | "off";
}

/** A database that never answers isn't waited for longer than this, in ms. */
const openWithinMs = 5000;

/** A tab of an old version that was told to let go of the database has this long to do so, in ms. */
const letGoWithinMs = 1000;

/** The database did not answer in time: a page that is gone may hold it, or the browser's own process is stuck. */
export class SilentError extends Error {
  override name = "SilentError";
}

/** What the database does, or a SilentError after `ms`. */
export async function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentError("not answered in time")), ms);
  });
  return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

/** Opens a cache in memory, for browsers that refuse IndexedDB: the app is the same, only nothing stays. */
export async function openInMemory(name: string): Promise<OpenedCache> {
  const { IDBFactory, IDBKeyRange } = await import("fake-indexeddb");
  const db = new Database(name, { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.open();
  return { db, keeping: "off" };
}

/** Opens an admin's cache; where the browser refuses it, one in memory. Never rejects for want of storage. */
export async function openCache(name: string): Promise<OpenedCache> {
  try {
    return await openKept(name);
  } catch (error) {
    // One that can't be brought to this version is dropped and fetched anew.
    if (isUpgradeError(error))
      return within(openWithinMs, Dexie.delete(name))
        .then(() => openKept(name))
        .catch(() => openInMemory(name));
    return openInMemory(name);
  }
}

const isUpgradeError = (error: unknown): boolean => error instanceof Error && error.name === "UpgradeError";

async function openKept(name: string): Promise<OpenedCache> {
  const db = new Database(name);
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      if (db.isUpgrading) setTimeout(giveUp, openWithinMs);
      else reject(new SilentError("not opened in time"));
    };
    setTimeout(giveUp, openWithinMs);
    db.on("blocked", () => setTimeout(giveUp, letGoWithinMs));
  });
  try {
    await Promise.race([db.open(), late]);
    // Some browsers open a database and refuse to read it, or never answer.
    await within(openWithinMs, db.state.get("synced"));
    return { db, keeping: "on" };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Empties a cache whose last successful sync is further back than the retention (AUTH-16), after `before` has run. One
 * that was synced under a clock that ran ahead forgets what the host said: nothing that it says now would count as newer.
 */
export async function enforceRetention(db: Database, retentionHours: number, now: number, before: () => Promise<void>): Promise<boolean> {
  const synced = await lastSync(db);
  if (synced === undefined) return false;
  if (isAhead(synced, now)) {
    // As rare as a clock that was put back, and not on the way to the first row.
    const { forgetAnswers } = await import("./forget-answers.ts");
    await forgetAnswers(db);
    return true;
  }
  if (!hasRunOut(synced, retentionHours, now)) return false;
  await before();
  await clearTables(db);
  return true;
}

/** Removes every row of every table. */
export async function clearTables(db: Database): Promise<void> {
  await db.transaction("rw", db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
}

/** The names of all caches on this device. */
export async function cacheNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(cachePrefix));
}

/** Deletes a cache. Resolves once it is gone; other tabs' connections to it close by themselves. */
export async function deleteCache(name: string): Promise<void> {
  await Dexie.delete(name);
}

/**
 * Watches for a database that is taken away under a running page: by a newer version of the app in another
 * tab ("newer": the connection closes, so that the upgrade can go on), by the browser or a user who clears
 * the site's data ("storage").
 */
export function watchDatabase(db: Database, signal: AbortSignal, onLost: (why: "storage" | "newer") => void): void {
  let told = false;
  const tell = (why: "storage" | "newer"): void => {
    // A deletion without a session is a teardown, which says so by itself.
    if (!told && !signal.aborted) onLost(why);
    told = true;
  };
  db.on("versionchange", (event) => {
    // Closing is told as well, but not why.
    tell(event.newVersion === null ? "storage" : "newer");
    db.close();
  });
  db.on("close", () => tell("storage"));
}
