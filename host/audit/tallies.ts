import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { auditTallies } from "../db/schema.ts";
import { settled } from "../db/settled.ts";
import { log, toldError } from "../operation/log.ts";
import { networkOf } from "../sessions/network.ts";
import { countRightPin, countSignIn } from "./counters.ts";
import { type Draft, type Ending, nobody } from "./draft.ts";
import { plainWord } from "./plain.ts";
import { writeEntry } from "./write-entry.ts";

/** Unauthenticated refusals share an entry for this long, in ms: the first is logged at once, the count of the rest at the end. */
const windowMs = 15 * 60_000;
/** Flush interval, in ms. A killed process loses the counts since the last flush, nothing else. */
const everyMs = 10_000;
/** Maximum number of separate subjects and networks; beyond it, one entry per action. */
const mostApart = 500;
/** More refusals than this within a window count as flooding. */
const floodAbove = 60;
const elsewhere = "many networks";

interface Open {
  readonly until: number;
  readonly draft: Draft;
  times: number;
  untold: number;
  ending: Ending;
}

/** Whether a window is open; not if it ends so late that a clock that ran ahead must have opened it. */
const isOpen = (until: number, now: Date): boolean => until > now.getTime() && until <= now.getTime() + 2 * windowMs;
const isOver = (now: Date) => or(lte(auditTallies.until, now), gt(auditTallies.until, new Date(now.getTime() + 2 * windowMs)));

/** Groups by network, and by the account concerned if it exists. */
const subjectOf = ({ action, subject = "" }: Draft, network: string): string => `${action}|${subject.toLowerCase()}|${network}`;

const laterText = (times: number, since: Date, message: string | null): string =>
  `${times} more since ${since.toISOString()}${message === null ? "" : `, the latest: ${message}`}`;

/**
 * Keeps strangers from filling the audit log. Of unauthenticated or throttled refusals, the first in a window is logged at once;
 * the rest are counted, and the count is logged when the window ends. Alerts are logged at once, too.
 */
