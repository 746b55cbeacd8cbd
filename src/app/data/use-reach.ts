import { useCallback, useSyncExternalStore } from "react";
import type { Host } from "../../sync/wire/host.ts";
import type { Reach } from "../../sync/wire/reach.ts";
import { useSync } from "./sync-context.ts";

/** Whether a host can be reached, judging by its answers. */
export function useReachOf(host: Host): Reach {
  const subscribe = useCallback((listener: () => void) => host.reach.subscribe(listener), [host]);
  return useSyncExternalStore(subscribe, () => host.reach.state);
}

/** Whether the signed-in session's host can be reached. */
export const useReach = (): Reach => useReachOf(useSync().host);
