import { useLiveQuery } from "dexie-react-hooks";
import type { Attempt } from "../../db/journal.ts";
import { attemptsFor, latestTransactionsOf, type Person } from "../../db/users-activity.ts";
import { useSync } from "./sync-context.ts";

/** A user's latest cached transactions; undefined while they are being found. */
export function useLatestTransactions(
  { id, username }: Person,
  limit: number,
): Awaited<ReturnType<typeof latestTransactionsOf>> | undefined {
  const { db, search } = useSync();
  return useLiveQuery(() => latestTransactionsOf(db, search, { id, username }, limit), [db, search, id, username, limit]);
}

/** What was tried for a user from this device, latest first; undefined while it is being read. */
export function useAttemptsFor(email: string, phone: string | undefined, limit: number): readonly Attempt[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => attemptsFor(db, email, phone, limit), [db, email, phone, limit]);
}
