import { useCallback, useEffect, useRef, useState } from "react";
import { type AdminSettings, writeAdminSettings } from "../../contract/admin-settings.ts";
import { type HostSettings, fetchAdminSettings } from "../../sync/session/admin-settings.ts";
import type { Intent } from "../../sync/money/gate.ts";
import { useSync } from "./sync-context.ts";
import { useReach } from "./use-reach.ts";

export type KnownHostSettings = HostSettings | { readonly is: "awaited" };

/** The admin's settings stored at the host, and the intent that changes them; refetched whenever the host becomes reachable. */
export function useAdminSettings(): {
  readonly state: KnownHostSettings;
  readonly intent: (next: AdminSettings) => Intent<typeof writeAdminSettings>;
  readonly refresh: () => Promise<void>;
  /** Shows what the host has just saved, until it is read again. */
  readonly note: (saved: AdminSettings) => void;
} {
  const { host, session } = useSync();
  const isOut = useReach().is === "unreachable";
  const [state, setState] = useState<KnownHostSettings>({ is: "awaited" });
  const turn = useRef(0);
  const read = useCallback(
    async (signal: AbortSignal) => {
      turn.current += 1;
      const mine = turn.current;
      const answer = await fetchAdminSettings(host, signal);
      if (mine === turn.current && !signal.aborted) setState(answer);
    },
    [host],
  );
  useEffect(() => {
    if (isOut) return;
    const stop = new AbortController();
    void read(stop.signal);
    return () => stop.abort();
  }, [read, isOut]);
  const refresh = () => read(new AbortController().signal);
  return {
    state,
    refresh,
    note: (saved) => setState({ is: "known", value: saved }),
    intent: (next) => ({
      call: writeAdminSettings,
      path: host.config.settings,
      body: next,
      operation: "saveSettings",
      subject: ["settings", session.identity],
      target: session.admin.email ?? "",
      details: { emailNotifications: String(next.emailNotifications) },
      refresh,
    }),
  };
}