export class Tallies {
  readonly #db: Db;
  readonly #open = new Map<string, Open>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Logs a request, or counts it. `end` is called only when an entry is written. Returns whether the request is part of a flood.
   */
  async add(draft: Draft, status: number, end: () => Promise<Ending>, now: Date): Promise<boolean> {
    const isRefusedSignIn = (draft.action === "signIn" || draft.action === "signInWithPasskey") && status >= 400 && status !== 429;
    const many = isRefusedSignIn
      ? await countSignIn(this.#db, draft, now)
      : draft.action === "rightPin"
        ? await countRightPin(this.#db, draft, now)
        : undefined;
    if (many !== undefined) {
      const ending = await end();
      const asked = { ...(typeof draft.asked === "object" ? draft.asked : {}), ...many };
      const alert = isRefusedSignIn ? "refusedSignIns" : "unconfirmedPin";
      await settled(this.#db, (tx) => writeEntry(tx, { ...draft, asked }, ending, now, alert));
      return false;
    }
    const network = networkOf(draft.address);
    const apart = subjectOf(draft, network);
    const isApart = this.#open.has(apart) || this.#open.size < mostApart;
    const subject = isApart ? apart : subjectOf({ ...draft, subject: "" }, elsewhere);
    const known = this.#open.get(subject);
    if (known !== undefined && isOpen(known.until, now)) {
      known.times += 1;
      known.untold += 1;
      if (known.ending.status !== status) known.ending = await end();
      return known.times > floodAbove;
    }
    if (known !== undefined) await this.#store(subject, known);
    const ending = await end();
    const told = isApart ? draft : { ...draft, address: elsewhere };
    const until = (await settled(this.#db, (tx) => tellFirst(tx, subject, told, ending, now))).getTime();
    // Another first request may have opened the window meanwhile.
    const open = this.#open.get(subject);
    if (open?.until === until) Object.assign(open, { times: open.times + 1, ending });
    else this.#open.set(subject, { until, draft: { ...told, asked: null }, times: 1, untold: 0, ending });
    return false;
  }

  async #store(subject: string, open: Open): Promise<void> {
    const { draft, untold, ending, until } = open;
    if (untold === 0) return;
    open.untold = 0;
    const row = rowOf(subject, draft, ending);
    const { status, message } = row;
    const times = sql`${auditTallies.times} + ${untold}`;
    try {
      await this.#db
        .insert(auditTallies)
        .values({ ...row, times: untold, told: 0, since: new Date(until - windowMs), until: new Date(until) })
        .onConflictDoUpdate({ target: auditTallies.subject, set: { times, status, message } });
    } catch (error) {
      open.untold += untold;
      throw error;
    }
  }

  /** Stores the counts, and writes the entries of windows that have ended. */
  async flush(now: Date): Promise<void> {
    for (const [subject, open] of this.#open) {
      await this.#store(subject, open);
      // What is counted meanwhile waits for the next flush.
      if (!isOpen(open.until, now) && open.untold === 0 && this.#open.get(subject) === open) this.#open.delete(subject);
    }
    await tellRests(this.#db, now);
  }

  /** Flushes every ten seconds until the signal aborts. */
  keepFlushing(clock: () => Date, signal: AbortSignal): void {
    const timer = setInterval(() => {
      this.flush(clock()).catch((error: unknown) => {
        if (!signal.aborted) log("error", "counting refused requests", toldError(error));
      });
    }, everyMs);
    timer.unref();
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  }
}

/** The stored part of a request; texts are sanitised as for the log, since anybody may have written them. */
const rowOf = (subject: string, { action, actor, target, address }: Draft, { status, message }: Ending) => ({
  subject,
  action,
  actor: plainWord(actor.email),
  target: plainWord(target),
  address: plainWord(address) ?? "",
  status,
  message: plainWord(message),
});

type TallyRow = typeof auditTallies.$inferSelect;

async function tellRest(
  tx: Db,
  { action, actor, target, address, status, message, times, told, since }: TallyRow,
  now: Date,
): Promise<void> {
  if (times <= told) return;
  const rest = times - told;
  const draft: Draft = {
    action,
    address,
    actor: { ...nobody, email: actor },
    asked: { times: rest, since },
    ...(target === null ? {} : { target }),
  };
  await writeEntry(tx, draft, { status, message: laterText(rest, since, message) }, now);
}

/** Opens a window with its first entry, or joins one that another process opened. Returns when it ends. */
async function tellFirst(tx: Db, subject: string, draft: Draft, ending: Ending, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + windowMs);
  const row = { ...rowOf(subject, draft, ending), times: 1, told: 1, since: now, until };
  const { status, message } = row;
  const opened = await tx.insert(auditTallies).values(row).onConflictDoNothing().returning();
  if (opened.length === 0) {
    const [before] = await tx.select().from(auditTallies).where(eq(auditTallies.subject, subject)).for("update");
    if (before !== undefined && isOpen(before.until.getTime(), now)) {
      await tx
        .update(auditTallies)
        .set({ times: before.times + 1, status, message })
        .where(eq(auditTallies.subject, subject));
      return before.until;
    }
    if (before !== undefined) await tellRest(tx, before, now);
    await tx.update(auditTallies).set(row).where(eq(auditTallies.subject, subject));
  }
  await writeEntry(tx, draft, ending, now);
  return until;
}

/** Writes the entries of windows that have ended; each is taken by one process. */
async function tellRests(db: Db, now: Date): Promise<void> {
  const over = await db.select({ subject: auditTallies.subject }).from(auditTallies).where(isOver(now)).limit(1000);
  for (const { subject } of over)
    await settled(db, async (tx) => {
      const [taken] = await tx
        .delete(auditTallies)
        .where(and(eq(auditTallies.subject, subject), isOver(now)))
        .returning();
      if (taken !== undefined) await tellRest(tx, taken, now);
    });
}
