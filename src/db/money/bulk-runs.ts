import { liveQuery } from "dexie";
import type { PlannedRow } from "../../contract/bulk.ts";
import { emailKey } from "../../contract/emails.ts";
import type { Database } from "../store/database.ts";
import { type Attempt, endOf, isUnsettled, readAttempt } from "./journal.ts";
import { newId } from "../store/new-id.ts";
import { sentSubject, subjectOfRow, twiceWithinMs } from "./bulk/file-row.ts";
import type { BulkFacts } from "./bulk/judge.ts";
import { isOver, latestRun, openRun } from "./open-run.ts";

/**
 * Why a run is paused. All reasons wait for "Continue", except `unknown`, which resumes when its attempt is settled, unless that
 * took too long.
 */
export type PauseReason =
  /** Requested by an admin. */
  | { readonly is: "asked" }
  /** This attempt's outcome is unknown. */
  | { readonly is: "unknown"; readonly attempt: string }
  /** The unknown attempt was settled, but so late that nobody may be watching. */
  | { readonly is: "late" }
  /** The same is still unsettled or running; undefined: running in another tab. */
  | { readonly is: "standing"; readonly attempt: string | undefined }
  | { readonly is: "offline" }
  | { readonly is: "locked" }
  /** The token expired, or the host refused it. */
  | { readonly is: "session" }
  | { readonly is: "permission"; readonly message: string | undefined }
  /** Rate-limited by the host, until a time if it said so (device epoch ms). */
  | { readonly is: "busy"; readonly until: number | undefined }
  /** The journal can't be written, so nothing may be sent. */
  | { readonly is: "journal" };

/** State of a run. Times are device epoch ms. `running` without a driving tab: interrupted. */
export type RunState =
  | { readonly is: "running" }
  | { readonly is: "paused"; readonly why: PauseReason; readonly at: number }
  /** Every row has been tried. */
  | { readonly is: "ended"; readonly at: number }
  /** Stopped by an admin; waiting rows stay unsent. */
  | { readonly is: "stopped"; readonly at: number };

/** A bulk funding started by an admin. */
export interface BulkRun {
  readonly id: string;
  /** Start time (device epoch ms). */
  readonly at: number;
  /** The admin's shown name. */
  readonly by: string;
  /** The file's name. */
  readonly name: string;
  /** Number of rows. */
  readonly rows: number;
  readonly state: RunState;
  /** An admin's request to the driving tab, checked before each row. */
  readonly wish?: "pause" | "stop" | undefined;
  /** When a row was first sent without the host having told what others had sent (device epoch ms). */
  readonly unseenAt?: number | undefined;
}

/** State of a row. */
export type BulkRowState =
  /** Not sent. */
  | "waiting"
  /** About to be sent, or in flight. */
  | "sending"
  | "done"
  /** A slip was created; a second admin decides. */
  | "asked"
  | "refused"
  | "unknown"
  /** The host had never seen it and now refuses its key (KEY-1). */
  | "never"
  /** Not sent, as the same was sent otherwise since the run began. */
  | "twice";

export interface BulkRow extends PlannedRow {
  readonly run: string;
  /** Index in the run, from 0. */
  readonly place: number;
  /** The attempt's id and idempotency key, fixed before it is sent. */
  readonly attempt: string;
  readonly is: BulkRowState;
  /** When it reached that state (device epoch ms); undefined: never sent. */
  readonly at: number | undefined;
  /** The host's message, or the note of the admin who settled it. */
  readonly message?: string | undefined;
  /** The user's new balance, as decimal text. */
  readonly balance?: string | undefined;
  /** The ledger's reference. */
  readonly reference?: string | undefined;
  /** Id of the slip created for it. */
  readonly slip?: string | undefined;
  /** Refused because of the session, the permission or the rate, not the row. */
  readonly atDoor?: boolean | undefined;
}

const states: readonly BulkRowState[] = ["waiting", "sending", "done", "asked", "refused", "unknown", "never", "twice"];

/** Runs kept for their reports; the journal keeps every attempt. */
const keptAtMost = 10;

/** Another run is open; only one at a time. */
export class OpenRunError extends Error {
  override name = "OpenRunError";
}

/** Thrown if this device has sent one of the rows since the rehearsal. */
export class SentSinceError extends Error {
  override name = "SentSinceError";
}

/** A run as confirmed by its admin. */
export interface RunPlan extends Pick<BulkRun, "name" | "by" | "at"> {
  readonly rows: readonly PlannedRow[];
  /** The possible duplicates that the admin has seen. */
  readonly doubles: BulkFacts["doubles"];
}

