import { asc, inArray } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import type { AdminRow } from "../sessions/admins.ts";

/**
 * Which of these admins are active and may do it now, whatever their tokens say. Their rows stay locked until the transaction ends,
 * so none can be demoted in between.
 */
export async function holdAble(
  tx: Db,
  ids: readonly string[],
  demoAccounts: boolean,
  may: (admin: AdminRow) => boolean,
): Promise<ReadonlySet<string>> {
  const held = await tx
    .select()
    .from(admins)
    .where(inArray(admins.id, [...ids]))
    .orderBy(asc(admins.id))
    .for("share");
  return new Set(held.filter((admin) => admin.active && (demoAccounts || !admin.demo) && may(admin)).map(({ id }) => id));
}
