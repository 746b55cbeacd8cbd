import { type AdminSettings, readAdminSettings, writeAdminSettings } from "../../contract/admin-settings.ts";
import type { Intent } from "../../sync/money/gate.ts";
import { useSync } from "./sync-context.ts";
import { type Held, useHeld } from "./use-held.ts";

/** The host's copy of the admin's settings. `not offered`: its config.json names no such call. */
export type KnownHostSettings = Held<AdminSettings> | { readonly is: "not offered" };

/** The admin's settings stored at the host, and the intent that changes them. */
export function useAdminSettings(): {
  readonly state: KnownHostSettings;
  readonly intent: (next: AdminSettings) => Intent<typeof writeAdminSettings>;
  readonly refresh: () => Promise<void>;
  /** Shows what the host has just saved, until it is read again. */
  readonly note: (saved: AdminSettings) => void;
} {
  const { host, session } = useSync();
  const path = host.config.settings;
  const { state, refresh, note } = useHeld(readAdminSettings, path);
  return {
    state: path === undefined ? { is: "not offered" } : state,
    refresh,
    note,
    intent: (next) => ({
      call: writeAdminSettings,
      path,
      body: next,
      operation: "saveSettings",
      subject: ["settings", session.identity],
      target: session.admin.email ?? "",
      details: { emailNotifications: String(next.emailNotifications) },
      refresh,
    }),
  };
}
