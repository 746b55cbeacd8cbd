import { cachePrefix } from "./cache-name.ts";
import { digest } from "./digest.ts";

/**
 * A session that has ended leaves a mark: an empty database whose name says which. Local storage reaches
 * the disk seconds after it was written, so a browser that dies in between brings a removed token back;
 * a database's name is there at once. Nothing of the app's cache library is needed to read it.
 */
const markPrefix = "counterfoil.ended-";

/** Long after local storage has reached the disk, in s. */
const keptForS = 86_400;

const settled = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB refused")));
  });

/** Marks the session of a token as ended, for good. Never rejects: where IndexedDB is refused nothing was kept either. */
export async function markEnded(token: string): Promise<void> {
  try {
    const now = Math.floor(Date.now() / 1000);
    // The version is the time of the end: a list of the databases tells it without opening one.
    (await settled(indexedDB.open(markPrefix + digest(token), now))).close();
    for (const { name, version } of await indexedDB.databases()) {
      if (name?.startsWith(markPrefix) && (version ?? 0) < now - keptForS) indexedDB.deleteDatabase(name);
    }
  } catch {
    // Refused, or marked already.
  }
}

/** What is on the device: whether the session of a token was ended before, and whether any admin's cache is there. */
export async function leftBehind(token?: string): Promise<{ readonly ended: boolean; readonly caches: boolean }> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
    return {
      ended: token !== undefined && names.includes(markPrefix + digest(token)),
      caches: names.some((name) => name.startsWith(cachePrefix)),
    };
  } catch {
    return { ended: false, caches: false };
  }
}
