import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useRef } from "react";
import { plainText } from "../../contract/text.ts";
import type { Generation } from "../../contract/wallet-generation.ts";
import { claimEnd, type GenerationJob, readGeneration, untoldEnds } from "../../db/money/generation.ts";
import { askGeneration } from "../../sync/feeds/generation-feed.ts";
import { useSync } from "./sync-context.ts";

export type { Generation, GenerationJob };

/** The generation that is, or was, followed for a phone number. */
export function useGeneration(phone: string): GenerationJob | undefined {
  const { db } = useSync();
  return useLiveQuery(() => (plainText(phone) ? readGeneration(db, phone) : undefined), [db, phone]);
}

/** Follows a generation that the host has begun; every tab sees how it goes. */
export function useFollowGeneration(): (phone: string, answer: Generation) => Promise<void> {
  return useSync().generations.follow;
}

/**
 * Calls back for every followed generation that has ended, once on the whole device, in a tab that is seen.
 * The wallets that a complete one has made are fetched.
 */
export function useGenerationEnds(onEnd: (job: GenerationJob) => void): void {
  const { db, dispatcher } = useSync();
  const untold = useLiveQuery(() => untoldEnds(db), [db]);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!untold || untold.length === 0) return;
    const stop = new AbortController();
    const tell = async (): Promise<void> => {
      if (document.visibilityState === "hidden") return;
      for (const job of untold) {
        if (!(await claimEnd(db, job))) continue;
        latest.current(job);
        const email = job.latest.user?.email;
        if (job.end?.is === "complete" && email) void dispatcher.demand("wallets", email);
      }
    };
    // A cache that can't be written any more says so itself.
    const tellIfSeen = (): void => void tell().catch(() => {});
    document.addEventListener("visibilitychange", tellIfSeen, { signal: stop.signal });
    tellIfSeen();
    return () => stop.abort();
  }, [db, dispatcher, untold]);
}

/** Asks once how a generation stands. */
export function useAskGeneration(): (phone: string, signal: AbortSignal) => ReturnType<typeof askGeneration> {
  const { host } = useSync();
  return (phone, signal) => askGeneration(host, phone, signal);
}
