/**
 * What the browser withholds that the app's changes stand on. `https`: by plain http there are no locks between tabs, no
 * digests and no service worker. `locks`: it has no Web Locks, or refuses them, so only one tab can be kept from sending
 * twice.
 */
export type Withheld = "https" | "locks";

/** By plain http, other than on this machine itself, nothing can be changed. */
export const isInsecure = (): boolean => globalThis.isSecureContext === false && globalThis.crypto.subtle === undefined;

/** What is withheld here, if anything is; a browser that never answers is taken for one that withholds nothing. */
export async function findWithheld(): Promise<Withheld | undefined> {
  if (isInsecure()) return "https";
  const { locks } = globalThis.navigator;
  // Who has none at all has no secure context either, or is very old.
  if (!locks) return globalThis.isSecureContext ? "locks" : undefined;
  return locks.query().then(
    () => undefined,
    (): Withheld => "locks",
  );
}
