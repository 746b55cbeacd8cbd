import { and, asc, desc, eq, inArray, lte } from "drizzle-orm";
import { walletTokens } from "../../src/contract/currencies.ts";
import type { Db } from "../db/connection.ts";
import { generationJobs } from "../db/schema.ts";
import { log, toldError } from "../operation/log.ts";
import { newId } from "../ids.ts";
import type { UserRow } from "../queries/users.ts";
import { isWalletToken, issueWallet, retireWallets, walletsInUse } from "./wallets.ts";

/** Simulated time per token, in ms. */
export const perTokenMs = 2_000;

type Job = typeof generationJobs.$inferSelect;
const running = ["started", "in_progress"] as const;

/** The user's latest job, running or finished. */
export async function latestJob(db: Db, userId: string): Promise<Job | undefined> {
  const [job] = await db
    .select()
    .from(generationJobs)
    .where(eq(generationJobs.userId, userId))
    .orderBy(desc(generationJobs.createdAt), desc(generationJobs.id))
    .limit(1);
  return job;
}

export type Started = { is: "started" | "running"; job: Job } | { is: "nothing to do" };

/** Starts generating the wallets the user lacks, or all of them if forced. One job per user at a time. */
export async function startGeneration(tx: Db, userId: string, force: boolean, now: Date): Promise<Started> {
  const has = new Set((await walletsInUse(tx, userId)).map((wallet) => wallet.token));
  const tokens = walletTokens.filter((token) => force || !has.has(token));
  const latest = await latestJob(tx, userId);
  if (latest !== undefined && running.some((status) => status === latest.status)) return { is: "running", job: latest };
  if (tokens.length === 0) return { is: "nothing to do" };
  const [job] = await tx
    .insert(generationJobs)
    .values({ id: newId(now), userId, tokens, status: "started", createdAt: now, nextAt: new Date(now.getTime() + perTokenMs) })
    .returning();
  if (job === undefined) throw new Error("A generation job was not stored.");
  return { is: "started", job };
}

/** Cancels a user's running job; the remaining wallets aren't issued. */
export async function cancelGeneration(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(generationJobs)
    .set({ status: "cancelled", finishedAt: now })
    .where(and(eq(generationJobs.userId, userId), inArray(generationJobs.status, [...running])));
}

async function issueNext(tx: Db, job: Job, now: Date): Promise<void> {
  const token = job.tokens[job.done];
  if (token !== undefined && isWalletToken(token)) {
    await retireWallets(tx, job.userId, [token], now);
    await issueWallet(tx, job.userId, token, now);
  }
  const done = job.done + 1;
  const isOver = done >= job.tokens.length;
  await tx
    .update(generationJobs)
    .set({
      done,
      status: isOver ? "completed" : "in_progress",
      nextAt: new Date(job.nextAt.getTime() + perTokenMs),
      finishedAt: isOver ? now : null,
    })
    .where(eq(generationJobs.id, job.id));
}

/** A job that failed is tried again after this time, in ms. */
const retryMs = 30_000;

/**
 * Issues every wallet due, one transaction each. Jobs live in the database, so they survive a restart and are shared by several
 * hosts. Returns how many it issued.
 */
export async function runDueGeneration(db: Db, now: Date): Promise<number> {
  for (let issued = 0; ; issued += 1) {
    let taken: Job | undefined;
    const issue = db.transaction(async (tx) => {
      const [job] = await tx
        .select()
        .from(generationJobs)
        .where(and(inArray(generationJobs.status, [...running]), lte(generationJobs.nextAt, now)))
        .orderBy(asc(generationJobs.nextAt))
        .limit(1)
        .for("update", { skipLocked: true });
      taken = job;
      if (job !== undefined) await issueNext(tx, job, now);
      return job !== undefined;
    });
    const worked = await issue.catch(async (error: unknown) => {
      if (taken === undefined) throw error;
      // Put back, so that the others' go on.
      const nextAt = new Date(now.getTime() + retryMs);
      await db.update(generationJobs).set({ nextAt }).where(eq(generationJobs.id, taken.id));
      log("error", "wallet generation", toldError(error));
      return true;
    });
    if (!worked) return issued;
  }
}

/** Runs due jobs every second until the signal aborts; an outage is logged once. */
export function startGenerationRuns(db: Db, clock: () => Date, signal: AbortSignal): void {
  let isRunning = false;
  let isSaid = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    runDueGeneration(db, clock())
      .then(() => {
        isSaid = false;
      })
      .catch((error: unknown) => {
        if (!signal.aborted && !isSaid) log("error", "wallet generation", toldError(error));
        isSaid = true;
      })
      .finally(() => {
        isRunning = false;
      });
  }, 1000);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

/** A user's generation status on the wire (D1 §3). "unknown": nothing was ever generated. */
export async function wireGeneration(db: Db, user: UserRow): Promise<object> {
  const job = await latestJob(db, user.id);
  const has = (await walletsInUse(db, user.id)).length;
  const isRunning = job !== undefined && running.some((status) => status === job.status);
  const total = isRunning ? job.tokens.length : walletTokens.length;
  const done = isRunning ? job.done : has;
  const left = isRunning ? job.tokens.length - job.done : 0;
  const isComplete = !isRunning && has === walletTokens.length;
  const idle = isComplete ? "completed" : has > 0 ? "incomplete" : "unknown";
  return {
    user: { id: user.id, email: user.email, phonenumber: user.phonenumber },
    walletGenerationStatus: isRunning ? job.status : idle,
    walletsGenerated: done,
    totalWallets: total,
    progress: Math.round((done / total) * 100),
    isComplete,
    ...(isRunning ? { estimatedCompletionTime: new Date(job.nextAt.getTime() + (left - 1) * perTokenMs).toISOString() } : {}),
  };
}
