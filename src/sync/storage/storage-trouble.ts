import { StalePageError } from "../../db/transactions/transactions.ts";

/** What to do about an error of the cache. */
export type StorageTrouble =
  /** Another tab has taken over: this one must stop writing. */
  | "not leading"
  /** The disk or the quota is full: something must go. */
  | "full"
  /** The database is gone, closed or broken: the app goes on without it (SYNC-7). */
  | "lost"
  /** A contradiction that the next fetch clears up. */
  | "passing";

/** DOMException and Dexie names of a database that can't be used any more. */
const lostNames = new Set([
  "DatabaseClosedError",
  "OpenFailedError",
  "InvalidStateError",
  "UnknownError",
  "NotFoundError",
  "MissingAPIError",
  "VersionError",
]);

const namesOf = (error: unknown): string[] => {
  if (typeof error !== "object" || error === null || !("name" in error)) return [];
  const inner = "inner" in error ? namesOf(error.inner) : [];
  return [String(error.name), ...inner];
};

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof StalePageError) return error.message === "another tab leads" ? "not leading" : "passing";
  const names = namesOf(error);
  if (names.includes("QuotaExceededError")) return "full";
  return names.some((name) => lostNames.has(name)) ? "lost" : "passing";
}
