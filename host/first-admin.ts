import { eq } from "drizzle-orm";
import { nobody } from "./audit/draft.ts";
import { writeEntry } from "./audit/write-entry.ts";
import type { Db } from "./db/connection.ts";
import { admins } from "./db/schema.ts";
import { type Options, isLocalOnly } from "./options.ts";
import { addAdmin, findAdmin, isWaiting, publicAdmin } from "./sessions/admins.ts";
import { isCommonPin, tooCommon } from "./sessions/common-pins.ts";
import { permissionsOf } from "./sessions/permissions.ts";
import { type PinCost, hashPin, verifyPin } from "./sessions/pins.ts";
import { addOrReplace } from "./sessions/register.ts";
import { endSessionsOf } from "./sessions/sessions.ts";
import { StartError } from "./start-error.ts";

/** The default super_admin. It works on loopback only, so its PIN can be public. */
export const demoAdmin = { email: "admin@example.com", pin: "246810" };

const byHost = { actor: nobody, address: "host" } as const;
const common = { adminName: "First Admin", role: "super_admin", permissions: permissionsOf.super_admin } as const;

/** Ensures the configured super_admin exists, and returns the line that says how to sign in. */
async function adminAsked(db: Db, { email, pin }: { email: string; pin: string }, cost: PinCost, now: Date): Promise<string> {
  const found = await findAdmin(db, email);
  // Whoever registered under the email may be anybody.
  const known = found && isWaiting(found) ? undefined : found;
  const withPin =
    known?.active === false
      ? `${email} is disabled, and can't sign in until another super_admin enables it.`
      : `Sign in as ${email} with the PIN given.`;
  // Check new accounts only: an existing one keeps its PIN, and the host must still start.
  if ((known === undefined || known.demo) && isCommonPin(pin)) throw new StartError(`ADMIN_PIN ${tooCommon}.`);
  if (known === undefined) {
    await db.transaction(async (tx) => {
      const added = await addOrReplace(tx, { ...common, email, pin }, cost, now);
      // Another process may have added the account. The very first admin needs no alert: there is nobody to read it.
      if (added === undefined || (await tx.$count(admins)) === 1) return;
      const ending = { status: 200, message: `The start added ${email} as super_admin` };
      await writeEntry(tx, { ...byHost, action: "createAdmin", target: email, after: publicAdmin(added) }, ending, now, "raisedRole");
    });
    return withPin;
  }
  if (known.demo) {
    // Its PIN is public, so claiming it sets a new one.
    const pinHash = await hashPin(pin, cost);
    await db.transaction(async (tx) => {
      await tx.update(admins).set({ pinHash, demo: false }).where(eq(admins.id, known.id));
      await endSessionsOf(tx, known.id, now);
      const ending = { status: 200, message: `The start gave ${known.email} a PIN of its own` };
      await writeEntry(
        tx,
        { ...byHost, action: "setPin", target: known.email, before: { demo: true }, after: { demo: false } },
        ending,
        now,
      );
    });
    return withPin;
  }
  const isSame = await verifyPin(pin, known.pinHash);
  return isSame ? withPin : `${email} exists already and keeps its PIN, which isn't ADMIN_PIN.`;
}

/**
 * Ensures that somebody can sign in, and returns the line that says how. ADMIN_EMAIL and ADMIN_PIN create a super_admin if the
 * email has no account, or take over the demo account; any other existing account keeps its PIN.
 */
export async function firstAdmin(db: Db, options: Options, cost: PinCost, now: Date): Promise<string> {
  const { ADMIN_EMAIL: email, ADMIN_PIN: pin } = options;
  if (email !== undefined && pin !== undefined) return adminAsked(db, { email, pin }, cost, now);
  const [someone] = await db.select({ id: admins.id }).from(admins).limit(1);
  if (someone === undefined && isLocalOnly(options)) await addAdmin(db, { ...common, ...demoAdmin, demo: true }, cost, now);
  const demo = await findAdmin(db, demoAdmin.email);
  const shown = demo?.demo === true && isLocalOnly(options) && (await verifyPin(demoAdmin.pin, demo.pinHash));
  return shown ? `Sign in as ${demoAdmin.email} with the PIN ${demoAdmin.pin}.` : "Sign in with your email and PIN.";
}
