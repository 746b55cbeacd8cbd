import { useCallback, useMemo } from "react";
import { type Timeline, timelineFrom, type TimelineOf, timelineOthers, timelineRows } from "../../db/people/user-timeline.ts";
import { useAfterWrites } from "./use-after-writes.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { useSame } from "./use-same.ts";
import { useSync } from "./sync-context.ts";

const broken = () => "broken" as const;

/** Everything the cache knows of a user, in time order; undefined while loading, "broken" if unreadable. */
export function useUserTimeline({ id, username, email, phone, mayView, mayAudit }: TimelineOf): Timeline | "broken" | undefined {
  const { db, search } = useSync();
  const of = useSame<TimelineOf>({ id, username, email, phone, mayView, mayAudit });
  const rows = useAfterWrites(useCallback(() => timelineRows(db, search, of).catch(broken), [db, search, of]));
  const others = useKeyedQuery(() => timelineOthers(db, of).catch(broken), [db, of]);
  return useMemo(() => {
    if (rows === "broken" || others === "broken") return "broken";
    return rows && others && timelineFrom(rows, others, mayView);
  }, [rows, others, mayView]);
}
