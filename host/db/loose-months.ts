import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "./connection.ts";
import { rows } from "./rows.ts";

/**
 * Months of transactions that a load fills beside the table, so that it can work at several at once: each is a table of its own in
 * the schema `loading`, gets its indexes once its rows are in, and takes the place of the month's empty partition at the end.
 * A load that was killed leaves the schema; the next one drops it.
 */
const schema = "loading";

/** A month of UTC, as YYYY_MM. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace("-", "_");

/** The first moment of a month, and of the one after it. */
export function spanOf(month: string): readonly [from: Date, to: Date] {
  const from = new Date(`${month.replace("_", "-")}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  return [from, to];
}

const partitionOf = (month: string): string => `transactions_${month}`;

/** The table that a month's rows go to. */
export const looseMonth = (month: string): string => `${schema}.${partitionOf(month)}`;

async function dropLoose(tx: Db): Promise<void> {
  await tx.execute(sql.raw(`drop schema if exists ${schema} cascade`));
}

export async function beginLoose(tx: Db): Promise<void> {
  await dropLoose(tx);
  await tx.execute(sql.raw(`create schema ${schema}`));
}

export async function addLoose(tx: Db, month: string): Promise<void> {
  await tx.execute(sql.raw(`create table ${looseMonth(month)} (like transactions including all excluding indexes)`));
}

const statement = v.object({ said: v.string() });

/** Gives a month the keys and indexes of `transactions`. */
export async function indexLoose(tx: Db, month: string): Promise<void> {
  const table = looseMonth(month);
  const statements = await rows(
    tx,
    statement,
    sql`
      select 'alter table ' || ${table}::text || ' add ' || pg_get_constraintdef(oid) as said
      from pg_constraint where conrelid = 'transactions'::regclass and contype in ('p', 'u')
      union all
      select regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* ON (ONLY )?\\S+ USING ', ' INDEX ON ' || ${table}::text || ' USING ')
      from pg_index where indrelid = 'transactions'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { said } of statements) await tx.execute(sql.raw(said));
}

const place = v.object({ schema: v.string(), partition: v.boolean() });

/**
 * Puts the months in the place of their partitions. Rows of a month that has others already, or no partition, are added to
 * `transactions` one by one.
 */
export async function adoptLoose(tx: Db, months: readonly string[], columns: readonly string[]): Promise<void> {
  for (const month of months) {
    const [name, loose] = [partitionOf(month), looseMonth(month)];
    const [there] = await rows(
      tx,
      place,
      sql`
        select current_schema() as schema,
          exists (select from pg_inherits where inhparent = 'transactions'::regclass and inhrelid = to_regclass(${name})) as partition`,
    );
    if (there === undefined) throw new Error("The database has no schema.");
    const isFree = there.partition && (await rows(tx, v.object({}), sql.raw(`select from ${name} limit 1`))).length === 0;
    if (isFree) {
      const [from, to] = spanOf(month);
      await tx.execute(sql.raw(`drop table ${name}`));
      await tx.execute(sql`alter table ${sql.raw(loose)} set schema ${sql.identifier(there.schema)}`);
      await tx.execute(
        sql.raw(`alter table transactions attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`),
      );
    } else {
      const list = columns.join(", ");
      await tx.execute(sql.raw(`insert into transactions (${list}) select ${list} from ${loose}`));
    }
  }
  await dropLoose(tx);
}
