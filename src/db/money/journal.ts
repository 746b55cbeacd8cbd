import { emailKey } from "../../contract/emails.ts";
import type { Call } from "../../contract/call.ts";
import type { Database } from "../store/database.ts";
import { noteGone } from "../store/gone.ts";
import { endWithPage } from "../store/open-transactions.ts";

/** State of an attempt. Times are device epoch ms. */
export type AttemptState =
  /** Recorded and possibly in flight; if found at a start, its tab has died. */
  | { readonly is: "sent" }
  | {
      readonly is: "done";
      readonly at: number;
      readonly message: string | undefined;
      /** The ledger's reference, if the host sent it. */
      readonly reference?: string;
      /** The user's new balance as decimal text, if the host sent it. */
      readonly balance?: string;
      /** Id of the slip created or decided. */
      readonly slip?: string;
      /** Email of the user it was done for, if the host sent it. */
      readonly user?: string;
    }
  | { readonly is: "refused"; readonly at: number; readonly status: number; readonly message: string | undefined }
  /** The host may or may not have done it. */
  | { readonly is: "unknown"; readonly at: number; readonly message: string | undefined }
  /** The host had never seen it and now refuses its key (KEY-1). */
  | { readonly is: "never"; readonly at: number };

/** An admin's finding about an attempt of unknown outcome. */
export interface Settlement {
  readonly as: "happened" | "did not happen";
  readonly at: number;
  readonly note: string;
  /** Found by repeating the request to the host under the same idempotency key. */
  readonly byHost: boolean;
}

/** A mutation tried from this device (AUD-2). Contains no PIN and no token. */
export interface Attempt {
  /** Generated on the device; also the idempotency key if the host takes one. */
  readonly id: string;
  /** When it was confirmed (device epoch ms). */
  readonly at: number;
  readonly operation: string;
  /** What must not be sent again while unsettled: the operation and its normalised values. */
  readonly subject: string;
  /** The admin's shown name. */
  readonly by: string;
  /** Whom or what it affects. */
  readonly target: string;
  /** The values as confirmed. */
  readonly details: Readonly<Record<string, string>>;
  readonly call: { readonly method: Call["method"]; readonly path: string; readonly numbers: readonly string[] };
  /** Body for a repeat; absent if it holds a secret, or its age is unknown. */
  readonly body: unknown;
  /** When it was sent with its id as idempotency key; absent if it had none, or its age is unknown. */
  readonly keyedAt?: number | undefined;
  /** The header that bore the key, in lower case; absent as well where an earlier version sent it. */
  readonly keyedBy?: string | undefined;
  readonly state: AttemptState;
  readonly settled: Settlement | undefined;
}

/** Whether the outcome is still open: its subject must not be sent again. */
export const isUnsettled = (attempt: Attempt): boolean => !hasEnded(attempt.state) && attempt.settled === undefined;

/** Whether the host itself has told how it ended. */
export const hasEnded = ({ is }: AttemptState): boolean => is !== "sent" && is !== "unknown";

/** How an attempt ended: by the host's answer if there is one, else by an admin's finding. */
export function endOf({ state, settled }: Attempt): AttemptState["is"] {
  if (hasEnded(state) || !settled) return state.is;
  return settled.as === "happened" ? "done" : "refused";
}

/** Whether the host's late answer contradicts an admin's finding. */
export const isContradicted = ({ state, settled }: Attempt): boolean =>
  settled !== undefined && hasEnded(state) && (state.is === "done") !== (settled.as === "happened");

/**
 * Writes an attempt with strict durability, to survive a power cut, before its request may be sent. Rejects with the database's
 * error; then nothing may be sent, and the journal doesn't contain it.
 */
export async function writeAttempt(db: Database, attempt: Attempt): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transaction = db.backendDB().transaction("journal", "readwrite", { durability: "strict" });
    endWithPage(transaction);
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB refused")));
    transaction.objectStore("journal").put(attempt);
  });
  // Write again through Dexie to notify observers; the entry is stored either way.
  await db.journal.put(attempt).catch(() => {});
}

