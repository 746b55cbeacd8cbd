import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { type AdminRow, type NewAdmin, addAdmin } from "./admins.ts";
import { viewOnly } from "./permissions.ts";
import { type PinCost, hashPin } from "./pins.ts";
import { endSessionsOf, openSession, type SeenFrom } from "./sessions.ts";
import { openAccount } from "./throttle.ts";
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

/**
 * Adds an admin, if need be in the place of an account that was registered under the email and never activated: who registered may
 * be anybody, and keeps neither the PIN nor a session. Undefined if the email has another account.
 */
export async function addOrReplace(tx: Db, asked: NewAdmin, cost: PinCost, now: Date): Promise<AdminRow | undefined> {
  const added = await addAdmin(tx, asked, cost, now);
  if (added !== undefined) return added;
  const { pin, email, adminName, role, permissions } = asked;
  const pinHash = await hashPin(pin, cost);
  const [row] = await tx
    .update(admins)
    .set({ email, adminName, pinHash, role, permissions, createdAt: now, active: true, activatedAt: now, lastSeenAt: null })
    .where(and(eq(sql`lower(${admins.email})`, sql`lower(${email})`), eq(admins.active, false), isNull(admins.activatedAt)))
    .returning();
  if (row === undefined) return undefined;
  await endSessionsOf(tx, row.id, now);
  await openAccount(tx, row.email);
  return row;
}
