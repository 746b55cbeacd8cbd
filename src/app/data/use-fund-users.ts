import { plainText } from "../../contract/text.ts";
import { readUser } from "../../db/people/users.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

/** Details of a cached user shown beside an order. */
export interface CachedUser {
  readonly email: string;
  readonly name: string;
  readonly level: number | undefined;
}

type UserRow = NonNullable<Awaited<ReturnType<typeof readUser>>>;

const shown = (row: UserRow, email: string): CachedUser => ({ email, name: row.name ?? row.username ?? email, level: row.kycLevel });

/** The cached user with a complete email; "none" if not cached, undefined while loading or while the email is incomplete. */
export function useCachedUser(typed: string): CachedUser | "none" | undefined {
  const { db } = useSync();
  const email = plainText(typed);
  const isWhole = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return useKeyedQuery(async () => {
    if (!isWhole) return undefined;
    const row = await readUser(db, { email });
    return row ? shown(row, row.email ?? email) : "none";
  }, [db, email, isWhole]);
}
