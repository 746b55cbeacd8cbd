import { useEffect, useState } from "react";
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
} {
  const { host, session } = useSync();
  const isOut = useReach().is === "unreachable";
  const [state, setState] = useState<KnownHostSettings>({ is: "awaited" });
  useEffect(() => {
    if (isOut) return;
    const stop = new AbortController();
    void fetchAdminSettings(host, stop.signal).then((answer) => {
      if (!stop.signal.aborted) setState(answer);
    });
    return () => stop.abort();
  }, [host, isOut]);
  const refresh = async () => setState(await fetchAdminSettings(host, new AbortController().signal));
  return {
    state,
    refresh,
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
