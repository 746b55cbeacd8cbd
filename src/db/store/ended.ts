import { cachePrefix } from "./cache-name.ts";
import { digest } from "./digest.ts";

/**
 * Prefix of the marks of ended sessions: empty databases named after the session. Local storage reaches the disk seconds after a
 * write, so a browser crash can restore a removed token; a database's name is durable at once, and is readable without the app's
 * cache library.
 */
export const markPrefix = "counterfoil.ended-";

/** A browser that doesn't answer within this time counts as storing nothing, in ms. */
const answerWithinMs = 2000;

/** Removes a token's mark: a host may issue the same token at the next sign-in. Never rejects, and waits 2 s at most. */
export async function forgetEnd(token: string): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, answerWithinMs);
    const deleting = indexedDB.deleteDatabase(markPrefix + digest(token));
    for (const end of ["success", "error"]) deleting.addEventListener(end, resolve);
  }).catch(() => {
    // Refused: then there is no mark either.
  });
}

const databases = (): Promise<IDBDatabaseInfo[]> =>
  new Promise((resolve, reject) => {
    setTimeout(reject, answerWithinMs);
    indexedDB.databases().then(resolve, reject);
  });

/** What is on the device: whether the token's session was ended, and whether any admin's cache exists. */
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