/** Removes what a question to the host needs. Rejects with the database's error. */
export const forgetKey = async (db: Database, id: string): Promise<void> =>
  void (await db.journal.update(id, { body: undefined, keyedAt: undefined, keyedBy: undefined }));

/** Removes an attempt that won't be sent after all. */
export const dropAttempt = (db: Database, id: string): Promise<void> => db.journal.delete(id);

/** Whether the same was sent at or after `from` (device epoch ms) and not refused, and may have arrived. */
export async function wasSentSince(db: Database, subject: string, from: number): Promise<boolean> {
  // Attempts dated in the future count: the clock may have been put right since both, or have jumped ahead between them.
  const later = await db.journal.where("at").aboveOrEqual(from).toArray();
  return later.some((attempt) => attempt.subject === subject && !["refused", "never"].includes(endOf(attempt)));
}

/** Unsettled attempts, oldest first. */
export async function unsettledAttempts(db: Database): Promise<Attempt[]> {
  const open = await db.journal.where("state.is").anyOf("sent", "unknown").toArray();
  return open.filter(isUnsettled).sort((one, other) => one.at - other.at);
}

/** The journal, latest first, at most `limit`. */
export const latestAttempts = (db: Database, limit = Infinity): Promise<Attempt[]> =>
  db.journal.orderBy("at").reverse().limit(limit).toArray();

/** Attempts from `from` to before `before` (device epoch ms), oldest first. */
export const attemptsWithin = (db: Database, from: number, before: number): Promise<Attempt[]> =>
  db.journal.where("at").between(from, before).toArray();

/** The attempt with a ledger reference. */
export const attemptOf = (db: Database, reference: string): Promise<Attempt | undefined> =>
  db.journal.filter(({ state }) => state.is === "done" && state.reference === reference).first();

export const readAttempt = (db: Database, id: string): Promise<Attempt | undefined> => db.journal.get(id);

/**
 * Saves an attempt's outcome. If it deleted a user, removes the user and the wallets from the cache, whoever established the
 * outcome (USER-7).
 */
async function keepEnd(db: Database, attempt: Attempt): Promise<void> {
  await db.journal.put(attempt);
  if (attempt.operation !== "deleteUser" || endOf(attempt) !== "done") return;
  const key = emailKey(attempt.target);
  await db.users.filter((user) => emailKey(user.email ?? "") === key).delete();
  await db.wallets.delete(key);
  await noteGone(db, "user", [key], Date.now());
}

/**
 * A state never replaces one of higher weight, e.g. after a late disconnect, a refused repeat, or a late request with a closed key.
 */
const weight = { sent: 0, unknown: 1, refused: 2, never: 3, done: 4 } as const;

/**
 * Records how an attempt ended, unless more is known already; an admin's finding is kept beside it. Resolves to the current
 * attempt, undefined if the journal has none. Rejects with the database's error.
 */
export function recordOutcome(db: Database, id: string, state: AttemptState): Promise<Attempt | undefined> {
  return db.transaction("rw", db.journal, db.users, db.wallets, db.state, async () => {
    const attempt = await db.journal.get(id);
    if (!attempt || weight[state.is] < weight[attempt.state.is]) return attempt;
    // Whose a phone number is, the host knows; the email that was chosen stays in the details.
    const target = state.is === "done" && attempt.details["phonenumber"] !== undefined ? state.user : undefined;
    const ended = { ...attempt, target: target ?? attempt.target, state };
    await keepEnd(db, ended);
    return ended;
  });
}

/** Records the finding of an admin, or of the host when asked again. Rejects with the database's error. */
export async function settleAttempt(db: Database, id: string, settled: Settlement): Promise<void> {
  await db.transaction("rw", db.journal, db.users, db.wallets, db.state, async () => {
    const attempt = await db.journal.get(id);
    if (attempt && isUnsettled(attempt)) await keepEnd(db, { ...attempt, settled });
  });
}
