import { useEffect } from "react";
import type { Host } from "../../../sync/wire/host.ts";
import { useSync } from "../../data/sync-context.ts";
import { settings } from "../../state/settings.ts";
import { addToLog, callEntry, type DiagnosticsEntry, errorEntry } from "../../state/diagnostics-log.ts";

/** Batch interval for writing entries, in ms: local storage is slow. */
const writeAfterMs = 1000;

/** Writes the diagnostics log until the signal aborts; unwritten entries are dropped then. */
function collect(host: Host, signal: AbortSignal): void {
  let waiting: DiagnosticsEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // Nothing is written after the session, or after another tab has switched it off.
    if (waiting.length > 0 && !signal.aborted && settings.kept.dataCollection) addToLog(waiting);
    waiting = [];
  };
  const add = (entry: DiagnosticsEntry): void => {
    waiting.push(entry);
    timer ??= setTimeout(write, writeAfterMs);
  };
  const unsubscribe = host.ended.subscribe(() => {
    const note = host.ended.get();
    if (note) add(callEntry(note));
  });
  addEventListener("error", (event) => add(errorEntry(event.error, Date.now())), { signal });
  addEventListener("unhandledrejection", (event) => add(errorEntry(event.reason, Date.now())), { signal });
  addEventListener("pagehide", write, { signal });
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      unsubscribe();
    },
    { once: true },
  );
}

/** Data collection (SET-1); renders nothing. */
export function CollectDiagnostics() {
  const { host } = useSync();
  useEffect(() => {
    const stop = new AbortController();
    collect(host, stop.signal);
    return () => stop.abort();
  }, [host]);
  return null;
}
