import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../../../host/db/connection.ts";
import { rows } from "../../../host/db/rows.ts";

const counted = v.object({ groups: v.number() });

/** The number of user groups whose count isn't that of their users. */
export async function wrongGroups(db: Db): Promise<number | undefined> {
  const kept = "select sort, key, id, sum(rows)::int as rows from user_groups group by 1, 2, 3 having sum(rows) <> 0";
  const wrong = `(table kept except all ${kept}) union all (${kept} except all table kept)`;
  let found: number | undefined;
  const undone = new Error("undone");
  await db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(`create temp table kept as ${kept}`));
      await tx.execute(sql`select recount_user_groups()`);
      found = (await rows(tx, counted, sql.raw(`select count(*)::int as groups from (${wrong}) as wrong`)))[0]?.groups;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}
