import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import type { HostEnv } from "../http/host-env.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";
import { tellOfSignIn } from "./admin-settings.ts";
import { type AdminRow, publicAdmin } from "./admins.ts";
import { openSession, type SeenFrom } from "./sessions.ts";

/**
 * Opens a session for an authenticated admin, and returns the sign-in answer. If a passkey is required and the admin has none, the
 * session may only add one (PASS-3).
 */
export async function sessionOpened(deps: Deps, c: Context<HostEnv>, admin: AdminRow, from: SeenFrom): Promise<object> {
  const onlyAddsPasskey = deps.requirePasskey && !(await hasPasskey(deps.db, admin.id));
  deps.devices.keep(c, admin.id, deps.publicUrl?.startsWith("https:") ?? false);
  await tellOfSignIn(deps, admin, from.address);
  return {
    success: true,
    message: onlyAddsPasskey ? "Signed in. Add a passkey to go on." : "Signed in",
    admin: publicAdmin(admin),
    ...(await openSession(deps, admin, from, onlyAddsPasskey)),
  };
}
