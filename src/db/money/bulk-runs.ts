import { liveQuery } from "dexie";
import type { PlannedRow } from "../../contract/bulk.ts";
import type { Database } from "../store/database.ts";
import { type Attempt, endOf, isUnsettled, readAttempt } from "./journal.ts";
import { newId } from "../store/new-id.ts";
import { isOver, latestRun, openRun } from "./open-run.ts";

/** Why a run waits. All but `unknown` wait for "Continue"; that one goes on by itself once its attempt is settled, unless it took too long. */
export type PauseReason =
  /** An admin asked for it. */
  | { readonly is: "asked" }
  /** Nobody knows how this attempt ended. */
  | { readonly is: "unknown"; readonly attempt: string }
  /** The attempt whose end was unknown is settled, but that took so long that nobody may be here. */
  | { readonly is: "late" }
  /** The same is unsettled from before, or under way; undefined: under way in another tab. */
  | { readonly is: "standing"; readonly attempt: string | undefined }
  | { readonly is: "offline" }
  | { readonly is: "locked" }
  /** The token ran out, or the host refused it. */
  | { readonly is: "session" }
  | { readonly is: "permission"; readonly message: string | undefined }
  /** The host asks to be left alone, until a time (device epoch ms) where it says so. */
  | { readonly is: "busy"; readonly until: number | undefined }
  /** The journal can't be written, so that nothing may be sent. */
  | { readonly is: "journal" };

/** How a run stands. Times are device epoch ms. `running` without a tab that drives it: it was broken off. */
export type RunState =
  | { readonly is: "running" }
  | { readonly is: "paused"; readonly why: PauseReason; readonly at: number }
  /** Every row has been tried. */
  | { readonly is: "ended"; readonly at: number }
  /** An admin stopped it; the rows that wait stay unsent. */
  | { readonly is: "stopped"; readonly at: number };

/** A bulk funding that an admin has started. */
export interface BulkRun {
  readonly id: string;
  /** When it was started (device epoch ms). */
  readonly at: number;
  /** The admin's shown name. */
  readonly by: string;
  /** The file's name. */
  readonly name: string;
  /** How many rows it has. */
  readonly rows: number;
  readonly state: RunState;
  /** What an admin asks of the tab that drives it, heard before the next row. */
  readonly wish?: "pause" | "stop" | undefined;
}

/** How a row stands. */
export type BulkRowState =
  /** Not sent. */
  | "waiting"
  /** About to leave, or on its way. */
  | "sending"
  | "done"
  /** A slip was made: a second admin decides. */
  | "asked"
  | "refused"
  | "unknown"
  /** The host had not seen it when it was asked, and refuses it from then on (KEY-1). */
  | "never";

export interface BulkRow extends PlannedRow {
  readonly run: string;
  /** Its place in the run, from 0. */
  readonly place: number;
  /** The attempt's id and idempotency key, fixed before it is sent. */
  readonly attempt: string;
  readonly is: BulkRowState;
  /** When that came to be (device epoch ms); undefined: it was never sent. */
  readonly at: number | undefined;
  /** The host's words, or the note of the admin who settled it. */
  readonly message?: string | undefined;
  /** The user's balance afterwards, as decimal text. */
  readonly balance?: string | undefined;
  /** The ledger's reference. */
  readonly reference?: string | undefined;
  /** The id of the slip that it has become. */
  readonly slip?: string | undefined;
  /** The host refused it at the door: the session, the permission or the pace, and said nothing of the row. */
  readonly atDoor?: boolean | undefined;
}

const states: readonly BulkRowState[] = ["waiting", "sending", "done", "asked", "refused", "unknown", "never"];

/** So many runs are kept for their reports; the journal has all that was ever sent. */
const keptAtMost = 10;

/** Another run is open; one at a time. */
export class OpenRunError extends Error {
  override name = "OpenRunError";
}

/**
 * Writes a run down with its rows, in their order, each with a key of its own; nothing is sent by it. Resolves to its id.
 * Rejects with OpenRunError where a run is open, else with the database's error.
 */
