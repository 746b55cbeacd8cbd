import { useEffect, useEffectEvent } from "react";
import type { Host } from "../../sync/wire/host.ts";
import type { Trouble } from "../../sync/wire/read-queue.ts";
import { useSync } from "./sync-context.ts";

/** Calls back once for each failed read from now on. */
export const useTroubles = (onTrouble: (trouble: Trouble) => void): void => useTroublesOf(useSync().host, onTrouble);

/** The same where no cache is open yet. */
export function useTroublesOf(host: Host, onTrouble: (trouble: Trouble) => void): void {
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
