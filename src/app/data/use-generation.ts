import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useRef } from "react";
import { plainText } from "../../contract/text.ts";
import type { Generation } from "../../contract/wallet-generation.ts";
import { claimEnd, type GenerationJob, readGeneration, untoldEnds } from "../../db/money/generation.ts";
import { askGeneration } from "../../sync/feeds/generation-feed.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

export type { Generation, GenerationJob };

/** The current or last followed generation for a phone number. */
export function useGeneration(phone: string): GenerationJob | undefined {
  const { db } = useSync();
  return useKeyedQuery(() => (plainText(phone) ? readGeneration(db, phone) : undefined), [db, phone]);
}

/**
 * Calls back once per device for each followed generation that has ended, in a visible tab. Fetches the wallets made by
 * a complete one.
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
    // A cache that is no longer writable reports that itself.
    const tellIfSeen = (): void => void tell().catch(() => {});
    document.addEventListener("visibilitychange", tellIfSeen, { signal: stop.signal });
    tellIfSeen();
    return () => stop.abort();
  }, [db, dispatcher, untold]);
}

/** Asks once for a generation's state. */
export function useAskGeneration(): (phone: string, signal: AbortSignal) => ReturnType<typeof askGeneration> {
  const { host } = useSync();
  return (phone, signal) => askGeneration(host, phone, signal);
}
