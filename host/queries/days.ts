import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import { transactionDays, type transactionKinds, transactions, userDays, type userGroups, users } from "../db/schema.ts";

/** A list whose rows are counted in groups that follow its order. */
export interface CountedList {
  readonly list: typeof transactions | typeof users;
  /** The columns that identify a row; for a partitioned table, including the partition key. */
  readonly key: SQL;
  /** The rows' order. */
  readonly order: SQL;
  readonly tallies: typeof transactionDays | typeof transactionKinds | typeof userDays | typeof userGroups;
  /** The groups' columns in `tallies`, and their order. */
  readonly group: SQL;
  readonly groupOrder: SQL;
  /** Filter on the table's rows that excludes those before the group `here`, and may exclude those after it. */
  readonly fromHere: SQL;
  /** Filter on the table's rows; absent: all. */
  readonly which?: SQL | undefined;
  /** The same filter on the counts; absent: all. */
  readonly counts?: SQL | undefined;
}

/** What lists have that are counted per day; newest first, by (created_at, id). */
const byDay = (list: typeof transactions | typeof users, tallies: typeof transactionDays | typeof transactionKinds | typeof userDays) => ({
  list,
  tallies,
  order: sql`${list.createdAt} desc, ${list.id} desc`,
  group: sql`day`,
  groupOrder: sql`day desc`,
  fromHere: sql`${list.createdAt} >= here.day::timestamp at time zone 'UTC' and ${list.createdAt} < (here.day + 1)::timestamp at time zone 'UTC'`,
});

export const transactionKey = sql`${transactions.createdAt}, ${transactions.id}`;
/** The transactions under a filter, counted per day, and per kind where `counts` names one. */
export const transactionsByDay = (
  tallies: typeof transactionDays | typeof transactionKinds = transactionDays,
  filter: Pick<CountedList, "which" | "counts"> = {},
): CountedList => ({ ...byDay(transactions, tallies), key: transactionKey, ...filter });
export const transactionList = transactionsByDay();
export const userList: CountedList = { ...byDay(users, userDays), key: sql`${users.id}`, which: sql`${users.deletedAt} is null` };

const whole = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));

/** How many rows the list has. */
export async function totalOf(db: Db, { tallies }: CountedList): Promise<number> {
  const [counted] = await rows(
    db,
    v.object({ total: whole }),
    sql`select coalesce(sum(${tallies.rows}), 0)::text as total from ${tallies}`,
  );
  return counted?.total ?? 0;
}

/**
 * A subquery for the keys of `limit` rows from `offset`. The counts tell which groups hold them, and how many each: only rows of
 * these groups are looked through, in index-only scans, and none beyond the last one that is there. The last limit takes nothing
 * away: it tells the planner how few rows these are.
 */
export const keysAt = (
  { list, key, order, tallies, group, groupOrder, fromHere, which = sql`true`, counts = sql`true` }: CountedList,
  offset: number,
  limit: number,
): SQL => sql`(
  with each_group as (select ${group}, sum(rows) as rows from ${tallies} where ${counts} group by ${group}),
    so_far as (select *, sum(rows) over (order by ${groupOrder}) - rows as before from each_group),
    here as (
      select *, greatest(${offset} - before, 0)::bigint as skip, least(rows, ${offset + limit} - before)::bigint as upto
      from so_far where before + rows > ${offset} and before < ${offset + limit}
    )
  select found.* from here cross join lateral (
    select ${key} from ${list} where ${fromHere} and ${which} order by ${order} limit upto - skip offset skip
  ) as found limit ${limit}
)`;
