import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";

/** Counts users anew, after a load without the triggers that count them. */
export async function recountUsers(tx: Db): Promise<void> {
  await tx.execute(sql`delete from user_days`);
  await tx.execute(sql`insert into user_days select day_of(created_at), count(*) from users where deleted_at is null group by 1`);
  await tx.execute(sql`select recount_user_groups()`);
}

/** Counts transactions anew, reading them once. */
export async function recountTransactions(tx: Db): Promise<void> {
  await tx.execute(sql`delete from transaction_days`);
  await tx.execute(sql`delete from transaction_sums`);
  await tx.execute(sql`delete from transaction_kinds`);
  await tx.execute(sql`
    with counted as materialized (
      select day_of(created_at) as day, type, status, currency, count(*) as rows, sum(abs(amount)) as amount
      from transactions group by 1, 2, 3, 4
    ),
    days as (insert into transaction_days select day, sum(rows) from counted group by 1),
    sums as (
      insert into transaction_sums select currency, is_trade(type), stage_of(status), sum(rows), sum(amount) from counted group by 1, 2, 3
    )
    insert into transaction_kinds select day, type, status, currency, rows, true from counted`);
}
