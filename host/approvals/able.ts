import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import type { AdminRow } from "../sessions/admins.ts";

/** Whether this admin is active and may do it now. Their row stays locked until the transaction ends, so they can't be demoted in between. */
export async function isAble(tx: Db, id: string, demoAccounts: boolean, may: (admin: AdminRow) => boolean): Promise<boolean> {
  const [admin] = await tx.select().from(admins).where(eq(admins.id, id)).for("share");
  return admin !== undefined && admin.active && (demoAccounts || !admin.demo) && may(admin);
}
