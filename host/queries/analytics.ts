import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";

const whole = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));
const figures = v.object({ users: whole, total: whole, completed: whole, pending: whole, volume: v.nullable(v.string()) });
export type Figures = v.InferOutput<typeof figures>;

/**
 * The dashboard's figures (DASH-1). Trades are swaps and gift cards; completed: successful, completed or confirmed; pending:
 * pending or processing. Volume: the USD amount of completed transactions; null while one is in a currency without a price. Read
 * from sums that triggers maintain, so they are as current as the lists, at constant cost.
 */
export async function dashboardFigures(db: Db): Promise<Figures> {
  const [found] = await rows(
    db,
    figures,
    sql`
      select (select coalesce(sum(rows), 0)::text from user_days) as users,
        coalesce(sum(rows) filter (where is_trade), 0)::text as total,
        coalesce(sum(rows) filter (where is_trade and stage = 'completed'), 0)::text as completed,
        coalesce(sum(rows) filter (where is_trade and stage = 'pending'), 0)::text as pending,
        case when bool_or(usd is null and amount <> 0) filter (where stage = 'completed') then null
          else coalesce(round(sum(amount * usd) filter (where stage = 'completed'), 2), 0)::text end as volume
      from (select currency, is_trade, stage, sum(rows) as rows, sum(amount) as amount from transaction_sums group by 1, 2, 3) as sums
        left join prices using (currency)`,
  );
  if (found === undefined) throw new Error("The figures' query returned no row.");
  return found;
}
