import { asc, eq, or } from "drizzle-orm";
import type { AdminRole } from "../../src/contract/sign-in.ts";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import type { AdminRow } from "./admins.ts";
import { endLinksOf } from "./pin-resets.ts";
import { permissionsOf, type Permissions } from "./permissions.ts";
import type { SignedIn } from "./require-admin.ts";
import { endSessionsOf } from "./sessions.ts";
import { openAccount } from "./throttle.ts";

interface AdminChange {
  readonly role?: AdminRole | undefined;
  readonly active?: boolean | undefined;
}

/** Throws 403 unless the granting admin has all of the role's permissions. */
export function requireGrantable(by: Pick<SignedIn, "permissions">, role: AdminRole): Permissions {
  const permissions = permissionsOf[role];
  const more = Object.entries(permissions).find(([name, granted]) => granted && by.permissions[name] !== true);
  if (more !== undefined) throw new Refusal(403, `You can't give a ${role}'s permission ${more[0]}, which you don't have.`);
  return permissions;
}

/**
 * Locks the admin to be changed and every super_admin until the transaction ends, in id order, so that of two concurrent changes
 * the second sees the first.
 */
async function holdAll(tx: Db, id: string): Promise<ReadonlyMap<string, AdminRow>> {
  const held = await tx
    .select()
    .from(admins)
    .where(or(eq(admins.role, "super_admin"), eq(admins.id, id)))
    .orderBy(asc(admins.id))
    .for("update");
  return new Map(held.map((row) => [row.id, row]));
}

interface Changing {
  readonly tx: Db;
  readonly now: Date;
  /** As of this transaction (`requireStill`). */
  readonly by: Pick<SignedIn, "id" | "role" | "permissions">;
  readonly demoAccounts: boolean;
}

/**
 * Changes an admin's role, with its permissions, or whether the account is active; disabling ends its sessions and PIN links,
 * enabling lifts its locks.
 * Returns the row before and after.
 */
export async function changeAdminRow(
  { tx, now, by, demoAccounts }: Changing,
  id: string,
  { role, active }: AdminChange,
): Promise<{ before: AdminRow; after: AdminRow }> {
  if (id === by.id) throw new Refusal(403, "Nobody changes their own account. Ask another super_admin.");
  const held = await holdAll(tx, id);
  const before = held.get(id);
  if (before === undefined) throw new Refusal(404, "There is no such admin");
  if (by.role !== "super_admin" && (before.role === "super_admin" || role === "super_admin"))
    throw new Refusal(403, "Only a super_admin can change a super_admin, or make one.");
  const permissions = role === undefined ? before.permissions : requireGrantable(by, role);
  const canAct = (one: AdminRow): boolean => one.active && one.role === "super_admin" && (demoAccounts || !one.demo);
  const next: AdminRow = { ...before, role: role ?? before.role, active: active ?? before.active };
  if (canAct(before) && !canAct(next) && ![...held.values()].some((one) => one.id !== id && canAct(one)))
    throw new Refusal(409, "The last active super_admin can't be disabled or get another role.");
  const [after = before] = await tx
    .update(admins)
    .set({
      role: next.role,
      permissions,
      active: next.active,
      activatedAt: before.activatedAt ?? (before.active ? before.createdAt : next.active ? now : null),
    })
    .where(eq(admins.id, id))
    .returning();
  // On re-enabling too: a session opened during the disabling must not revive.
  const isBack = !before.active && before.activatedAt !== null;
  if (!next.active || isBack) {
    await endSessionsOf(tx, id, now);
    await endLinksOf(tx, id, now);
  }
  // Whoever waited for it may have tried the right PIN too often.
  if (next.active && !before.active) await openAccount(tx, before.email);
  return { before, after };
}
