import { useCallback, useEffect, useRef } from "react";

/** For work of which only the latest run counts: `begin` stops the run before, and leaving the screen the last one. */
export function useLatestRun(): { readonly begin: () => AbortSignal; readonly stop: () => void } {
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  const begin = useCallback((): AbortSignal => {
    stop();
    return (running.current = new AbortController()).signal;
  }, [stop]);
  useEffect(() => stop, [stop]);
  return { begin, stop };
}
