import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Connection, Db } from "../../../host/db/connection.ts";
import { migrate } from "../../../host/db/migrate.ts";
import { rows } from "../../../host/db/rows.ts";
import { secrets } from "../../../host/db/schema.ts";
import { migrations } from "../../../host/migrations/all.ts";
import { transactionColumns, userColumns } from "../../../host/seed/demo-data.ts";
import { Random } from "../../../host/seed/random.ts";
import { type SeedTransaction, seedTransactions } from "../../../host/seed/transactions.ts";
import { seedUser } from "../../../host/seed/users.ts";

const dayMs = 24 * 3600 * 1000;
const columns = [...transactionColumns, "reason", "note", "reverses", "reversed_by", "search"].join(", ");

/**
 * Fills an empty database as of before transactions were partitioned by month: three users and transactions of the last 150 days.
 * The table `truth` holds the same transactions.
 */
export async function fillOlder(connection: Connection, count: number, now: Date): Promise<void> {
  await migrate(
    connection,
    migrations.filter(({ name }) => name < "0020"),
  );
  const random = new Random(20);
  const people = [0, 1, 2].map((at) => seedUser(random, at, now));
  await connection.loadRows(async ({ tx, insert }) => {
    await tx.execute(sql`set local counterfoil.silent = 'on'`);
    for (const name of ["demo-data", "demo-belongings"]) await tx.insert(secrets).values({ name, value: "" });
    await insert("users", userColumns, people);
    let batch: SeedTransaction[] = [];
    for (let made = 0; made < count; made += 1) {
      const at = new Date(now.getTime() - random.whole(0, 150 * dayMs));
      batch.push(...seedTransactions(random, people, at, now).slice(0, 1));
      if (batch.length < 5000 && made < count - 1) continue;
      await insert("transactions", transactionColumns, batch);
      batch = [];
    }
    await tx.execute(sql.raw(`create table truth as select ${columns} from transactions`));
    await tx.execute(sql`create index on truth (id)`);
  });
}

/** The number of rows in only one of `truth` and the transactions under a condition. */
export async function differences({ db }: { readonly db: Db }, where = "true"): Promise<number | undefined> {
  const real = `select ${columns} from transactions where ${where}`;
  const query = `select count(*)::int as count from ((table truth except all ${real}) union all (${real} except all table truth)) as rows`;
  return (await rows(db, v.object({ count: v.number() }), sql.raw(query)))[0]?.count;
}

/** Copies added transactions into `truth`. */
export const addToTruth = (db: Db) =>
  db.execute(sql.raw(`insert into truth select ${columns} from transactions where id not in (select id from truth)`));
