import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import type { HostEnv } from "../http/host-env.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";
import { tellOfSignIn } from "./admin-settings.ts";
import { type AdminRow, publicAdmin } from "./admins.ts";
import { openSession, type SeenFrom } from "./sessions.ts";

/**
 * Opens a session for an authenticated admin, and returns the sign-in answer. If a passkey is required and the admin has none, the
 * session may only add one (PASS-3). Throws 401 if the PIN, the account or the passkey has changed since it was checked.
 */
export async function sessionOpened(deps: Deps, c: Context<HostEnv>, admin: AdminRow, from: SeenFrom, passkeyId?: string): Promise<object> {
  const onlyAddsPasskey = deps.requirePasskey && !(await hasPasskey(deps.db, admin.id));
  const tokens = await openSession(deps, admin, from, onlyAddsPasskey, passkeyId);
  deps.devices.keep(c, admin.id, deps.publicUrl?.startsWith("https:") ?? false);
  await tellOfSignIn(deps, admin, from.address);
  return {
    success: true,
    message: onlyAddsPasskey ? "Signed in. Add a passkey to go on." : "Signed in",
    admin: publicAdmin(admin),
    ...tokens,
  };
}
