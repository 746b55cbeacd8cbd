/**
 * Browser features that mutations need but are withheld. `https`: plain http has no locks between tabs, no digests and no service
 * worker. `locks`: Web Locks are missing or refused, so double sending can be prevented only within one tab.
 */
export type Withheld = "https" | "locks";

/** On plain http, except on this machine, nothing can be changed. */
export const isInsecure = (): boolean => globalThis.isSecureContext === false && globalThis.crypto.subtle === undefined;

/** What is withheld here, if anything; a browser that never answers counts as withholding nothing. */
export async function findWithheld(): Promise<Withheld | undefined> {
  if (isInsecure()) return "https";
  const { locks } = globalThis.navigator;
  // Browsers without the API have no secure context, or are very old.
  if (!locks) return globalThis.isSecureContext ? "locks" : undefined;
  return locks.query().then(
    () => undefined,
    (): Withheld => "locks",
  );
}
