import type { Analytics } from "../../contract/analytics.ts";
import { readAnalytics, userTotal } from "../../db/figures/analytics.ts";
import { useCached } from "./use-cached.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";

/** The dashboard's figures from the cache. `loading`: none cached yet, first answer pending. */
export function useAnalytics(): {
  figures: Analytics | undefined;
  userTotal: number | undefined;
  asOf: number | undefined;
  loading: boolean;
} {
  const sync = useSync();
  const working = useObservable(sync.dispatcher.working);
  const cached = useCached("figures", sync, async (db) => ({
    analytics: await readAnalytics(db),
    users: await userTotal(db),
  }));
  return {
    figures: cached?.analytics?.figures,
    userTotal: cached?.users,
    asOf: cached?.analytics?.asOf,
    loading: cached === undefined || (cached.analytics === undefined && working.includes("analytics")),
  };
}
