import { useEffect, useEffectEvent } from "react";
import type { Trouble } from "../../sync/wire/read-queue.ts";
import { useSync } from "./sync-context.ts";

/** Calls back once for each failed read from now on. */
export function useTroubles(onTrouble: (trouble: Trouble) => void): void {
  const { host } = useSync();
  const tell = useEffectEvent(onTrouble);
  useEffect(
    () =>
      host.trouble.subscribe(() => {
        const trouble = host.trouble.get();
        if (trouble) tell(trouble);
      }),
    [host],
  );
}
