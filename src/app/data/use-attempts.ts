import { useLiveQuery } from "./use-live-query.ts";
import { type Attempt, attemptOf, latestAttempts, readAttempt } from "../../db/money/journal.ts";
import { subjectOf } from "../../sync/money/gate.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { useFencePosts } from "./use-gate.ts";

/** An attempt from the journal; undefined while loading or if there is none. */
export function useAttempt(id: string | undefined): Attempt | undefined {
  const { db } = useSync();
  return useKeyedQuery(() => (id === undefined ? undefined : readAttempt(db, id)), [db, id]);
}

/** The attempt for a ledger reference; null if this device knows none, undefined while loading. */
export function useAttemptOf(reference: string): Attempt | null | undefined {
  const { db } = useSync();
  return useKeyedQuery(async () => (await attemptOf(db, reference)) ?? null, [db, reference]);
}

/** The unsettled attempt that blocks sending the same again; undefined if none does. */
export function useStanding(operation: string, subject: readonly string[]): string | undefined {
  const { gate } = useSync();
  const posts = useFencePosts();
  const text = subjectOf({ operation, subject });
  return useLiveQuery(() => gate.standing(text), [gate, text, posts]);
}

/** The journal, latest first, all of it or at most `limit`; undefined while loading. */
export function useJournal(limit?: number): readonly Attempt[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => latestAttempts(db, limit), [db, limit]);
}
