import { useEffect, useState } from "react";
import type { Kind, UsualTime } from "../../db/transactions/usual-time.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useSync } from "./sync-context.ts";

export type Usual = UsualTime | { readonly is: "looking" } | { readonly is: "broken" };

/** Usual duration of transactions of a kind, as far as this device saw them end (FIND-8). Computed in the worker. */
export function useUsualTime({ type, currency, bank }: Kind): Usual {
  const { search } = useSync();
  const key = JSON.stringify([type, currency, bank]);
  const [answer, setAnswer] = useState<{ key: string; usual: Usual }>();
  useEffect(() => {
    let isOver = false;
    const say = (usual: Usual): void => {
      if (!isOver) setAnswer({ key, usual });
    };
    search.ask("usual", { kind: { type, currency, bank }, clockAhead: hostClockOffset() }).then(say, () => say({ is: "broken" }));
    return () => {
      isOver = true;
    };
  }, [search, key, type, currency, bank]);
  return answer?.key === key ? answer.usual : { is: "looking" };
}
