/** A separate database that survives sign-outs: holds a random key and no personal data. */
const databaseName = "counterfoil.device";
const storeName = "keys";
const keyName = "fence";

/** Some browsers never answer a request; longest delay of a sending, in ms. */
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

/** The stored key, or a newly created one. Of two tabs creating one at once, both get the first. */
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
 * This device's key, not extractable by scripts: usable by the app's origin, but not with a copy of local storage alone. Undefined
 * if the browser can't store it. Never rejects.
 */
export async function deviceKey(): Promise<CryptoKey | undefined> {
  if (known) return known;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answersWithinMs));
  known = await Promise.race([keptOrMade().catch(() => undefined), tooLate]);
  return known;
}
