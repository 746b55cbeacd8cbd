import { useLiveQuery } from "dexie-react-hooks";
import { useEffect } from "react";
import { type Attempt, unsettledAttempts } from "../../db/money/journal.ts";
import type { FencePost } from "../../sync/money/fence.ts";
import type { MutationGate } from "../../sync/money/gate.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";

/** The gate through which every change goes. */
export const useGate = (): MutationGate => useSync().gate;

/** An attempt that runs in another tab is looked after this often, in case that tab dies, in ms. */
const adoptEveryMs = 2000;

/**
 * Attempts whose end nobody knows, oldest first. One that is still under way, here or in another tab, is
 * not among them; when the tab that ran it dies, it is.
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
        // A journal that can't be read now is read again at the next turn.
      });
    }, adoptEveryMs);
    return () => clearInterval(timer);
  }, [gate, isElsewhere]);
  return (attempts ?? []).filter((attempt) => attempt.state.is === "unknown");
}

/** Posts of attempts that the journal doesn't hold; follows the other tabs. */
export function useFencePosts(): readonly FencePost[] {
  const { gate } = useSync();
  useEffect(() => {
    const follow = () => void gate.readPosts();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [gate]);
  return useObservable(gate.posts);
}

/** All that waits to be settled by an admin: what is unsettled in the journal, and what was at the last sign-out. */
export function useToSettle(): { attempts: readonly Attempt[]; posts: readonly FencePost[] } {
  const attempts = useUnsettled();
  const posts = useFencePosts().filter((post) => !attempts.some((attempt) => attempt.id === post.attempt));
  return { attempts, posts };
}
