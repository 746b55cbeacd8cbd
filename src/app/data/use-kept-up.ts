import { useLiveQuery } from "dexie-react-hooks";
import { asOfFollowed, type MovedPart } from "../../db/store/followed.ts";
import { readFollowed } from "../../db/store/freshness.ts";
import { useSync } from "./sync-context.ts";

/** As of when something lacks nothing that was asked for at `asOf` (epoch ms), as the host's stream of changes has kept it up. */
export function useKeptUp(asOf: number, part?: MovedPart): number {
  const { db } = useSync();
  const followed = useLiveQuery(() => readFollowed(db), [db]);
  return asOfFollowed(followed, asOf, part);
}
