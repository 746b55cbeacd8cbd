import { StalePageError } from "../../db/transactions/transactions.ts";

/** How to handle a cache error. */
export type StorageTrouble =
  /** Another tab took over: stop writing. */
  | "not leading"
  /** Disk or quota full: evict. */
  | "full"
  /** The database is gone, closed or broken: continue without it (SYNC-7). */
  | "lost"
  /** An inconsistency that the next fetch resolves. */
  | "passing";

/** Names of DOMException and Dexie errors after which a database is unusable. */
const lostNames = new Set([
  "DatabaseClosedError",
  "OpenFailedError",
  "InvalidStateError",
  "UnknownError",
  "NotFoundError",
  // Chromium keeps large records in files of their own, which may be gone.
  "NotReadableError",
  "MissingAPIError",
  "VersionError",
]);

const namesOf = (error: unknown): string[] => {
  if (typeof error !== "object" || error === null || !("name" in error)) return [];
  // Dexie's error of several writes names only those.
  const inner: unknown[] = "failures" in error && Array.isArray(error.failures) ? error.failures : "inner" in error ? [error.inner] : [];
  return [String(error.name), ...inner.flatMap(namesOf)];
};

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof StalePageError) return error.message === "another tab leads" ? "not leading" : "passing";
  const names = namesOf(error);
  if (names.includes("QuotaExceededError")) return "full";
  return names.some((name) => lostNames.has(name)) ? "lost" : "passing";
}
