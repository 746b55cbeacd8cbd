import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import { transactionDays, type transactionKinds, transactions, userDays, users } from "../db/schema.ts";

/** A list with row counts per day; newest first, by (created_at, id). */
export interface DayList {
  readonly list: typeof transactions | typeof users;
  /** The columns that identify a row; for a partitioned table, including the partition key. */
  readonly key: SQL;
  readonly days: typeof transactionDays | typeof transactionKinds | typeof userDays;
  /** Filter on the table's rows; absent: all. */
  readonly which?: SQL | undefined;
  /** The same filter on the counts; absent: all. */
  readonly counts?: SQL | undefined;
}

export const transactionKey = sql`${transactions.createdAt}, ${transactions.id}`;
export const transactionList: DayList = { list: transactions, key: transactionKey, days: transactionDays };
export const userList: DayList = { list: users, key: sql`${users.id}`, days: userDays, which: sql`${users.deletedAt} is null` };

const whole = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));

/** How many rows the list has. */
export async function totalOf(db: Db, { days }: DayList): Promise<number> {
  const [counted] = await rows(db, v.object({ total: whole }), sql`select coalesce(sum(${days.rows}), 0)::text as total from ${days}`);
  return counted?.total ?? 0;
}

/**
 * A subquery for the keys of `limit` rows from `offset`. The daily counts locate the day that holds the row at the offset, so only
 * that day's rows are skipped, in an index-only scan.
 */
export const keysAt = ({ list, key, days, which = sql`true`, counts = sql`true` }: DayList, offset: number, limit: number): SQL => sql`(
  with each_day as (select ${days.day} as day, sum(${days.rows}) as rows from ${days} where ${counts} group by 1),
    so_far as (select day, rows, sum(rows) over (order by day desc) as upto from each_day),
    here as (select day, (${offset}::bigint - (upto - rows))::bigint as skip from so_far where upto > ${offset}::bigint order by day desc limit 1)
  select ${key} from ${list}
  where ${list.createdAt} < (select (day + 1)::timestamp at time zone 'UTC' from here) and ${which}
  order by ${list.createdAt} desc, ${list.id} desc
  limit ${limit} offset (select skip from here)
)`;
