import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "./connection.ts";

/** PostgreSQL rolled back because of a conflicting transaction: serialization_failure, deadlock_detected. */
const undone = new Set(["40001", "40P01"]);
/** PostgreSQL can't store a value: character_not_in_repertoire, invalid_text_representation, untranslatable_character. */
const unstorable = new Set(["22021", "22P02", "22P05"]);
const mostTries = 4;
const pauseMs = 20;

/** An error's SQLSTATE, also if the query builder wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)) return error.code;
  return sqlState(error.cause);
}

/** Whether the database rejected a value, and so did nothing. */
export const isUnstorable = (error: unknown): boolean => unstorable.has(sqlState(error) ?? "");

/**
 * Runs the work in a transaction and retries it after a serialization failure or deadlock. The work must have no effects outside
 * the database.
 */
export async function settled<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries === mostTries || !undone.has(sqlState(error) ?? "")) throw error;
      await pause(pauseMs * tries * (1 + Math.random()));
    }
  }
}
