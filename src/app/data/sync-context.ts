import { createContext, useContext } from "react";
import type { Sync } from "../../sync/start-sync.ts";

export const SyncContext = createContext<Sync | undefined>(undefined);

/** The signed-in session's cache and verbs. Only below the route guard, which provides them. */
export function useSync(): Sync {
  const sync = useContext(SyncContext);
  if (!sync) throw new Error("no session");
  return sync;
}
