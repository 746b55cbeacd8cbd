import { nameOf } from "../../contract/call.ts";
import { recentTransactions } from "../../contract/transactions.ts";
import type { MovedSubject } from "../../db/money/moved.ts";
import { sameListed } from "../../db/people/same-listed.ts";
import { hostNow } from "../../sync/state/session-store.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";
import { useFeed } from "./use-feed.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

/** Window in which the same is pointed out, in ms. */
const sameWithinMs = 24 * 3_600_000;

/** When the same was last moved for a user within a day (host epoch ms), by the transactions, which are kept fresh meanwhile. */
export function useSameListed(moved: MovedSubject & { readonly amount: string }): number | undefined {
  const { db } = useSync();
  useFeed("head", usePermission("canViewTransactions") ? null : undefined, nameOf(recentTransactions));
  return useKeyedQuery(() => sameListed(db, moved, hostNow() - sameWithinMs), [db, moved]);
}
