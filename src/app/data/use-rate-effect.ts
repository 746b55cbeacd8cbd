import { useEffect, useState } from "react";
import type { RateChange, RateEffect } from "../../db/transactions/rate-effect.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useSync } from "./sync-context.ts";

export type Effect = { readonly is: "known"; readonly effect: RateEffect } | { readonly is: "looking" } | { readonly is: "broken" };

/** What a rate change would have meant for the cached trades of the last 24 h (RATE-4). Computed in the worker. */
export function useRateEffect(change: RateChange): Effect {
  const { search } = useSync();
  const key = JSON.stringify(change);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly effect: Effect }>();
  useEffect(() => {
    let isOver = false;
    const say = (effect: Effect): void => {
      if (!isOver) setAnswer({ key, effect });
    };
    // Depend on the key, as the object's identity changes with every render.
    const asked = { change: JSON.parse(key) as RateChange, now: Date.now(), clockAhead: hostClockOffset() };
    search.ask("effect", asked).then(
      (effect) => say({ is: "known", effect }),
      () => say({ is: "broken" }),
    );
    return () => {
      isOver = true;
    };
  }, [search, key]);
  return answer?.key === key ? answer.effect : { is: "looking" };
}
