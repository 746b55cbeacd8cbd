import { sql } from "drizzle-orm";
import * as v from "valibot";
import { migrations } from "../migrations/all.ts";
import type { Connection } from "./connection.ts";
import { rows } from "./rows.ts";

/** Keeps two host processes from migrating one database at once. */
const advisoryLock = 4173;

/** Waits as long as the other process takes. */
const alone = `begin; set local lock_timeout = 0; select pg_advisory_xact_lock(${advisoryLock});`;

const applied = async ({ db }: Connection) =>
  new Set((await rows(db, v.object({ name: v.string() }), sql`select name from migrations`)).map((row) => row.name));

/** Brings the schema up to date, each migration whole or not at all. Throws when one fails. `all`: up to an older state. */
export async function migrate(connection: Connection, all = migrations): Promise<void> {
  await connection.script(
    `${alone} create table if not exists migrations (name text primary key, applied_at timestamptz not null default now()); commit;`,
  );
  const before = await applied(connection);
  for (const { name, sql: statements } of all) {
    if (before.has(name)) continue;
    const script = `${alone} insert into migrations (name) values ('${name}'); ${statements}; commit;`;
    try {
      await connection.script(script);
    } catch (error) {
      // Another process may have been first: its commit makes our insert a duplicate.
      if (!(await applied(connection)).has(name)) throw error;
    }
  }
}
