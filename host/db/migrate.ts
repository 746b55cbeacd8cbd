import { sql } from "drizzle-orm";
import * as v from "valibot";
import { migrations } from "../migrations/all.ts";
import { log } from "../operation/log.ts";
import type { Connection } from "./connection.ts";
import { rows } from "./rows.ts";

/** Serialises migrations by several host processes. */
const advisoryLock = 4173;

/**
 * No timeouts: wait for the other process to finish, and for what takes long on a large database, also where the role has a limit; and
 * memory to build indexes of many rows.
 */
const alone = `begin; set local lock_timeout = 0; set local statement_timeout = 0; set local maintenance_work_mem = '256MB'; select pg_advisory_xact_lock(${advisoryLock});`;

const applied = async ({ db }: Connection) =>
  new Set((await rows(db, v.object({ name: v.string() }), sql`select name from migrations`)).map((row) => row.name));

/** Brings the schema up to date; each migration is atomic. Throws if one fails. `all`: stop at an older schema. */
export async function migrate(connection: Connection, all = migrations): Promise<void> {
  await connection.script(
    `${alone} create table if not exists migrations (name text primary key, applied_at timestamptz not null default now()); commit;`,
  );
  const before = await applied(connection);
  for (const { name, sql: statements } of all) {
    if (before.has(name)) continue;
    // A new database has nothing to wait for.
    if (before.size > 0) log("info", "migrating", { name });
    const script = `${alone} insert into migrations (name) values ('${name}'); ${statements}; commit;`;
    try {
      await connection.script(script);
    } catch (error) {
      // Another process may have applied it first: our insert is then a duplicate.
      if (!(await applied(connection)).has(name)) throw error;
    }
  }
}