export async function planRun(db: Database, plan: { name: string; by: string; at: number; rows: readonly PlannedRow[] }): Promise<string> {
  const { name, by, at, rows } = plan;
  const id = newId();
  await db.transaction("rw", db.bulkRuns, db.bulkRows, async () => {
    if (await openRun(db)) throw new OpenRunError("a run is open");
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

/** The runs beside the latest one, latest first. */
export async function earlierRuns(db: Database): Promise<BulkRun[]> {
  const latest = await latestRun(db);
  return (await db.bulkRuns.orderBy("at").reverse().toArray()).filter(({ id }) => id !== latest?.id);
}

export const readRun = (db: Database, id: string): Promise<BulkRun | undefined> => db.bulkRuns.get(id);

/** Has a run go on; what was asked of it before is over. Resolves to whether it isn't over. */
export function resumeRun(db: Database, id: string): Promise<boolean> {
  return db.transaction("rw", db.bulkRuns, async () => {
    const run = await db.bulkRuns.get(id);
    if (!run || isOver(run)) return false;
    await db.bulkRuns.put({ ...run, state: { is: "running" }, wish: undefined });
    return true;
  });
}

/** Notes how a run stands, unless it is over. Where an admin has asked to stop it, whatever else would have it wait does that. */
export async function markRun(db: Database, id: string, state: RunState): Promise<void> {
  await db.transaction("rw", db.bulkRuns, async () => {
    const run = await db.bulkRuns.get(id);
    if (!run || isOver(run)) return;
    const isStopped = state.is === "paused" && state.why.is !== "unknown" && run.wish === "stop";
    await db.bulkRuns.put({ ...run, state: isStopped ? { is: "stopped", at: state.at } : state });
  });
}

/** Asks the tab that drives a run to pause or stop it before its next row. */
export async function askRun(db: Database, id: string, wish: "pause" | "stop"): Promise<void> {
  await db.bulkRuns.update(id, { wish });
}

/** The next row to send; undefined: every row has been tried. */
export const nextRow = (db: Database, run: string): Promise<BulkRow | undefined> =>
  db.bulkRows.where("[run+is]").equals([run, "waiting"]).first();

/** The rows that were on their way when they were last written, or whose end nobody knew: one at most, unless a device lost it. */
export const openRows = (db: Database, run: string): Promise<BulkRow[]> =>
  db.bulkRows.where("[run+is]").anyOf([run, "sending"], [run, "unknown"]).toArray();

/** The rows that the host refused at the door. */
export const rowsAtDoor = async (db: Database, run: string): Promise<BulkRow[]> =>
  (await db.bulkRows.where("[run+is]").equals([run, "refused"]).toArray()).filter(({ atDoor }) => atDoor === true);

/** Changes what is known of a row. Rejects with the database's error. */
export async function markRow(db: Database, { run, place }: BulkRow, change: Partial<BulkRow>): Promise<void> {
  await db.bulkRows.update([run, place], change);
}

/** What the journal says of a row. A row without an attempt there has never left: the journal is written first. */
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

/** Rows as they stand by the journal; their own records may be behind it. */
async function asKnown(db: Database, rows: readonly BulkRow[]): Promise<BulkRow[]> {
  const attempts = await db.journal.bulkGet(rows.map(({ attempt }) => attempt));
  return rows.map((row, at) => (row.is === "waiting" ? row : { ...row, ...rowBy(attempts[at]) }));
}

/** All rows of a run in their order, as the journal knows them. */
export const readRows = async (db: Database, run: string): Promise<BulkRow[]> =>
  asKnown(db, await db.bulkRows.where("[run+place]").between([run, 0], [run, Number.POSITIVE_INFINITY]).toArray());

export type RunTally = Readonly<Record<BulkRowState, number>>;

/** How many rows of a run stand how, as the journal knows them, and those that are on their way or unknown. */
export async function tallyRun(db: Database, run: string): Promise<{ readonly counts: RunTally; readonly open: readonly BulkRow[] }> {
  const counted = await Promise.all(states.map(async (is) => [is, await db.bulkRows.where("[run+is]").equals([run, is]).count()] as const));
  const counts: Record<BulkRowState, number> = { waiting: 0, sending: 0, done: 0, asked: 0, refused: 0, unknown: 0, never: 0 };
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

/** The rows of a run that can be run again: refused, or never arrived; never those whose end nobody knows. */
export const failedRows = (rows: readonly BulkRow[]): PlannedRow[] =>
  rows
    .filter(({ is }) => is === "refused" || is === "never")
    .map(({ line, operation, email, currency, amount, reason, note, needsSecondAdmin }) => ({
      line,
      operation,
      email,
      currency,
      amount,
      reason,
      note,
      needsSecondAdmin,
    }));

/** Resolves once an attempt is settled, or something is asked of its run, by whichever tab; or when aborted. Rejects with the database's error. */
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
      // The first answer may come before `subscribe` has returned.
      queueMicrotask(() => following.unsubscribe());
      settle();
    };
    signal.addEventListener("abort", abort);
  });
}

/** The first rows of a run that were refused or never arrived, in their order, `limit` at most. */
export async function someFailed(db: Database, run: string, limit: number): Promise<BulkRow[]> {
  const of = (is: BulkRowState): Promise<BulkRow[]> => db.bulkRows.where("[run+is]").equals([run, is]).limit(limit).toArray();
  const ended = (await asKnown(db, await openRows(db, run))).filter(({ is }) => is === "refused" || is === "never");
  const found = [...(await Promise.all([of("refused"), of("never")])).flat(), ...ended];
  return found.sort((one, other) => one.place - other.place).slice(0, limit);
}
