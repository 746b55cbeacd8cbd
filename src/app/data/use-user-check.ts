import { useCallback, useEffect, useState } from "react";
import { askBalances, askLatest, type Balances, type Latest } from "../../sync/feeds/user-check.ts";
import { useSync } from "./sync-context.ts";
import { useLatestRun } from "./use-latest-run.ts";

export type UserCheck =
  | { readonly is: "none" }
  | { readonly is: "checking" }
  | { readonly is: "checked"; readonly balances: Balances; readonly latest: Latest };

/** Fetches a user's balances and latest transactions on demand; previous results stay meanwhile. */
export function useUserCheck(
  email: string,
  currency: string,
): { readonly check: UserCheck; readonly busy: boolean; readonly run: () => void } {
  const sync = useSync();
  const [check, setCheck] = useState<UserCheck>({ is: "none" });
  const [busy, setBusy] = useState(false);
  const { begin } = useLatestRun();
  const run = useCallback(() => {
    const signal = begin();
    setBusy(true);
    setCheck((known) => (known.is === "checked" ? known : { is: "checking" }));
    void Promise.all([askBalances(sync, email, signal), askLatest(sync, email, currency, signal)]).then(([balances, latest]) => {
      if (signal.aborted) return;
      setBusy(false);
      setCheck({ is: "checked", balances, latest });
    });
  }, [sync, email, currency, begin]);
  return { check, busy, run };
}

/** A user's current balances at the host, fetched once; undefined while pending, or if there is no email. */
export function useBalancesNow(email: string | undefined): Balances | undefined {
  const sync = useSync();
  const [known, setKnown] = useState<{ email: string; balances: Balances }>();
  useEffect(() => {
    if (email === undefined) return;
    const stop = new AbortController();
    void askBalances(sync, email, stop.signal).then((balances) => {
      if (!stop.signal.aborted) setKnown({ email, balances });
    });
    return () => stop.abort();
  }, [sync, email]);
  return known?.email === email ? known?.balances : undefined;
}
