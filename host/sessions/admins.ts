import { eq, sql } from "drizzle-orm";
import type { AdminRole } from "../../src/contract/sign-in.ts";
import type { Actor } from "../audit/draft.ts";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import { newId } from "../ids.ts";
import type { Permissions } from "./permissions.ts";
import { type PinCost, hashPin } from "./pins.ts";

export type AdminRow = typeof admins.$inferSelect;

interface NewAdmin {
  readonly email: string;
  readonly adminName: string;
  readonly pin: string;
  readonly role: AdminRole;
  readonly permissions: Permissions;
  readonly demo?: boolean;
  /** False: it waits until a super_admin activates it. */
  readonly active?: boolean;
}

export async function findAdmin(db: Db, email: string): Promise<AdminRow | undefined> {
  const [row] = await db
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, email.toLowerCase()));
  return row;
}

/** Adds an admin; undefined when the email is taken. */
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

/** The admin as the audit log names the one who acts. */
export const actorOf = ({ id, email, role }: AdminRow): Actor => ({ id, email, role });

/** The admin as sign-in answers carry it. */
export const publicAdmin = (row: AdminRow): object => ({
  id: row.id,
  name: row.adminName,
  adminName: row.adminName,
  email: row.email,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
});
