import { answerOf } from "./idb-answer.ts";
import { newId } from "./new-id.ts";

/** A separate database that survives sign-outs: holds a random key and no personal data. */
const databaseName = "counterfoil.device";
const storeName = "keys";
const keyName = "fence";
const idName = "fence.id";

interface DeviceKey {
  readonly key: CryptoKey;
  /** Undefined for a key made by an earlier version. */
  readonly id: string | undefined;
}

/** Some browsers never answer a request; longest delay of a sending, in ms. */
const answersWithinMs = 1000;

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
  return answerOf(opening);
}

/** The stored key, or a newly created one once it is stored. Of two tabs creating one at once, both get the first. */
async function keptOrMade(): Promise<DeviceKey> {
  const made: CryptoKey = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const database = await open();
  try {
    const transaction = database.transaction(storeName, "readwrite");
    const store = transaction.objectStore(storeName);
    const [key, id]: unknown[] = await Promise.all([answerOf(store.get(keyName)), answerOf(store.get(idName))]);
    if (key instanceof CryptoKey) return { key, id: typeof id === "string" ? id : undefined };
    const madeId = newId();
    store.put(made, keyName);
    store.put(madeId, idName);
    await new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB refused")));
    });
    return { key: made, id: madeId };
  } finally {
    database.close();
  }
}

let known: DeviceKey | undefined;

/**
 * This device's key, not extractable by scripts: usable by the app's origin, but not with a copy of local storage alone. Undefined
 * if the browser can't store it. Never rejects.
 */
export async function deviceKey(): Promise<DeviceKey | undefined> {
  if (known) return known;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answersWithinMs));
  known = await Promise.race([keptOrMade().catch(() => undefined), tooLate]);
  return known;
}
