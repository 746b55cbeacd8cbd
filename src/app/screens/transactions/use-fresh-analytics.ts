import { useEffect } from "react";
import { dashboardAnalytics } from "../../../contract/analytics.ts";
import { nameOf } from "../../../contract/call.ts";
import { keepFresh } from "../../../sync/transactions/keep-fresh.ts";
import { useSync } from "../../data/sync-context.ts";

/** Fetches the figures now, and periodically while mounted (SYNC-2). */
export function useFreshAnalytics(): void {
  const sync = useSync();
  useEffect(() => {
    const stop = new AbortController();
    sync.beginAnew(nameOf(dashboardAnalytics));
    keepFresh(sync.host, sync.refreshAnalytics, stop.signal, "analytics");
    return () => stop.abort();
  }, [sync]);
}
