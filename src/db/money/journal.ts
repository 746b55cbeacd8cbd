import { emailKey } from "../../contract/emails.ts";
import type { Call } from "../../contract/call.ts";
import type { Database } from "../store/database.ts";
import { endWithPage } from "../store/open-transactions.ts";

/** How an attempt stands. Times are device epoch ms. */
export type AttemptState =
  /** Written down and perhaps on its way; found so at a start, its tab has died. */
  | { readonly is: "sent" }
  | {
      readonly is: "done";
      readonly at: number;
      readonly message: string | undefined;
      /** The ledger's reference of what was done, where the host said it. */
      readonly reference?: string;
      /** The user's balance after it, as decimal text, where the host said it. */
      readonly balance?: string;
      /** The id of the slip that it made or decided. */
      readonly slip?: string;
    }
  | { readonly is: "refused"; readonly at: number; readonly status: number; readonly message: string | undefined }
  /** The host may or may not have done it. */
  | { readonly is: "unknown"; readonly at: number; readonly message: string | undefined }
  /** The host had not seen it when it was asked, and refuses it from then on (KEY-1). */
  | { readonly is: "never"; readonly at: number };

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
  /** What to repeat when the host can settle it; absent where it holds a secret, or nobody knows how long ago it was sent. */
  readonly body: unknown;
  /** When it was sent with its id as its idempotency key; absent where it bore none, or nobody knows how long ago that is. */
  readonly keyedAt?: number | undefined;
  readonly state: AttemptState;
  readonly settled: Settlement | undefined;
}

/** An attempt that nobody can say the end of yet: its subject must not be sent again. */
export const isUnsettled = (attempt: Attempt): boolean => !hasEnded(attempt.state) && attempt.settled === undefined;

/** Whether the host itself has said how it ended. */
export const hasEnded = ({ is }: AttemptState): boolean => is !== "sent" && is !== "unknown";

/** How an attempt ended: by the host's own answer where one came, else by what an admin has found out. */
export function endOf({ state, settled }: Attempt): AttemptState["is"] {
  if (hasEnded(state) || !settled) return state.is;
  return settled.as === "happened" ? "done" : "refused";
}

/** Whether the host's answer came late and says the opposite of what an admin had found out. */
export const isContradicted = ({ state, settled }: Attempt): boolean =>
  settled !== undefined && hasEnded(state) && (state.is === "done") !== (settled.as === "happened");

/**
 * Writes an attempt so that it outlasts a power cut (strict durability), before its request may leave.
 * Rejects with the database's error; the request must not leave then, and nothing of it stands in the journal.
 */
export async function writeAttempt(db: Database, attempt: Attempt): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transaction = db.backendDB().transaction("journal", "readwrite", { durability: "strict" });
    endWithPage(transaction);
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the journal could not be written")));
    transaction.objectStore("journal").put(attempt);
  });
  // Written again the usual way, so that those who watch the journal hear of it; it stands there without that, too.
  await db.journal.put(attempt).catch(() => {});
}

/** Forgets what the host would be asked about an attempt with. Rejects with the database's error. */
export const forgetKey = async (db: Database, id: string): Promise<void> =>
  void (await db.journal.update(id, { body: undefined, keyedAt: undefined }));

/** Takes back an attempt whose request doesn't leave after all. */
export const dropAttempt = (db: Database, id: string): Promise<void> => db.journal.delete(id);

/** Whether the same was sent at or after `from` (device epoch ms), and was not refused and may have arrived. */
export async function wasSentSince(db: Database, subject: string, from: number): Promise<boolean> {
  const later = await db.journal.where("at").aboveOrEqual(from).toArray();
  return later.some((attempt) => attempt.subject === subject && !["refused", "never"].includes(endOf(attempt)));
}

/** Attempts whose end nobody knows, oldest first. */
export async function unsettledAttempts(db: Database): Promise<Attempt[]> {
  const open = await db.journal.where("state.is").anyOf("sent", "unknown").toArray();
  return open.filter(isUnsettled).sort((one, other) => one.at - other.at);
}

/** The journal, latest first, `limit` at most. */
export const latestAttempts = (db: Database, limit: number): Promise<Attempt[]> =>
  db.journal.orderBy("at").reverse().limit(limit).toArray();

/** The attempts of a stretch of time (device epoch ms), `before` not included, oldest first. */
export const attemptsWithin = (db: Database, from: number, before: number): Promise<Attempt[]> =>
  db.journal.where("at").between(from, before).toArray();

/** The attempt that the host gave a ledger's reference to. */
export const attemptOf = (db: Database, reference: string): Promise<Attempt | undefined> =>
  db.journal.filter(({ state }) => state.is === "done" && state.reference === reference).first();

export const readAttempt = (db: Database, id: string): Promise<Attempt | undefined> => db.journal.get(id);

/** Writes what has become of an attempt. A user who was deleted leaves the cache with it, and his wallets, whoever has found out (USER-7). */
async function keepEnd(db: Database, attempt: Attempt): Promise<void> {
  await db.journal.put(attempt);
  if (attempt.operation !== "deleteUser" || endOf(attempt) !== "done") return;
  const key = emailKey(attempt.target);
  await db.users.filter((user) => emailKey(user.email ?? "") === key).delete();
  await db.wallets.delete(key);
}

/** What says less never takes the place of what says more: a connection that is cut late, a repeat that is refused, a late request whose key was closed. */
const weight = { sent: 0, unknown: 1, refused: 2, never: 3, done: 4 } as const;

/**
 * Records how an attempt ended, unless more is known of it already; what an admin has found out stays beside it.
 * Resolves to the attempt as it stands then, undefined where the journal has none. Rejects with the database's error.
 */
export function recordOutcome(db: Database, id: string, state: AttemptState): Promise<Attempt | undefined> {
  return db.transaction("rw", db.journal, db.users, db.wallets, async () => {
    const attempt = await db.journal.get(id);
    if (!attempt || weight[state.is] < weight[attempt.state.is]) return attempt;
    const ended = { ...attempt, state };
    await keepEnd(db, ended);
    return ended;
  });
}

/** Records what an admin, or the host when asked again, has found out. Rejects with the database's error. */
export async function settleAttempt(db: Database, id: string, settled: Settlement): Promise<void> {
  await db.transaction("rw", db.journal, db.users, db.wallets, async () => {
    const attempt = await db.journal.get(id);
    if (attempt && isUnsettled(attempt)) await keepEnd(db, { ...attempt, settled });
  });
}
