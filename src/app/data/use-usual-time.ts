import type { Kind, UsualTime } from "../../db/transactions/usual-time.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

export type Usual = UsualTime | { readonly is: "looking" } | { readonly is: "broken" };

/** Usual duration of transactions of a kind, as far as this device saw them end (FIND-8). Computed in the worker. */
export function useUsualTime({ type, currency, bank }: Kind): Usual {
  const { search } = useSync();
  const state = useKeyedQuery(
    (): Promise<Usual> =>
      search.ask("usual", { kind: { type, currency, bank }, clockAhead: hostClockOffset() }).catch(() => ({ is: "broken" })),
    [search, type, currency, bank],
  );
  return state ?? { is: "looking" };
}
