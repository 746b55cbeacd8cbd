import { cachePrefix } from "./cache-name.ts";
import { digest } from "./digest.ts";

/**
 * A session that has ended leaves a mark: an empty database whose name says which. Local storage reaches
 * the disk seconds after it was written, so a browser that dies in between brings a removed token back;
 * a database's name is there at once. Nothing of the app's cache library is needed to read it.
 */
export const markPrefix = "counterfoil.ended-";

/** Takes the mark of a token away: a host may give the same one at the next sign-in. Never rejects. */
export async function forgetEnd(token: string): Promise<void> {
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(markPrefix + digest(token));
    for (const end of ["success", "error"]) deleting.addEventListener(end, resolve);
  }).catch(() => {
    // Refused: there is no mark either.
  });
}

/** A browser that doesn't answer within this time is taken for one that keeps nothing, in ms. */
const answerWithinMs = 2000;

const databases = (): Promise<IDBDatabaseInfo[]> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("not answered in time")), answerWithinMs);
    indexedDB.databases().then(resolve, reject);
  });

/** What is on the device: whether the session of a token was ended before, and whether any admin's cache is there. */
export async function leftBehind(token?: string): Promise<{ readonly ended: boolean; readonly caches: boolean }> {
  try {
    const names = (await databases()).map(({ name }) => name ?? "");
    return {
      ended: token !== undefined && names.includes(markPrefix + digest(token)),
      caches: names.some((name) => name.startsWith(cachePrefix)),
    };
  } catch {
    return { ended: false, caches: false };
  }
}
