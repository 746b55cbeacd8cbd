import { useEffect, useRef } from "react";
import type { Trouble } from "../../sync/wire/read-queue.ts";
import { useSync } from "./sync-context.ts";

/** Calls back once for each failed read from now on. */
export function useTroubles(onTrouble: (trouble: Trouble) => void): void {
  const { host } = useSync();
  const latest = useRef(onTrouble);
  useEffect(() => {
    latest.current = onTrouble;
  });
  useEffect(
    () =>
      host.trouble.subscribe(() => {
        const trouble = host.trouble.get();
        if (trouble) latest.current(trouble);
      }),
    [host],
  );
}
