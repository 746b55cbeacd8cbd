import { useLiveQuery } from "./use-live-query.ts";
import { asOfFollowed, type MovedPart } from "../../db/store/followed.ts";
import { readFollowed } from "../../db/store/freshness.ts";
import { useSync } from "./sync-context.ts";

/** Time (epoch ms) up to which data requested at `asOf` is current, given the host's change stream since. */
export function useKeptUp<T extends number | undefined>(asOf: T, part?: MovedPart): number | T {
  const { db } = useSync();
  const followed = useLiveQuery(() => readFollowed(db), [db]);
  return asOf === undefined ? asOf : asOfFollowed(followed, asOf, part);
}
