import { lte } from "drizzle-orm";
import type { Db } from "./db/connection.ts";
import { turns } from "./db/schema.ts";
import { log, toldError } from "./operation/log.ts";

/** Of the time between two turns this share must have passed: clocks and timers aren't exact. */
const leastShare = 0.9;

/** Takes the turn to do what is done once every so many ms by one host process of all; false: another one had it lately. */
export async function takeTurn(db: Db, name: string, everyMs: number, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + everyMs * leastShare);
  const taken = await db
    .insert(turns)
    .values({ name, until })
    .onConflictDoUpdate({ target: turns.name, set: { until }, setWhere: lte(turns.until, now) })
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

/** Does the work every so many ms, in one of the host processes on the database, until the signal aborts. What fails is logged, and tried at the next turn. */
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
