import { useLiveQuery } from "dexie-react-hooks";
import type { Generation } from "../../contract/wallet-generation.ts";
import { type GenerationJob, readGeneration } from "../../db/generation.ts";
import { askGeneration } from "../../sync/generation-feed.ts";
import { useSync } from "./sync-context.ts";

export type { Generation, GenerationJob };

/** The generation that is, or was, followed for a phone number. */
export function useGeneration(phone: string): GenerationJob | undefined {
  const { db } = useSync();
  return useLiveQuery(() => (phone.trim() ? readGeneration(db, phone) : undefined), [db, phone]);
}

/** Follows a generation that the host has begun; every tab sees how it goes. */
export function useFollowGeneration(): (phone: string, answer: Generation) => Promise<void> {
  return useSync().generations.follow;
}

/** Asks once how a generation stands. */
export function useAskGeneration(): (phone: string, signal: AbortSignal) => ReturnType<typeof askGeneration> {
  const { host } = useSync();
  return (phone, signal) => askGeneration(host, phone, signal);
}
