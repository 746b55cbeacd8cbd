import { useLiveQuery } from "dexie-react-hooks";
import { asOfFollowed, type MovedPart } from "../../db/store/followed.ts";
import { readFollowed } from "../../db/store/freshness.ts";
import { useSync } from "./sync-context.ts";

/** Effective age of data requested at `asOf` (epoch ms), given that the host's change stream has kept it current since. */
export function useKeptUp(asOf: number, part?: MovedPart): number {
  const { db } = useSync();
  const followed = useLiveQuery(() => readFollowed(db), [db]);
  return asOfFollowed(followed, asOf, part);
}
