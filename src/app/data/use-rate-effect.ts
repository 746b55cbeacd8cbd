import type { RateChange, RateEffect } from "../../db/transactions/rate-effect.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

export type Effect = { readonly is: "known"; readonly effect: RateEffect } | { readonly is: "looking" } | { readonly is: "broken" };

/** What a rate change would have meant for the cached trades of the last 24 h (RATE-4). Computed in the worker. */
export function useRateEffect(change: RateChange): Effect {
  const { search } = useSync();
  const state = useKeyedQuery(
    (): Promise<Effect> =>
      search.ask("effect", { change, now: Date.now(), clockAhead: hostClockOffset() }).then(
        (effect) => ({ is: "known", effect }),
        () => ({ is: "broken" }),
      ),
    // The object's identity changes with every render.
    [search, JSON.stringify(change)],
  );
  return state ?? { is: "looking" };
}