/**
 * Saves a run with its rows in order, each with its own key; sends nothing. Resolves to its id. Rejects with OpenRunError if a run
 * is open, with SentSinceError if the journal holds evidence against a row that `doubles` lacks, else with the database's error.
 */
export async function planRun(db: Database, { name, by, at, rows, doubles }: RunPlan): Promise<string> {
  const id = newId();
  await db.transaction("rw", db.bulkRuns, db.bulkRows, db.journal, async () => {
    if (await openRun(db)) throw new OpenRunError("a run is open");
    const subjects = new Set(
      rows.map(({ operation, email, currency, amount }) => subjectOfRow(operation, emailKey(email), currency, amount)),
    );
    for (const attempt of await db.journal.toArray()) {
      const subject = sentSubject(attempt, at - twiceWithinMs);
      if (subject === undefined || !subjects.has(subject)) continue;
      const isSeen = doubles
        .get(subject)
        ?.some((one) => one.is === "attempt" && one.id === attempt.id && one.isUnsettled === isUnsettled(attempt));
      if (isSeen !== true) throw new SentSinceError(`attempt ${attempt.id}, or its outcome, is newer than the rehearsal`);
    }
    const outlived = await db.bulkRuns
      .orderBy("at")
      .reverse()
      .offset(keptAtMost - 1)
      .primaryKeys();
    await db.bulkRuns.bulkDelete(outlived);
    await db.bulkRows
      .where("[run+is]")
      .anyOf(outlived.flatMap((run) => states.map((is) => [run, is])))
      .delete();
    await db.bulkRuns.add({ id, at, by, name, rows: rows.length, state: { is: "running" } });
    await db.bulkRows.bulkAdd(rows.map((row, place) => ({ ...row, run: id, place, attempt: newId(), is: "waiting", at: undefined })));
  });
  return id;
}

/** All runs but the latest, latest first. */
export async function earlierRuns(db: Database): Promise<BulkRun[]> {
  const latest = await latestRun(db);
  return (await db.bulkRuns.orderBy("at").reverse().toArray()).filter(({ id }) => id !== latest?.id);
}

export const readRun = (db: Database, id: string): Promise<BulkRun | undefined> => db.bulkRuns.get(id);

/** Resumes a run and clears earlier requests. Resolves to false if it is over. */
export function resumeRun(db: Database, id: string): Promise<boolean> {
  return db.transaction("rw", db.bulkRuns, async () => {
    const run = await db.bulkRuns.get(id);
    if (!run || isOver(run)) return false;
    await db.bulkRuns.put({ ...run, state: { is: "running" }, wish: undefined });
    return true;
  });
}

/**
 * Sets a run's state unless it is over. If an admin asked to stop it, a pause becomes a stop, except while an outcome is unknown.
 */
export async function markRun(db: Database, id: string, state: RunState): Promise<void> {
  await db.transaction("rw", db.bulkRuns, async () => {
    const run = await db.bulkRuns.get(id);
    if (!run || isOver(run)) return;
    const isStopped = state.is === "paused" && state.why.is !== "unknown" && run.wish === "stop";
    await db.bulkRuns.put({ ...run, state: isStopped ? { is: "stopped", at: state.at } : state });
  });
}

/** Asks the driving tab to pause or stop a run before its next row. */
export async function askRun(db: Database, id: string, wish: "pause" | "stop"): Promise<void> {
  await db.bulkRuns.update(id, { wish });
}

/** Notes that rows are sent without the host having told what others have sent. */
export async function markUnseen(db: Database, id: string, unseenAt: number): Promise<void> {
  await db.bulkRuns.update(id, { unseenAt });
}

/** The next row to send; undefined: all tried. */
export const nextRow = (db: Database, run: string): Promise<BulkRow | undefined> =>
  db.bulkRows.where("[run+is]").equals([run, "waiting"]).first();

/** Rows last recorded as in flight or unknown: at most one, unless the device lost writes. */
export const openRows = (db: Database, run: string): Promise<BulkRow[]> =>
  db.bulkRows.where("[run+is]").anyOf([run, "sending"], [run, "unknown"]).toArray();

/** Rows refused for a reason other than the row. */
export const rowsAtDoor = async (db: Database, run: string): Promise<BulkRow[]> =>
  (await db.bulkRows.where("[run+is]").equals([run, "refused"]).toArray()).filter(({ atDoor }) => atDoor === true);

/** Updates a row. Rejects with the database's error. */
export async function markRow(db: Database, { run, place }: BulkRow, change: Partial<BulkRow>): Promise<void> {
  await db.bulkRows.update([run, place], change);
}

