import { plainText } from "../../contract/text.ts";
import { type Generation, pollAtMostMs } from "../../contract/wallet-generation.ts";
import type { Database } from "../store/database.ts";

/** How a followed generation ended. */
export type GenerationEnd =
  | { readonly is: "complete"; readonly at: number }
  /** The host answered that none is running. */
  | { readonly is: "idle"; readonly at: number }
  /** Ten minutes have passed (TOOL-6). */
  | { readonly is: "late"; readonly at: number }
  /** The host refuses further answers. */
  | { readonly is: "refused"; readonly at: number; readonly message: string | undefined };

/** A wallet generation followed by the device. Times are device epoch ms. */
export interface GenerationJob {
  readonly phone: string;
  readonly startedAt: number;
  /** The host's last answer, and when it was requested. */
  readonly latest: Generation;
  readonly asOf: number;
  /** Why the latest request brought no usable answer. */
  readonly trouble: string | undefined;
  readonly end: GenerationEnd | undefined;
  /** The admin was notified of the end, on whatever screen; absent: a job of an earlier version, which notified of none. */
  readonly announced?: boolean;
}

const begun = new Set(["started", "in_progress"]);

/** Whether a generation has started and isn't complete (D2 §4). */
export const isUnderWay = (answer: Generation): boolean => !answer.isComplete && begun.has(answer.status?.toLowerCase() ?? "");

/** Starts following a generation if it is running; replaces one for the same phone number. */
export async function startGeneration(db: Database, phone: string, latest: Generation, now: number): Promise<void> {
  const end: GenerationEnd | undefined = latest.isComplete
    ? { is: "complete", at: now }
    : isUnderWay(latest)
      ? undefined
      : { is: "idle", at: now };
  await db.generations.put({ phone, startedAt: now, latest, asOf: now, trouble: undefined, end, announced: end !== undefined });
}

/** Generations still followed. */
export const openGenerations = (db: Database): Promise<GenerationJob[]> => db.generations.filter((job) => job.end === undefined).toArray();

/** Ended generations not yet announced. */
export const untoldEnds = (db: Database): Promise<GenerationJob[]> =>
  db.generations.filter((job) => job.end !== undefined && job.announced === false).toArray();

/** Claims the notification of a generation's end; false if another tab has it, or the generation was restarted. */
export const claimEnd = (db: Database, { phone, startedAt }: GenerationJob): Promise<boolean> =>
  db.transaction("rw", db.generations, async () => {
    const kept = await db.generations.get(phone);
    if (kept?.startedAt !== startedAt || kept.end === undefined || kept.announced !== false) return false;
    await db.generations.put({ ...kept, announced: true });
    return true;
  });

export const readGeneration = (db: Database, phone: string): Promise<GenerationJob | undefined> => db.generations.get(plainText(phone));

/** Result of asking about a generation. */
export type GenerationNews =
  | { readonly is: "answered"; readonly value: Generation }
  | { readonly is: "refused"; readonly message: string | undefined }
  /** May work next time. */
  | { readonly is: "trouble"; readonly message: string };

/** Updates a job; it ends when complete, refused, or ten minutes old; or as far ahead, since a clock that was put back doesn't tell its age. */
export function heard({ announced = false, ...rest }: GenerationJob, news: GenerationNews, now: number): GenerationJob {
  const job = { ...rest, announced };
  const late: GenerationEnd | undefined = Math.abs(now - job.startedAt) >= pollAtMostMs ? { is: "late", at: now } : undefined;
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

/** Saves a job, unless the phone number's generation was restarted meanwhile. */
export async function keepGeneration(db: Database, job: GenerationJob): Promise<void> {
  await db.transaction("rw", db.generations, async () => {
    const kept = await db.generations.get(job.phone);
    if (kept?.startedAt === job.startedAt) await db.generations.put(job);
  });
}
