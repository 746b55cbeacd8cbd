import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import * as v from "valibot";
import type { Db } from "./connection.ts";
import { rows } from "./rows.ts";

/** A transaction that many rows are loaded in. */
export interface Load {
  readonly tx: Db;
  /**
   * Adds rows to a table (or `schema.table`), their fields to the columns of the same names; what is missing is null. On a server by COPY.
   * `freeze` saves the vacuum afterwards, where this transaction made the table.
   */
  readonly insert: <Row extends object>(
    table: string,
    columns: readonly (keyof Row & string)[],
    rows: readonly Row[],
    options?: { readonly freeze?: boolean },
  ) => Promise<void>;
  /**
   * Does a part of the work beside the transaction, and beside other parts. On a server in a transaction of its own, which is
   * committed at its end whatever becomes of this one; the embedded database does it within this one.
   */
  readonly aside: <T>(work: (load: Load) => Promise<T>) => Promise<T>;
}

/** How many rows are made and added at once: more would outlive the collections of new objects, which doubles their cost. */
export const batchRows = 2000;

const names = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

/** Adds the rows with one parameter. */
export const insertAsJson =
  (tx: Db): Load["insert"] =>
  async (table, columns, added) => {
    const into = sql.join(
      table.split(".").map((name) => sql.identifier(name)),
      sql`.`,
    );
    const list = names(columns);
    await tx.execute(sql`
      insert into ${into} (${list}) select ${list} from json_populate_recordset(null::${into}, ${JSON.stringify(added)}::json)`);
  };

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const mustEscape = /[\\\t\n\r]/;

/** A value in COPY's text format. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return mustEscape.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : text;
}

/** Adds the rows by COPY, on the transaction's own connection. */
export const insertByCopy =
  (client: PoolClient): Load["insert"] =>
  async (table, columns, added, { freeze = false } = {}) => {
    const into = table.split(".").map(client.escapeIdentifier).join(".");
    let lines = "";
    for (const row of added) {
      let mark = "";
      for (const column of columns) {
        lines += mark + copyText(row[column]);
        mark = "\t";
      }
      lines += "\n";
    }
    const copy = client.query(copyFrom(`copy ${into} (${columns.join(", ")}) from stdin with (freeze ${freeze})`));
    await pipeline(Readable.from([Buffer.from(lines)]), copy);
  };

const definition = v.object({ relation: v.string(), name: v.string(), definition: v.string() });

/**
 * Does the work without the tables' indexes, keys, foreign keys and triggers, and makes them again at its end: over
 * many rows that takes a fraction of the time that keeping them up row by row takes. The work itself sees to what the
 * triggers would have done.
 */
export async function unindexed(tx: Db, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const ofTables = sql`(${sql.join(
    tables.map((table) => sql`to_regclass(${table})`),
    sql`, `,
  )})`;
  // Foreign keys of other tables would keep a key from being dropped; they stay, and so does what they refer to.
  const constraints = await rows(
    tx,
    definition,
    sql`
      select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint c
      where conrelid in ${ofTables} and contype in ('p', 'u', 'f') and conparentid = 0
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid and f.oid <> c.oid and f.conrelid not in ${ofTables})
      order by contype = 'f' desc, conname`,
  );
  const indexes = await rows(
    tx,
    definition,
    sql`
      select indrelid::regclass::text as relation, indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index where indrelid in ${ofTables} and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
  );
  const everyTable = async (what: string): Promise<void> => {
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} ${what}`));
  };
  await everyTable("disable trigger user");
  for (const { relation, name } of constraints) await tx.execute(sql.raw(`alter table ${relation} drop constraint ${name}`));
  for (const { name } of indexes) await tx.execute(sql.raw(`drop index ${name}`));
  await work();
  for (const { relation, name, definition: said } of constraints.toReversed())
    await tx.execute(sql.raw(`alter table ${relation} add constraint ${name} ${said}`));
  for (const { definition: said } of indexes) await tx.execute(sql.raw(said));
  await everyTable("enable trigger user");
}
