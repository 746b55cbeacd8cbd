import { plainText } from "../../contract/text.ts";
import { type Generation, pollAtMostMs } from "../../contract/wallet-generation.ts";
import type { Database } from "../store/database.ts";

/** How following a generation has ended. */
export type GenerationEnd =
  | { readonly is: "complete"; readonly at: number }
  /** The host answered that nothing is under way. */
  | { readonly is: "idle"; readonly at: number }
  /** Ten minutes have passed (TOOL-6). */
  | { readonly is: "late"; readonly at: number }
  /** The host refuses to say more. */
  | { readonly is: "refused"; readonly at: number; readonly message: string | undefined };

/** A wallet generation that the device follows. Times are device epoch ms. */
export interface GenerationJob {
  readonly phone: string;
  readonly startedAt: number;
  /** What the host said last, and when it was asked. */
  readonly latest: Generation;
  readonly asOf: number;
  /** Why the latest question brought no answer that can be used. */
  readonly trouble: string | undefined;
  readonly end: GenerationEnd | undefined;
  /** Its end was told to the admin, on whatever screen he was. */
  readonly announced?: boolean;
}

const begun = new Set(["started", "in_progress"]);

/** Whether an answer says that a generation has begun and isn't over (D2 §4). */
export const isUnderWay = (answer: Generation): boolean => !answer.isComplete && begun.has(answer.status?.toLowerCase() ?? "");

/** Begins to follow a generation, if it is under way; one that is followed for the same phone number is replaced. */
export async function startGeneration(db: Database, phone: string, latest: Generation, now: number): Promise<void> {
  const end: GenerationEnd | undefined = latest.isComplete
    ? { is: "complete", at: now }
    : isUnderWay(latest)
      ? undefined
      : { is: "idle", at: now };
  await db.generations.put({ phone, startedAt: now, latest, asOf: now, trouble: undefined, end, announced: end !== undefined });
}

/** The generations that are still followed. */
export const openGenerations = (db: Database): Promise<GenerationJob[]> => db.generations.filter((job) => job.end === undefined).toArray();

/** The generations that have ended, and nobody was told. */
export const untoldEnds = (db: Database): Promise<GenerationJob[]> =>
  db.generations.filter((job) => job.end !== undefined && !job.announced).toArray();

/** Takes it upon itself to tell of a generation's end; false where another tab has, or it was begun anew. */
export const claimEnd = (db: Database, { phone, startedAt }: GenerationJob): Promise<boolean> =>
  db.transaction("rw", db.generations, async () => {
    const kept = await db.generations.get(phone);
    if (kept?.startedAt !== startedAt || kept.end === undefined || kept.announced) return false;
    await db.generations.put({ ...kept, announced: true });
    return true;
  });

export const readGeneration = (db: Database, phone: string): Promise<GenerationJob | undefined> => db.generations.get(plainText(phone));

/** What asking about a generation has brought. */
export type GenerationNews =
  | { readonly is: "answered"; readonly value: Generation }
  | { readonly is: "refused"; readonly message: string | undefined }
  /** It may do better next time. */
  | { readonly is: "trouble"; readonly message: string };

/** A job after the news; ended when it is complete, refused, or ten minutes old. */
export function heard(job: GenerationJob, news: GenerationNews, now: number): GenerationJob {
  const late: GenerationEnd | undefined = now - job.startedAt >= pollAtMostMs ? { is: "late", at: now } : undefined;
  switch (news.is) {
    case "answered":
      return {
        ...job,
        latest: news.value,
        asOf: now,
        trouble: undefined,
        end: news.value.isComplete ? { is: "complete", at: now } : late,
      };
    case "refused":
      return { ...job, trouble: news.message, end: { is: "refused", at: now, message: news.message } };
    case "trouble":
      return { ...job, trouble: news.message, end: late };
  }
}

/** Writes a job down, unless the same phone number's was begun anew meanwhile. */
export async function keepGeneration(db: Database, job: GenerationJob): Promise<void> {
  await db.transaction("rw", db.generations, async () => {
    const kept = await db.generations.get(job.phone);
    if (kept?.startedAt === job.startedAt) await db.generations.put(job);
  });
}
