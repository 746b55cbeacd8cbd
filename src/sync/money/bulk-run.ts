import { emailKey } from "../../contract/emails.ts";
import { jsonOf } from "../../contract/json.ts";
import { fieldOf } from "../../contract/refused-field.ts";
import {
  askRun,
  type BulkRow,
  type BulkRun,
  markRow,
  markRun,
  markUnseen,
  nextRow,
  openRows,
  type PauseReason,
  readRun,
  resumeRun,
  rowBy,
  rowsAtDoor,
  settledOrAsked,
} from "../../db/money/bulk-runs.ts";
import { subjectOfRow } from "../../db/money/bulk/file-row.ts";
import type { Database } from "../../db/store/database.ts";
import { isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { newId } from "../../db/store/new-id.ts";
import { isOver } from "../../db/money/open-run.ts";
import { canClose, closeRefused } from "./close.ts";
import type { MutationGate } from "./gate.ts";
import { Observable } from "../state/observable.ts";
import type { Outcome } from "../wire/outcome.ts";
import { lockKeys } from "../state/idle-lock.ts";
import { isExpired, type Session, sessionStore } from "../state/session-store.ts";
import { readItem } from "../state/storage.ts";
import { underLock } from "../tabs/under-lock.ts";

/** A run whose row took longer than this, as where the machine slept, waits for its admin before the next one, in ms. */
const goesOnWithinMs = 15 * 60_000;

/** Interval for refetching what fundings change during a run, in ms. */
const refreshEveryMs = 15_000;

/** What was sent otherwise since a run began. */
interface Elsewhere {
  /** Subjects of waiting rows, by what the cache knows. */
  readonly subjects: ReadonlySet<string>;
  /** The host has just told what others sent. */
  readonly isTold: boolean;
}

/** The driver's environment. */
export interface BulkWay {
  /**
   * Sends a row through the gate, as an attempt with the row's own id, unless the same was sent from this device at or after `openedAt`
   * (device epoch ms).
   */
  readonly send: (row: BulkRow, openedAt: number) => Promise<Outcome<unknown>>;
  /** Why no row may be sent now; undefined: go ahead. */
  readonly hindrance: () => PauseReason | "over" | undefined;
  /** The run this tab drives. */
  readonly driving: Observable<string | undefined>;
  /** Aborted when the session ends in this tab, or its cache is closed. */
  readonly over: AbortSignal;
  /** Asks the host what became of unsettled attempts. */
  readonly settle: () => unknown;
  /** Refetches what fundings change. */
  readonly refresh: () => unknown;
  /** Asks the host what others have sent. */
  readonly elsewhere: (run: BulkRun) => Promise<Elsewhere>;
}

/** Why a signed-in tab may not send rows: lock, session, permission (AUTH-18). */
export function hindranceOf(identity: string): PauseReason | "over" | undefined {
  const session: Session | undefined = sessionStore.current();
  if (session?.identity !== identity) return "over";
  if (readItem(lockKeys.locked)) return { is: "locked" };
  if (isExpired(session)) return { is: "session" };
  return session.claims?.permissions?.["canFundUsers"] === false ? { is: "permission", message: undefined } : undefined;
}

/** The reason if a refusal isn't about the row and would hit every later row too. */
function refusedAtDoor(
  { status, body, message, retryAfterMs }: Extract<Outcome<unknown>, { is: "refused" }>,
  now: number,
): PauseReason | undefined {
  if (status === 429) return { is: "busy", until: retryAfterMs === undefined ? undefined : now + retryAfterMs };
  // Something on the way answered, such as a gateway whose own session is over, or that has lost the host.
  if (/^\s*</.test(body) || (status === 404 && jsonOf(body) === undefined)) return { is: "offline" };
  if (status === 401) return { is: "session" };
  return status === 403 && fieldOf(body) === undefined ? { is: "permission", message } : undefined;
}

function blockedBy({ why, attempt }: Extract<Outcome<unknown>, { is: "blocked" }>): PauseReason {
  switch (why) {
    case "offline":
    case "journal":
      return { is: why };
    case "expired":
      return { is: "session" };
    case "running":
    case "unsettled":
    case "sent":
      return { is: "standing", attempt };
  }
}

const subjectOf = ({ operation, email, currency, amount }: BulkRow): string => subjectOfRow(operation, emailKey(email), currency, amount);

/** Lock of the tab that drives a run; one run at a time. */
export const runLock = (db: Database): string => `${db.name} bulk run`;

/** Whether any tab drives a run; false where the browser can't tell. */
export async function isDriven(db: Database): Promise<boolean> {
  const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
  return known?.held?.some(({ name }) => name === runLock(db)) ?? false;
}

/**
 * Drives bulk fundings in this tab: rows go through the gate one at a time, one attempt each. The journal alone decides a row's
 * outcome, so a tab may die at any point (BULK-4).
 */
export class BulkDriver {
  /** The run this tab drives. */
  readonly driving: Observable<string | undefined>;
  /** The database failed during a run driven by this tab. */
  readonly failed = new Observable(false);
  readonly #db: Database;
  readonly #gate: MutationGate;
  readonly #way: BulkWay;
  #refreshedAt = 0;
  #elsewhere: Elsewhere = { subjects: new Set(), isTold: false };
  /** When the latest row was sent, or the run resumed. */
  #sentAt = 0;
  /** From when an attempt at a subject isn't this run's own (device epoch ms). */
  readonly #others = new Map<string, number>();

  constructor(db: Database, gate: MutationGate, way: BulkWay) {
    this.#db = db;
    this.#gate = gate;
    this.#way = way;
    this.driving = way.driving;
  }

  get #now(): number {
    return this.#gate.sending.host.clock.now();
  }

  /** Resumes a run until it ends or must wait. Resolves to false if another tab drives. Never rejects. */
  async drive(run: string): Promise<boolean> {
    const driven = await this.#alone(async () => {
      this.driving.set(run);
      this.#gate.series.set(true);
      this.failed.set(false);
      this.#sentAt = this.#now;
      this.#refreshedAt = 0;
      try {
        if (await resumeRun(this.#db, run)) await this.#goOn(run);
      } catch {
        // The run keeps its last written state; the next "Continue" starts there.
        this.failed.set(!this.#way.over.aborted);
      }
      this.#gate.series.set(false);
      this.driving.set(undefined);
      this.#refresh();
    });
    return driven !== "elsewhere";
  }

  /** Ends a run for good before its next row; waiting rows stay unsent. Rejects with the database's error. */
  async stop(run: string): Promise<void> {
    const stopped = await this.#alone(() => markRun(this.#db, run, { is: "stopped", at: this.#now }));
    if (stopped === "elsewhere") await askRun(this.#db, run, "stop");
  }

  /** Runs `work` under the run lock. */
  async #alone(work: () => Promise<void>): Promise<"elsewhere" | undefined> {
    if (this.driving.get() !== undefined) return "elsewhere";
    return underLock(runLock(this.#db), { ifAvailable: true }, async (isHeld) => {
      if (!isHeld) return "elsewhere";
      await work();
      return undefined;
    });
  }

  #refresh(): void {
    this.#refreshedAt = this.#now;
    this.#way.refresh();
  }

  /** Refetches what fundings change, and what others have sent, unless that was done lately. */
  async #look(run: BulkRun): Promise<void> {
    const agoMs = this.#now - this.#refreshedAt;
    // The clock may have been put back.
    if (agoMs >= 0 && agoMs < refreshEveryMs) return;
    this.#refresh();
    this.#elsewhere = await this.#way.elsewhere(run);
  }

  async #goOn(id: string): Promise<void> {
    let why: PauseReason | "over" | "ended" | undefined = await this.#openDoors(id);
    while (why === undefined) {
      const run = await readRun(this.#db, id);
      if (!run || isOver(run)) return;
      why = run.wish === undefined ? await this.#step(run) : { is: "asked" };
    }
    if (why === "over") return;
    await markRun(this.#db, id, why === "ended" ? { is: "ended", at: this.#now } : { is: "paused", why, at: this.#now });
  }

  /** Why the next row may not be sent now. */
  #hindrance(): PauseReason | "over" | undefined {
    return this.#way.hindrance() ?? (this.#now - this.#sentAt > goesOnWithinMs ? { is: "late" } : undefined);
  }

  /** Settles the row in flight, or sends the next one. */
  async #step(run: BulkRun): Promise<PauseReason | "over" | "ended" | undefined> {
    const [open] = await openRows(this.#db, run.id);
    if (open) return this.#settle(run.id, open);
    const row = await nextRow(this.#db, run.id);
    if (!row) return "ended";
    const before = this.#hindrance();
    if (before) return before;
    await this.#look(run);
    // That takes seconds, or hours on a machine that sleeps, and an admin may stop the run meanwhile.
    const after = (await readRun(this.#db, run.id))?.wish === undefined ? this.#hindrance() : ({ is: "asked" } as const);
    if (after) return after;
    const { subjects, isTold } = this.#elsewhere;
    if (subjects.has(subjectOf(row))) {
      await markRow(this.#db, row, { is: "twice", at: this.#now });
      return undefined;
    }
    if (!isTold && run.unseenAt === undefined) await markUnseen(this.#db, run.id, this.#now);
    return this.#send(row);
  }

  async #send(row: BulkRow): Promise<PauseReason | undefined> {
    this.#sentAt = this.#now;
    await markRow(this.#db, row, { is: "sending", at: this.#now, message: undefined });
    const outcome = await this.#way.send(row, Math.max(this.#refreshedAt, this.#others.get(subjectOf(row)) ?? 0));
    const door = outcome.is === "refused" ? refusedAtDoor(outcome, this.#now) : undefined;
    const attempt = await readAttempt(this.#db, row.attempt);
    if (attempt) this.#others.set(subjectOf(row), attempt.at + 1);
    const known = rowBy(attempt);
    // The same was sent since the last look, or an earlier attempt at it, settled as not done, was done after all.
    if (outcome.is === "blocked" && outcome.why === "sent" && known.is === "waiting") {
      await markRow(this.#db, row, { is: "twice", at: this.#now });
      return undefined;
    }
    await markRow(this.#db, row, { ...known, ...(door && known.is === "refused" ? { atDoor: true } : {}) });
    // Already in the journal: the next step follows that.
    if (outcome.is === "blocked") return known.is === "waiting" ? blockedBy(outcome) : undefined;
    return door;
  }

  /** Marks a row in flight by its journal entry; waits while it is unsettled (BULK-3). */
  async #settle(id: string, row: BulkRow): Promise<PauseReason | "over" | undefined> {
    // A row sent by a dead tab becomes unknown.
    await this.#gate.adoptOrphans();
    const attempt = await readAttempt(this.#db, row.attempt);
    await markRow(this.#db, row, rowBy(attempt));
    if (!attempt || !isUnsettled(attempt)) return undefined;
    await markRun(this.#db, id, { is: "paused", why: { is: "unknown", attempt: attempt.id }, at: this.#now });
    this.#way.settle();
    await settledOrAsked(this.#db, id, attempt.id, this.#way.over);
    if (this.#way.over.aborted) return "over";
    const run = await readRun(this.#db, id);
    if (run?.wish !== undefined) return undefined;
    await markRow(this.#db, row, rowBy(await readAttempt(this.#db, row.attempt)));
    await markRun(this.#db, id, { is: "running" });
    return undefined;
  }

  /**
   * Prepares rows for a retry under a new key after a refusal that wasn't about them (session, permission, rate), once the host
   * confirms that the old key did nothing and never will. If the host can't be asked, the row stays refused.
   */
  async #openDoors(id: string): Promise<PauseReason | "over" | undefined> {
    for (const row of await rowsAtDoor(this.#db, id)) {
      const hindrance = this.#way.hindrance();
      if (hindrance) return hindrance;
      const { sending } = this.#gate;
      const attempt = await readAttempt(this.#db, row.attempt);
      const closed = attempt && canClose(sending, attempt) ? await closeRefused(sending, attempt) : "untold";
      if (closed === "later") return { is: "offline" };
      const known = rowBy(await readAttempt(this.#db, row.attempt));
      const again = closed === "ended" && known.is !== "done" && known.is !== "asked";
      await markRow(this.#db, row, again ? { ...rowBy(undefined), attempt: newId(), atDoor: undefined } : { ...known, atDoor: undefined });
    }
    return undefined;
  }
}
