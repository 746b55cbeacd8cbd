import { useEffect } from "react";
import { keepFresh } from "../../../sync/keep-fresh.ts";
import { useSync } from "../../data/sync-context.ts";

/** Fetches the figures now, and again for as long as the screen stands (SYNC-2). */
export function useFreshAnalytics(): void {
  const sync = useSync();
  useEffect(() => {
    const stop = new AbortController();
    void sync.refreshAnalytics();
    keepFresh(sync.host, sync.refreshAnalytics, stop.signal);
    return () => stop.abort();
  }, [sync]);
}
