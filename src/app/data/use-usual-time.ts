import { useEffect, useState } from "react";
import type { Kind, UsualTime } from "../../db/transactions/usual-time.ts";
import { hostNow } from "../../sync/state/session-store.ts";
import { useSync } from "./sync-context.ts";

export type Usual = UsualTime | { readonly is: "looking" } | { readonly is: "broken" };

/** How far the host's clock is ahead of the device's, in ms, as far as the device knows. */
export const clockAhead = (): number => hostNow() - Date.now();

/** How long transactions of a kind usually take, as far as this device saw them end (FIND-8). Worked out beside the page. */
export function useUsualTime({ type, currency, bank }: Kind): Usual {
  const { search } = useSync();
  const key = JSON.stringify([type, currency, bank]);
  const [answer, setAnswer] = useState<{ key: string; usual: Usual }>();
  useEffect(() => {
    let isOver = false;
    const say = (usual: Usual): void => {
      if (!isOver) setAnswer({ key, usual });
    };
    search.usual({ kind: { type, currency, bank }, clockAhead: clockAhead() }).then(say, () => say({ is: "broken" }));
    return () => {
      isOver = true;
    };
  }, [search, key, type, currency, bank]);
  return answer?.key === key ? answer.usual : { is: "looking" };
}
