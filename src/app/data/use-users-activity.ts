import { useLiveQuery } from "./use-live-query.ts";
import { useCallback, useMemo } from "react";
import type { Attempt } from "../../db/money/journal.ts";
import { isNamed, type Person } from "../../db/people/person.ts";
import { attemptsFor, lastActivities, latestTransactionsOf } from "../../db/people/users-activity.ts";
import { troubleOf } from "../../sync/storage/storage-trouble.ts";
import { useSync } from "./sync-context.ts";
import { useAfterWrites } from "./use-after-writes.ts";

function broken(error: unknown): "broken" {
  // A lost database is opened again: the last answer stays.
  if (troubleOf(error) === "lost") throw error;
  return "broken";
}

/**
 * A user's latest cached transactions, of a currency or all; undefined while searching, "unnamed" if neither the user's id nor name is
 * known, as transactions have no email, and "broken" if the cache can't be searched.
 */
export function useLatestTransactions(
  { id, username }: Person,
  limit: number,
  currency?: string,
): Awaited<ReturnType<typeof latestTransactionsOf>> | "unnamed" | "broken" | undefined {
  const { db, search } = useSync();
  const rows = useAfterWrites(
    useCallback(
      () => latestTransactionsOf(db, search, { id, username }, limit, currency).catch(broken),
      [db, search, id, username, limit, currency],
    ),
  );
  return isNamed({ id, username }) ? rows : "unnamed";
}

/**
 * Time of each user's newest cached transaction (epoch ms), in the users' order; undefined while searching, if not
 * asked for, and if the cache can't be searched.
 */
export function useLastActivity(users: readonly Person[], isAsked: boolean): readonly (number | undefined)[] | undefined {
  const { search } = useSync();
  const key = JSON.stringify(isAsked ? users.map(({ id, username }) => ({ id, username })) : []);
  const people = useMemo((): readonly Person[] => JSON.parse(key), [key]);
  return useAfterWrites(useCallback(() => lastActivities(search, people).catch(() => undefined), [search, people]));
}

/** Attempts for a user from this device, latest first; undefined while loading. */
export function useAttemptsFor(email: string, phone: string | undefined): readonly Attempt[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => attemptsFor(db, email, phone), [db, email, phone]);
}
