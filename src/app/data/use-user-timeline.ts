import { useLiveQuery } from "dexie-react-hooks";
import { type Timeline, type TimelineOf, userTimeline } from "../../db/people/user-timeline.ts";
import { useSync } from "./sync-context.ts";

/** All that the cache knows of a user, in the order of time; undefined while it is being read, "broken" where it can't be. */
export function useUserTimeline({ id, username, email, phone, mayView, mayAudit }: TimelineOf): Timeline | "broken" | undefined {
  const { db, search } = useSync();
  return useLiveQuery(
    () => userTimeline(db, search, { id, username, email, phone, mayView, mayAudit }).catch(() => "broken" as const),
    [db, search, id, username, email, phone, mayView, mayAudit],
  );
}
