/** Where the page's first script leaves the request for the scripts that come after it. */
const place = "counterfoilOpening";

/** Begins to open an existing cache as it is, without creating or upgrading it, before any other script has loaded. */
export function beginOpening(name: string): void {
  const opening = indexedDB.open(name);
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  opening.addEventListener("success", () => opening.result.addEventListener("versionchange", () => opening.result.close()));
  Reflect.set(globalThis, place, opening);
}

/** The request of `beginOpening`; undefined if there is none. */
export function opening(): IDBOpenDBRequest | undefined {
  const found: unknown = Reflect.get(globalThis, place);
  return found instanceof IDBOpenDBRequest ? found : undefined;
}
