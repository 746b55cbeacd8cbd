import { type AdminSettings, readAdminSettings } from "../../contract/admin-settings.ts";
import { nameOf } from "../../contract/call.ts";
import type { Host } from "../wire/host.ts";

/** The host's copy of the admin's settings. `not offered`: its config.json names no such call. */
export type HostSettings =
  | { readonly is: "not offered" }
  | { readonly is: "known"; readonly value: AdminSettings }
  | { readonly is: "failed" };

/** Reads the admin's settings from the host. Never rejects. */
export async function fetchAdminSettings(host: Host, signal: AbortSignal): Promise<HostSettings> {
  const path = host.config.settings;
  if (path === undefined) return { is: "not offered" };
  host.beginAnew(nameOf(readAdminSettings));
  const answer = await host.reads.read(readAdminSettings, { path }, signal);
  return answer.is === "answered" ? { is: "known", value: answer.value } : { is: "failed" };
}
