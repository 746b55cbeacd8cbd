import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { searchText } from "../../src/contract/text.ts";
import { emailForms } from "../../src/contract/user-terms.ts";
import type { AdminRole } from "../../src/contract/sign-in.ts";
import type { Actor } from "../audit/draft.ts";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { newId } from "../ids.ts";
import type { Permissions } from "./permissions.ts";
import { type PinCost, hashPin } from "./pins.ts";

export type AdminRow = typeof admins.$inferSelect;

export interface NewAdmin {
  readonly email: string;
  readonly adminName: string;
  readonly pin: string;
  readonly role: AdminRole;
  readonly permissions: Permissions;
  readonly demo?: boolean;
  /** False: awaits activation by a super_admin. */
  readonly active?: boolean;
}

export async function findAdmin(db: Db, email: string): Promise<AdminRow | undefined> {
  const [row] = await db
    .select()
    .from(admins)
    .where(inArray(sql`lower(plain_text(${admins.email}))`, emailForms(searchText(email))))
    .orderBy(desc(sql`lower(${admins.email}) = ${searchText(email)}`))
    .limit(1);
  return row;
}

/** Refuses a sign-in whose PIN, passkey or account has changed since it was checked. */
export const changedMeanwhile = (): Refusal => new Refusal(401, "Your account has just changed. Sign in again.");

/** Locks an admin until the transaction ends. */
export async function holdAdmin(tx: Db, id: string): Promise<void> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for("no key update");
}

/** As `holdAdmin`. Throws 401 if the PIN or the account's state isn't as in `admin` any more. */
export async function holdUnchanged(tx: Db, { id, pinHash, active }: AdminRow): Promise<void> {
  const held = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, id), eq(admins.pinHash, pinHash), eq(admins.active, active)))
    .for("no key update");
  if (held.length === 0) throw changedMeanwhile();
}

/** Adds an admin; undefined if the email is taken. */
export async function addAdmin(
  db: Db,
  { pin, demo = false, active = true, ...admin }: NewAdmin,
  cost: PinCost,
  now: Date,
): Promise<AdminRow | undefined> {
  const pinHash = await hashPin(pin, cost);
  const [row] = await db
    .insert(admins)
    .values({ id: newId(now), ...admin, pinHash, demo, createdAt: now, active, activatedAt: active ? now : null })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Whether an account was registered and never activated. */
export const isWaiting = ({ active, activatedAt }: Pick<AdminRow, "active" | "activatedAt">): boolean => !active && activatedAt === null;

export const waitingMessage = "This account waits until a super_admin activates it.";
export const disabledMessage = "This account is disabled. Ask a super_admin.";

/** An admin as the audit log's actor. */
export const actorOf = ({ id, email, role }: AdminRow): Actor => ({ id, email, role });

/** An admin as in sign-in answers. */
export const publicAdmin = (row: AdminRow): object => ({
  id: row.id,
  name: row.adminName,
  adminName: row.adminName,
  email: row.email,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
});
