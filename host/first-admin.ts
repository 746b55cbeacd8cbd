import type { Db } from "./db/connection.ts";
import { admins } from "./db/schema.ts";
import { type Options, isLoopback } from "./options.ts";
import { addAdmin, findAdmin } from "./sessions/admins.ts";
import { permissionsOf } from "./sessions/permissions.ts";
import { type PinCost, verifyPin } from "./sessions/pins.ts";

/** The first super_admin where none was asked for; works on loopback only. */
export const demoAdmin = { email: "admin@example.com", pin: "246810" };

/**
 * Sees to it that somebody can sign in, and returns the line that says how. ADMIN_EMAIL and ADMIN_PIN make a
 * super_admin where that email has no account yet; an account that exists keeps its PIN.
 */
export async function firstAdmin(db: Db, options: Options, cost: PinCost, now: Date): Promise<string> {
  const { ADMIN_EMAIL: email, ADMIN_PIN: pin } = options;
  const common = { adminName: "First Admin", role: "super_admin", permissions: permissionsOf.super_admin } as const;
  if (email !== undefined && pin !== undefined) {
    await addAdmin(db, { ...common, email, pin }, cost, now);
    return `Sign in as ${email} with the PIN given.`;
  }
  const [someone] = await db.select({ id: admins.id }).from(admins).limit(1);
  if (someone === undefined && isLoopback(options.HOST)) await addAdmin(db, { ...common, ...demoAdmin, demo: true }, cost, now);
  const demo = await findAdmin(db, demoAdmin.email);
  const shown = demo?.demo === true && isLoopback(options.HOST) && (await verifyPin(demoAdmin.pin, demo.pinHash));
  return shown ? `Sign in as ${demoAdmin.email} with the PIN ${demoAdmin.pin}.` : "Sign in with your email and PIN.";
}
