import { nameOf } from "../../contract/call.ts";
import { recentTransactions } from "../../contract/transactions.ts";
import type { MovedSubject } from "../../db/money/moved.ts";
import { sameListed, type SameListed } from "../../db/people/same-listed.ts";
import { hostNow } from "../../sync/state/session-store.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";
import { useFeed } from "./use-feed.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

/** Window in which the same is pointed out, in ms. */
const sameWithinMs = 24 * 3_600_000;

/**
 * Whether the same was moved for a user within a day, by the transactions, which are kept fresh meanwhile; "unknown" also where the
 * host can't be asked for them.
 */
export function useSameListed(moved: MovedSubject & { readonly amount: string }): SameListed | { readonly is: "looking" } {
  const { db } = useSync();
  const { fetching } = useFeed("head", usePermission("canViewTransactions") ? null : undefined, nameOf(recentTransactions));
  const listed = useKeyedQuery(() => sameListed(db, moved, hostNow() - sameWithinMs), [db, moved]);
  if (listed?.is === "found") return listed;
  if (listed === undefined || fetching.is === "waiting") return { is: "looking" };
  return fetching.is === "done" ? listed : { is: "unknown" };
}
