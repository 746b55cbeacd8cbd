import { eq } from "drizzle-orm";
import type { AdminSettings } from "../../src/contract/admin-settings.ts";
import type { Db } from "../db/connection.ts";
import { adminSettings } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { log, toldError } from "../operation/log.ts";

/** An admin's settings; everything is off by default. */
export async function settingsOf(db: Db, adminId: string): Promise<AdminSettings> {
  const [row] = await db.select().from(adminSettings).where(eq(adminSettings.adminId, adminId));
  return { emailNotifications: row?.emailNotifications ?? false };
}

export async function keepSettings(db: Db, adminId: string, { emailNotifications }: AdminSettings, now: Date): Promise<void> {
  const values = { emailNotifications, updatedAt: now };
  await db
    .insert(adminSettings)
    .values({ adminId, ...values })
    .onConflictDoUpdate({ target: adminSettings.adminId, set: values });
}

/** Mails an admin about a sign-in to their account, if they want that. A failed mail is only logged. */
export async function tellOfSignIn(
  { db, clock, sendMail }: Deps,
  admin: { readonly id: string; readonly email: string },
  address: string,
): Promise<void> {
  if (!(await settingsOf(db, admin.id)).emailNotifications) return;
  const text = `Somebody signed in with your account at ${clock().toISOString()} from ${address}.\n\nIf it wasn't you, reset your PIN at once.\nThis mail can be turned off in Settings.\n`;
  await sendMail(admin.email, "New sign-in to your account", text).catch((error: unknown) =>
    log("error", "the sign-in mail failed", toldError(error)),
  );
}
