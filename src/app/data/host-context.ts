import { createContext, useContext } from "react";
import type { Host } from "../../sync/wire/host.ts";

export const HostContext = createContext<Host | undefined>(undefined);

/** The configured host; available once config.json is read. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("no host");
  return host;
}
