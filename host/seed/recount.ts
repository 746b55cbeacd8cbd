import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";

const counts = [
  sql`delete from transaction_days`,
  sql`delete from transaction_sums`,
  sql`delete from transaction_kinds`,
  sql`delete from user_days`,
  sql`insert into transaction_days select day_of(created_at), count(*) from transactions group by 1`,
  sql`insert into transaction_sums select currency, is_trade(type), stage_of(status), count(*), sum(abs(amount)) from transactions group by 1, 2, 3`,
  sql`insert into transaction_kinds select day_of(created_at), type, status, currency, count(*), true from transactions group by 1, 2, 3, 4`,
  sql`insert into user_days select day_of(created_at), count(*) from users where deleted_at is null group by 1`,
  sql`select recount_user_groups()`,
];

/** Counts transactions and users anew, after a load without the triggers that count them. */
export async function recount(tx: Db): Promise<void> {
  for (const count of counts) await tx.execute(count);
}
