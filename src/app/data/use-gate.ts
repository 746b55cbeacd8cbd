import { useLiveQuery } from "./use-live-query.ts";
import { useEffect } from "react";
import { type Attempt, unsettledAttempts } from "../../db/money/journal.ts";
import type { FencePost } from "../../sync/money/fence.ts";
import type { MutationGate } from "../../sync/money/gate.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";

/** The gate every mutation goes through. */
export const useGate = (): MutationGate => useSync().gate;

/** How often to check on an attempt running in another tab, in case that tab dies, in ms. */
const adoptEveryMs = 2000;

/**
 * Attempts with an unknown outcome, oldest first. Excludes those still in flight, here or in another tab; they are
 * included once the tab that ran them dies.
 */
export function useUnsettled(): readonly Attempt[] {
  const { db, gate } = useSync();
  const running = useObservable(gate.running);
  const attempts = useLiveQuery(() => unsettledAttempts(db), [db]);
  const isElsewhere = attempts?.some((attempt) => attempt.state.is === "sent" && !running.has(attempt.id)) ?? false;
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(() => {
      gate.adoptOrphans().catch(() => {
        // If the journal can't be read now, the next turn retries.
      });
    }, adoptEveryMs);
    return () => clearInterval(timer);
  }, [gate, isElsewhere]);
  return (attempts ?? []).filter((attempt) => attempt.state.is === "unknown");
}

/** Posts of attempts missing from the journal; follows the other tabs. */
export function useFencePosts(): readonly FencePost[] {
  const { gate } = useSync();
  useEffect(() => {
    const follow = () => void gate.readPosts();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [gate]);
  return useObservable(gate.posts);
}

/** Everything an admin has to settle: unsettled attempts in the journal, and those left from the last sign-out. */
export function useToSettle(): { attempts: readonly Attempt[]; posts: readonly FencePost[] } {
  const attempts = useUnsettled();
  const posts = useFencePosts().filter((post) => !attempts.some((attempt) => attempt.id === post.attempt));
  return { attempts, posts };
}
