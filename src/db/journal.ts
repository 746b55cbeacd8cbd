import type { Call } from "../contract/call.ts";
import type { Database } from "./database.ts";

/** How an attempt stands. Times are device epoch ms. */
export type AttemptState =
  /** Written down and perhaps on its way; found so at a start, its tab has died. */
  | { readonly is: "sent" }
  | { readonly is: "done"; readonly at: number; readonly message: string | undefined }
  | { readonly is: "refused"; readonly at: number; readonly status: number; readonly message: string | undefined }
  /** The host may or may not have done it. */
  | { readonly is: "unknown"; readonly at: number; readonly message: string | undefined };

/** What an admin found out about an attempt whose outcome was unknown. */
export interface Settlement {
  readonly as: "happened" | "did not happen";
  readonly at: number;
  readonly note: string;
  /** The host itself said so, asked again under the same idempotency key. */
  readonly byHost: boolean;
}

/** One mutation tried from this device (AUD-2). Holds no PIN and no token. */
export interface Attempt {
  /** Made on the device; also the idempotency key, where the host takes one. */
  readonly id: string;
  /** Device time (epoch ms) at which it was confirmed. */
  readonly at: number;
  readonly operation: string;
  /** What may not be sent again while this is unsettled: the operation and its normalised values. */
  readonly subject: string;
  /** The admin's shown name. */
  readonly by: string;
  /** Whom or what it was done to. */
  readonly target: string;
  /** The values, as they were confirmed. */
  readonly details: Readonly<Record<string, string>>;
  readonly call: { readonly method: Call["method"]; readonly path: string; readonly numbers: readonly string[] };
  /** What to repeat when the host can settle it; absent where the body holds a secret. */
  readonly body: unknown;
  readonly state: AttemptState;
  readonly settled: Settlement | undefined;
}

/** An attempt that nobody can say the end of yet: its subject must not be sent again. */
export const isUnsettled = (attempt: Attempt): boolean =>
  (attempt.state.is === "sent" || attempt.state.is === "unknown") && attempt.settled === undefined;

/**
 * Writes an attempt so that it outlasts a power cut (strict durability), before its request may leave.
 * Rejects with the database's error; the request must not leave then.
 */
export async function writeAttempt(db: Database, attempt: Attempt): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transaction = db.backendDB().transaction("journal", "readwrite", { durability: "strict" });
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the journal could not be written")));
    transaction.objectStore("journal").put(attempt);
  });
  // Written again the usual way, so that those who watch the journal hear of it.
  await db.journal.put(attempt);
}

/** Attempts whose end nobody knows, oldest first. */
export async function unsettledAttempts(db: Database): Promise<Attempt[]> {
  return (await db.journal.orderBy("at").toArray()).filter(isUnsettled);
}

/** The journal, latest first, `limit` at most. */
export const latestAttempts = (db: Database, limit: number): Promise<Attempt[]> =>
  db.journal.orderBy("at").reverse().limit(limit).toArray();

export const readAttempt = (db: Database, id: string): Promise<Attempt | undefined> => db.journal.get(id);

/**
 * Records how an attempt ended, unless an admin has settled it by then: what a person has found out stands.
 * Rejects with the database's error.
 */
export async function recordOutcome(db: Database, id: string, state: AttemptState): Promise<void> {
  await db.transaction("rw", db.journal, async () => {
    const attempt = await db.journal.get(id);
    if (attempt) await db.journal.put({ ...attempt, state });
  });
}

/** Records what an admin, or the host when asked again, has found out. Rejects with the database's error. */
export async function settleAttempt(db: Database, id: string, settled: Settlement): Promise<void> {
  await db.transaction("rw", db.journal, async () => {
    const attempt = await db.journal.get(id);
    if (attempt && isUnsettled(attempt)) await db.journal.put({ ...attempt, settled });
  });
}
