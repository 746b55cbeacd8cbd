import { gt, lte, sql } from "drizzle-orm";
import type { Db } from "./db/connection.ts";
import { turns } from "./db/schema.ts";
import { log, toldError } from "./operation/log.ts";

/** Fraction of the interval that must have passed; allows for inexact clocks and timers. */
const leastShare = 0.9;

/** Claims a periodic job for this host process; false if another process did it less than about `everyMs` ago. */
export async function takeTurn(db: Db, name: string, everyMs: number, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + everyMs * leastShare);
  // A turn that reaches further was taken by a clock that was ahead.
  const isOver = sql`${lte(turns.until, now)} or ${gt(turns.until, new Date(now.getTime() + everyMs))}`;
  const taken = await db
    .insert(turns)
    .values({ name, until })
    .onConflictDoUpdate({ target: turns.name, set: { until }, setWhere: isOver })
    .returning();
  return taken.length > 0;
}

interface Regular {
  readonly name: string;
  readonly everyMs: number;
  readonly db: Db;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Runs the work every `everyMs`, in one of the host processes on the database, until the signal aborts. Failures are logged and
 * retried at the next turn.
 */
export function inTurns({ name, everyMs, db, clock, signal }: Regular, work: (now: Date) => Promise<unknown>): void {
  const turn = async (): Promise<void> => {
    if (await takeTurn(db, name, everyMs, clock())) await work(clock());
  };
  const timer = setInterval(() => {
    turn().catch((error: unknown) => {
      if (!signal.aborted) log("error", name, toldError(error));
    });
  }, everyMs);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
