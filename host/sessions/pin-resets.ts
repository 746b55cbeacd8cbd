import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins, pinResets } from "../db/schema.ts";
import { settled } from "../db/settled.ts";
import type { Deps } from "../deps.ts";
import { hashOf, endSessionsOf } from "./sessions.ts";
import type { AdminRow } from "./admins.ts";
import { hashPin } from "./pins.ts";
import { openAccount } from "./throttle.ts";

/** Lifetime of a single-use PIN link, in ms. */
const linkLifeMs = 30 * 60 * 1000;

/** Mails the admin a PIN link; silently does nothing if there is no such admin or the account isn't active. */
export async function requestPinReset(deps: Deps, admin: AdminRow | undefined, origin: string): Promise<void> {
  if (admin?.active !== true) return;
  const token = randomBytes(32).toString("base64url");
  const now = deps.clock();
  await deps.db
    .insert(pinResets)
    .values({ tokenHash: hashOf(token), adminId: admin.id, createdAt: now, expiresAt: new Date(now.getTime() + linkLifeMs) });
  const link = `${origin}/reset-password/confirm?token=${token}`;
  await deps.sendMail(
    admin.email,
    "Choose a new PIN",
    `Somebody, probably you, asked for a new PIN for Counterfoil.\n\nChoose it here within 30 minutes:\n${link}\n\nIf it wasn't you, ignore this mail; your PIN stays.\n`,
  );
}

/** Ends an admin's open PIN links. */
export async function endLinksOf(db: Db, adminId: string, now: Date): Promise<void> {
  await db
    .update(pinResets)
    .set({ usedAt: now })
    .where(and(eq(pinResets.adminId, adminId), isNull(pinResets.usedAt)));
}

/**
 * Sets the PIN for a link, ends the admin's sessions and other links, and returns the admin; undefined if the link is used, expired
 * or unknown, or the account isn't active.
 */
export async function finishPinReset(deps: Deps, token: string, pin: string): Promise<AdminRow | undefined> {
  const now = deps.clock();
  const pinHash = await hashPin(pin, deps.pinCost);
  // Disabling the account takes the same locks the other way round.
  return settled(deps.db, async (tx) => {
    const [used] = await tx
      .update(pinResets)
      .set({ usedAt: now })
      .where(and(eq(pinResets.tokenHash, hashOf(token)), isNull(pinResets.usedAt), gt(pinResets.expiresAt, now)))
      .returning();
    if (used === undefined) return undefined;
    await endLinksOf(tx, used.adminId, now);
    const [admin] = await tx
      .update(admins)
      .set({ pinHash, demo: false })
      .where(and(eq(admins.id, used.adminId), eq(admins.active, true)))
      .returning();
    if (admin === undefined) return undefined;
    await endSessionsOf(tx, admin.id, now);
    // Lift the lock: someone with access to the mailbox isn't guessing PINs.
    await openAccount(tx, admin.email);
    return admin;
  });
}

/** Deletes expired links; a deleted one is answered like an expired one. */
export async function sweepPinResets(db: Db, now: Date): Promise<void> {
  await db.delete(pinResets).where(lt(pinResets.expiresAt, now));
}
