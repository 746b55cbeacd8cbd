import { useLiveQuery } from "./use-live-query.ts";
import { type Timeline, type TimelineOf, userTimeline } from "../../db/people/user-timeline.ts";
import { useSync } from "./sync-context.ts";

/** Everything the cache knows of a user, in time order; undefined while loading, "broken" if unreadable. */
export function useUserTimeline({ id, username, email, phone, mayView, mayAudit }: TimelineOf): Timeline | "broken" | undefined {
  const { db, search } = useSync();
  return useLiveQuery(
    () => userTimeline(db, search, { id, username, email, phone, mayView, mayAudit }).catch(() => "broken" as const),
    [db, search, id, username, email, phone, mayView, mayAudit],
  );
}
