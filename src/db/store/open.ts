import { Dexie } from "dexie";
import { cachePrefix } from "./cache-name.ts";
import { Database } from "./database.ts";
import { lastSync } from "./freshness.ts";
import { hasRunOut, isAhead } from "./retention.ts";

export interface OpenedCache {
  readonly db: Database;
  /** `off`: nothing is stored; the cache lives as long as the page (SYNC-7). */
  readonly keeping: "on" | "off";
}

/** Timeout for a database that never answers, in ms. */
const openWithinMs = 5000;

/** Time for a tab of an old version to release the database when asked, in ms. */
const letGoWithinMs = 1000;

/** The database didn't answer in time: a dead page may hold it, or the browser's process is stuck. */
export class SilentError extends Error {
  override name = "SilentError";
}

/** Rejects with a SilentError after `ms`. */
export async function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentError("not answered in time")), ms);
  });
  return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

/** Opens an in-memory cache, for browsers that refuse IndexedDB: same app, but nothing is stored. */
export async function openInMemory(name: string): Promise<OpenedCache> {
  const { openMemory } = await import("./in-memory.ts");
  return { db: await openMemory(name), keeping: "off" };
}

/** Opens an admin's cache, or an in-memory one if the browser refuses. Never rejects for lack of storage. */
export async function openCache(name: string): Promise<OpenedCache> {
  try {
    return await (globalThis.indexedDB ? openKept : openInMemory)(name);
  } catch (error) {
    // Once more after a browser that is clearing its storage closed the new one.
    if (!(error instanceof Error && error.name === "AbortError")) return openInMemory(name);
    return openKept(name).catch(() => openInMemory(name));
  }
}

async function openKept(name: string): Promise<OpenedCache> {
  const db = new Database(name);
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new SilentError("not opened in time"));
    setTimeout(giveUp, openWithinMs);
    db.on("blocked", () => setTimeout(giveUp, letGoWithinMs));
  });
  try {
    await Promise.race([db.open(), late]);
    // Some browsers open a database but refuse to read it, or never answer.
    await within(openWithinMs, db.state.get("synced"));
    return { db, keeping: "on" };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Clears a cache whose last sync is older than the retention (AUTH-16), after running `before`. If it was synced under a clock that
 * ran ahead, deletes the host's answers: new ones would never count as newer. So does a rollback to 0.1.0 that was undone.
 */
export async function enforceRetention(
  db: Database,
  retentionHours: number,
  now: number,
  before: () => Promise<unknown>,
): Promise<boolean> {
  const synced = await lastSync(db);
  if (synced === undefined) return false;
  const isEarly = isAhead(synced, now);
  // 0.1.0's own table, made after a rollback.
  if (isEarly || db.backendDB().objectStoreNames.contains("transactions")) {
    // Rare, so not loaded before the first row.
    const { forgetWrong } = await import("./forget-answers.ts");
    if (await forgetWrong(db, isEarly, now)) return true;
  }
  if (!hasRunOut(synced, retentionHours, now)) return false;
  await before();
  await clearTables(db);
  return true;
}

/** Removes every row of every table. `isLast`: closes the database, too, so that no later write can begin. */
export async function clearTables(db: Database, isLast = false): Promise<void> {
  await db.transaction("rw", db.tables, () => {
    if (isLast) db.close();
    return Promise.all(db.tables.map((table) => table.clear()));
  });
}

/** Names of all caches on this device. */
export async function cacheNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(cachePrefix));
}

/** Deletes a cache. Resolves once it is gone; other tabs' connections close themselves. */
export async function deleteCache(name: string): Promise<void> {
  await Dexie.delete(name);
}

/**
 * Detects a database taken away from a running page: by a newer app version in another tab ("newer"; the connection closes so the
 * upgrade can proceed), or by a deletion ("storage"). "closed": the browser has closed the connection, as WebKit does behind a
 * suspended page, or where a user clears site data.
 */
export function watchDatabase(db: Database, signal: AbortSignal, onLost: (why: "storage" | "newer" | "closed") => void): void {
  let told = false;
  const tell = (why: "storage" | "newer" | "closed"): void => {
    // Without a session, the deletion is a teardown, which reports itself.
    if (!told && !signal.aborted) onLost(why);
    told = true;
  };
  db.on("versionchange", (event) => {
    // "close" fires too, but without a reason.
    tell(event.newVersion === null ? "storage" : "newer");
    db.close();
  });
  db.on("close", () => tell("closed"));
}
