import { useEffect, useState } from "react";
import { loadConfig } from "../../sync/config.ts";
import { type Host, connect } from "../../sync/host.ts";

export type HostState = { is: "loading" } | { is: "ready"; host: Host } | { is: "broken"; field: string | undefined; problem: string };

/** Asked for before React draws anything. */
const firstLoading = loadConfig();

/** Reads config.json and connects to its host; `retry` reads it again. */
export function useConfiguredHost(): { state: HostState; retry: () => void } {
  const [state, setState] = useState<HostState>({ is: "loading" });
  const [loading, setLoading] = useState(firstLoading);
  useEffect(() => {
    const stop = new AbortController();
    void loading.then((loaded) => {
      if (stop.signal.aborted) return;
      setState(loaded.is === "ok" ? { is: "ready", host: connect(loaded.config, stop.signal) } : loaded);
    });
    return () => stop.abort();
  }, [loading]);
  return { state, retry: () => setLoading(loadConfig()) };
}
