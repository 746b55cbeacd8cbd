import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { type AdminRow, addAdmin } from "./admins.ts";
import { viewOnly } from "./permissions.ts";
import { openSession, type SeenFrom } from "./sessions.ts";
import { signToken } from "./tokens.ts";

interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly passwordPin: string;
}

/**
 * Registers an account that awaits activation by a super_admin. If the email is taken, `added` is undefined, and `shown` and
 * `token` look and behave like those of a new account that is never activated.
 */
export async function registered(
  deps: Deps,
  { name: adminName, email, passwordPin: pin }: Newcomer,
  from: SeenFrom,
): Promise<{ readonly shown: AdminRow; readonly added: AdminRow | undefined; readonly token: string }> {
  const now = deps.clock();
  const asked = { email, adminName, role: "moderator", permissions: viewOnly, active: false } as const;
  const added = await addAdmin(deps.db, { ...asked, pin }, deps.pinCost, now);
  if (added !== undefined) return { shown: added, added, token: (await openSession(deps, added, from)).accessToken };
  const nobody = { ...asked, id: newId(now), pinHash: "", demo: false, createdAt: now, activatedAt: null, lastSeenAt: null };
  return { shown: nobody, added, token: await signToken(deps.tokenKey, nobody, { id: newId(now), onlyAddsPasskey: false }, now) };
}
