import { fieldOf } from "../../contract/refused-field.ts";
import {
  askRun,
  type BulkRow,
  markRow,
  markRun,
  nextRow,
  openRows,
  type PauseReason,
  readRun,
  resumeRun,
  rowBy,
  rowsAtDoor,
  settledOrAsked,
} from "../../db/money/bulk-runs.ts";
import type { Database } from "../../db/store/database.ts";
import { isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { newId } from "../../db/store/new-id.ts";
import { isOver } from "../../db/money/open-run.ts";
import { canClose, closeRefused } from "./close.ts";
import type { MutationGate } from "./gate.ts";
import { Observable } from "../state/observable.ts";
import type { Outcome } from "../wire/outcome.ts";
import { isExpired, lockKeys, type Session, sessionStore } from "../state/session-store.ts";
import { readItem } from "../state/storage.ts";

/** A run that waited longer than this for an outcome waits for its admin, too, in ms. */
const goesOnWithinMs = 15 * 60_000;

/** What the rows change is fetched again this often while a run goes on, in ms. */
const refreshEveryMs = 15_000;

/** What a run stands on. */
export interface BulkWay {
  /** Sends a row through the gate, as an attempt under the row's own id. */
  readonly send: (row: BulkRow) => Promise<Outcome<unknown>>;
  /** Why no row may be sent now. */
  readonly hindrance: () => PauseReason | "over" | undefined;
  /** Aborted once this tab's part in the session has ended. */
  readonly over: AbortSignal;
  /** Has the host asked what became of unsettled attempts. */
  readonly settle: () => unknown;
  /** Fetches again what fundings change. */
  readonly refresh: () => unknown;
}

/** What keeps a signed-in tab from sending rows: the lock, the session, the permission (AUTH-18). */
export function hindranceOf(identity: string): PauseReason | "over" | undefined {
  const session: Session | undefined = sessionStore.current();
  if (session?.identity !== identity) return "over";
  if (readItem(lockKeys.locked)) return { is: "locked" };
  if (isExpired(session)) return { is: "session" };
  return session.claims?.permissions?.["canFundUsers"] === false ? { is: "permission", message: undefined } : undefined;
}

/** A refusal that says nothing of the row: its like would meet every row after it. */
function refusedAtDoor(
  { status, body, message, retryAfterMs }: Extract<Outcome<unknown>, { is: "refused" }>,
  now: number,
): PauseReason | undefined {
  if (status === 401) return { is: "session" };
  if (status === 429) return { is: "busy", until: retryAfterMs === undefined ? undefined : now + retryAfterMs };
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

/** Held by the tab that drives a run; there is one run at a time. */
export const runLock = (db: Database): string => `${db.name} bulk run`;

/** Whether some tab drives a run; false where the browser can't tell. */
export async function isDriven(db: Database): Promise<boolean> {
  const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
  return known?.held?.some(({ name }) => name === runLock(db)) ?? false;
}

/**
 * Drives bulk fundings in this tab: one row after the other through the gate, one attempt each. What became of a row is what
 * the journal says, and nothing else; so it doesn't matter where a tab dies (BULK-4).
 */
export class BulkDriver {
  /** The run that this tab drives. */
  readonly driving = new Observable<string | undefined>(undefined);
  /** The device's database has failed under a run that this tab drove. */
  readonly failed = new Observable(false);
  readonly #db: Database;
  readonly #gate: MutationGate;
  readonly #way: BulkWay;
  #refreshedAt = 0;

  constructor(db: Database, gate: MutationGate, way: BulkWay) {
    this.#db = db;
    this.#gate = gate;
    this.#way = way;
  }

  get #now(): number {
    return this.#gate.sending.host.clock.now();
  }

  /** Has a run go on where it was, until it ends or has to wait. Resolves to false where another tab drives. Never rejects. */
  async drive(run: string): Promise<boolean> {
    const driven = await this.#alone(async () => {
      this.driving.set(run);
      this.#gate.series.set(true);
      this.failed.set(false);
      try {
        if (await resumeRun(this.#db, run)) await this.#goOn(run);
      } catch {
        // The run stays as it was written last, which the next "Continue" begins with.
        this.failed.set(!this.#way.over.aborted);
      }
      this.#gate.series.set(false);
      this.driving.set(undefined);
      this.#refresh(0);
    });
    return driven !== "elsewhere";
  }

  /** Ends a run for good, before its next row; what waits stays unsent. Rejects with the database's error. */
  async stop(run: string): Promise<void> {
    const stopped = await this.#alone(() => markRun(this.#db, run, { is: "stopped", at: this.#now }));
    if (stopped === "elsewhere") await askRun(this.#db, run, "stop");
  }

  /** Under the lock of the runs, for this tab alone. */
  async #alone(work: () => Promise<void>): Promise<"elsewhere" | undefined> {
    if (this.driving.get() !== undefined) return "elsewhere";
    const locks = globalThis.navigator?.locks;
    if (!locks) {
      await work();
      return undefined;
    }
    return locks.request(runLock(this.#db), { ifAvailable: true }, async (lock) => {
      if (!lock) return "elsewhere";
      await work();
      return undefined;
    });
  }

  #refresh(afterMs: number): void {
    if (this.#now - this.#refreshedAt < afterMs) return;
    this.#refreshedAt = this.#now;
    this.#way.refresh();
  }

  async #goOn(id: string): Promise<void> {
    let why: PauseReason | "over" | "ended" | undefined = await this.#openDoors(id);
    while (why === undefined) {
      const run = await readRun(this.#db, id);
      if (!run || isOver(run)) return;
      why = run.wish === undefined ? await this.#step(id) : { is: "asked" };
    }
    if (why === "over") return;
    await markRun(this.#db, id, why === "ended" ? { is: "ended", at: this.#now } : { is: "paused", why, at: this.#now });
  }

  /** Settles the row that was on its way, or sends the next one. */
  async #step(id: string): Promise<PauseReason | "over" | "ended" | undefined> {
    const [open] = await openRows(this.#db, id);
    if (open) return this.#settle(id, open);
    const row = await nextRow(this.#db, id);
    if (!row) return "ended";
    const hindrance = this.#way.hindrance();
    if (hindrance) return hindrance;
    this.#refresh(refreshEveryMs);
    return this.#send(row);
  }

  async #send(row: BulkRow): Promise<PauseReason | undefined> {
    await markRow(this.#db, row, { is: "sending", at: this.#now, message: undefined });
    const outcome = await this.#way.send(row);
    const door = outcome.is === "refused" ? refusedAtDoor(outcome, this.#now) : undefined;
    const known = rowBy(await readAttempt(this.#db, row.attempt));
    await markRow(this.#db, row, { ...known, ...(door && known.is === "refused" ? { atDoor: true } : {}) });
    // The journal had it already: the next step goes by that.
    if (outcome.is === "blocked") return known.is === "waiting" ? blockedBy(outcome) : undefined;
    return door;
  }

  /** Goes by what the journal says of a row that was on its way; waits for it while that is nothing (BULK-3). */
  async #settle(id: string, row: BulkRow): Promise<PauseReason | "over" | undefined> {
    // One that a dead tab has sent is unknown from here on.
    await this.#gate.adoptOrphans();
    const attempt = await readAttempt(this.#db, row.attempt);
    await markRow(this.#db, row, rowBy(attempt));
    if (!attempt || !isUnsettled(attempt)) return undefined;
    const from = this.#now;
    await markRun(this.#db, id, { is: "paused", why: { is: "unknown", attempt: attempt.id }, at: from });
    this.#way.settle();
    await settledOrAsked(this.#db, id, attempt.id, this.#way.over);
    if (this.#way.over.aborted) return "over";
    const run = await readRun(this.#db, id);
    if (run?.wish !== undefined) return undefined;
    await markRow(this.#db, row, rowBy(await readAttempt(this.#db, row.attempt)));
    if (this.#now - from > goesOnWithinMs) return { is: "late" };
    await markRun(this.#db, id, { is: "running" });
    return undefined;
  }

  /**
   * What was refused at the door is to be tried again, under a new key: once the host has said that the old one did nothing
   * and never will. A host that can't be asked leaves such a row refused.
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
