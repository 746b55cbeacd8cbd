/** A database of its own, which no sign-out deletes: it holds a random key and nothing of anybody. */
const databaseName = "counterfoil.device";
const storeName = "keys";
const keyName = "fence";

/** Some browsers leave a request without an end; nothing that is to be sent waits longer than this, in ms. */
const answersWithinMs = 1000;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB refused")));
  });

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
  return settled(opening);
}

const isKey = (value: unknown): value is CryptoKey => value instanceof CryptoKey;

/** The kept key; where there is none, one that is made now. Of two tabs that make one at a time both get the first. */
async function keptOrMade(): Promise<CryptoKey> {
  const made: CryptoKey = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const database = await open();
  try {
    const store = database.transaction(storeName, "readwrite").objectStore(storeName);
    const kept: unknown = await settled(store.get(keyName));
    if (isKey(kept)) return kept;
    await settled(store.put(made, keyName));
    return made;
  } finally {
    database.close();
  }
}

let known: CryptoKey | undefined;

/**
 * This device's own key, which no script can read: it can be used by the app's origin, and by nothing that only has what
 * local storage holds. Undefined where the browser keeps none. Never rejects.
 */
export async function deviceKey(): Promise<CryptoKey | undefined> {
  if (known) return known;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answersWithinMs));
  known = await Promise.race([keptOrMade().catch(() => undefined), tooLate]);
  return known;
}
