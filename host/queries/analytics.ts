import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";

const whole = v.pipe(v.union([v.number(), v.string()]), v.transform(Number));
const figures = v.object({ users: whole, total: whole, completed: whole, pending: whole, volume: v.string() });
export type Figures = v.InferOutput<typeof figures>;

/**
 * The dashboard's figures (DASH-1). Trades are swaps and gift cards; completed ones are successful, completed
 * or confirmed, pending ones pending or processing. The volume is what completed transactions moved, in USD.
 */
export async function dashboardFigures(db: Db): Promise<Figures> {
  const [found] = await rows(
    db,
    figures,
    sql`
      with sums as (
        select currency, type in ('SWAP', 'OBIEX_SWAP', 'GIFTCARD') as is_trade,
          case when status in ('SUCCESSFUL', 'COMPLETED', 'CONFIRMED') then 'completed'
               when status in ('PENDING', 'PROCESSING') then 'pending' else 'other' end as stage,
          count(*) as rows, sum(abs(amount)) as amount
        from transactions group by 1, 2, 3
      )
      select (select count(*)::int from users where deleted_at is null) as users,
        coalesce(sum(rows) filter (where is_trade), 0)::int as total,
        coalesce(sum(rows) filter (where is_trade and stage = 'completed'), 0)::int as completed,
        coalesce(sum(rows) filter (where is_trade and stage = 'pending'), 0)::int as pending,
        coalesce(round(sum(amount * usd) filter (where stage = 'completed'), 2), 0)::text as volume
      from sums left join prices using (currency)`,
  );
  if (found === undefined) throw new Error("The figures' query returned no row.");
  return found;
}