/** A row's state according to the journal. A row without an attempt was never sent: the journal is written first. */
export function rowBy(attempt: Attempt | undefined): Pick<BulkRow, "is" | "at" | "message" | "balance" | "reference" | "slip"> {
  const none = { message: undefined, balance: undefined, reference: undefined, slip: undefined };
  if (!attempt) return { ...none, is: "waiting", at: undefined };
  const { state, settled } = attempt;
  if (isUnsettled(attempt))
    return {
      ...none,
      is: state.is === "sent" ? "sending" : "unknown",
      at: "at" in state ? state.at : attempt.at,
      message: "message" in state ? state.message : undefined,
    };
  const end = endOf(attempt);
  const at = end === state.is && "at" in state ? state.at : (settled?.at ?? attempt.at);
  const message = ("message" in state && end === state.is ? state.message : undefined) ?? settled?.note;
  if (end === "refused" || end === "never") return { ...none, is: end, at, message };
  const { reference, balance, slip } = state.is === "done" ? state : {};
  return { is: attempt.operation === "makeSlip" ? "asked" : "done", at, message, balance, reference, slip };
}

/** Rows updated from the journal; their own records may lag behind. */
async function asKnown(db: Database, rows: readonly BulkRow[]): Promise<BulkRow[]> {
  const attempts = await db.journal.bulkGet(rows.map(({ attempt }) => attempt));
  return rows.map((row, at) => (row.is === "waiting" || row.is === "twice" ? row : { ...row, ...rowBy(attempts[at]) }));
}

/** All rows of a run in order, updated from the journal. */
export const readRows = async (db: Database, run: string): Promise<BulkRow[]> =>
  asKnown(db, await db.bulkRows.where("[run+place]").between([run, 0], [run, Number.POSITIVE_INFINITY]).toArray());

export type RunTally = Readonly<Record<BulkRowState, number>>;

/** Row counts of a run by state, and its rows in flight or unknown, according to the journal. */
export async function tallyRun(db: Database, run: string): Promise<{ readonly counts: RunTally; readonly open: readonly BulkRow[] }> {
  const counted = await Promise.all(states.map(async (is) => [is, await db.bulkRows.where("[run+is]").equals([run, is]).count()] as const));
  const counts: Record<BulkRowState, number> = { waiting: 0, sending: 0, done: 0, asked: 0, refused: 0, unknown: 0, never: 0, twice: 0 };
  for (const [is, count] of counted) counts[is] = count;
  const open: BulkRow[] = [];
  const rows = await openRows(db, run);
  for (const [at, known] of (await asKnown(db, rows)).entries()) {
    counts[rows[at]?.is ?? known.is] -= 1;
    counts[known.is] += 1;
    if (known.is === "sending" || known.is === "unknown") open.push(known);
  }
  return { counts, open };
}

const isFailed = ({ is }: BulkRow): boolean => is === "refused" || is === "never" || is === "twice";

/** Rows that can be run again: refused, never arrived, or possibly twice; never unknown ones. */
export const failedRows = (rows: readonly BulkRow[]): PlannedRow[] =>
  rows.filter(isFailed).map(({ line, operation, email, currency, amount, reason, note, needsSecondAdmin }) => ({
    line,
    operation,
    email,
    currency,
    amount,
    reason,
    note,
    needsSecondAdmin,
  }));

/**
 * Resolves when an attempt is settled, its run gets a request from any tab, or `signal` aborts. Rejects with the database's error.
 */
export function settledOrAsked(db: Database, run: string, attempt: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const look = async (): Promise<boolean> => {
      const [entry, record] = await Promise.all([readAttempt(db, attempt), readRun(db, run)]);
      return !entry || !isUnsettled(entry) || record?.wish !== undefined;
    };
    const following = liveQuery(look).subscribe({
      next: (isOver) => {
        if (isOver) end(resolve);
      },
      error: (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error)))),
    });
    const abort = (): void => end(resolve);
    const end = (settle: () => void): void => {
      signal.removeEventListener("abort", abort);
      // The first result may arrive before `subscribe` returns.
      queueMicrotask(() => following.unsubscribe());
      settle();
    };
    signal.addEventListener("abort", abort);
  });
}

/** The first rows of a run that can be run again, in order, at most `limit`. */
export async function someFailed(db: Database, run: string, limit: number): Promise<BulkRow[]> {
  const of = (is: BulkRowState): Promise<BulkRow[]> => db.bulkRows.where("[run+is]").equals([run, is]).limit(limit).toArray();
  const ended = (await asKnown(db, await openRows(db, run))).filter(isFailed);
  const found = [...(await Promise.all([of("refused"), of("never"), of("twice")])).flat(), ...ended];
  return found.sort((one, other) => one.place - other.place).slice(0, limit);
}
