import { useEffect, useState } from "react";
import { type LoadedConfig, loadConfig } from "../../sync/wire/config.ts";
import { type Host, connect } from "../../sync/wire/host.ts";

export type NoConfig = Exclude<LoadedConfig, { is: "ok" }>;
export type HostState = { is: "loading" } | { is: "ready"; host: Host; gateway: boolean } | NoConfig;

/** Requested before React renders anything. */
const firstLoading = loadConfig();

/** Reads config.json and connects to its host; `retry` reads it again and resolves when done. */
export function useConfiguredHost(): { state: HostState; retry: () => Promise<unknown> } {
  const [state, setState] = useState<HostState>({ is: "loading" });
  const [loading, setLoading] = useState(firstLoading);
  useEffect(() => {
    const stop = new AbortController();
    void loading.then((loaded) => {
      if (stop.signal.aborted) return;
      setState(loaded.is === "ok" ? { is: "ready", host: connect(loaded.config, stop.signal), gateway: loaded.gateway === true } : loaded);
    });
    return () => stop.abort();
  }, [loading]);
  const retry = (): Promise<unknown> => {
    const again = loadConfig();
    setLoading(again);
    return again;
  };
  return { state, retry };
}
