import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterEach, expect, test } from "vitest";
import { openServer } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { migrate } from "../../host/db/migrate.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { readyOrigin, spawnHost } from "../host/support/spawned-host.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

test.each(["LATIN1", "SQL_ASCII"])(
  "[HOST-1] a database that keeps text as %s is refused in one line that says what to do",
  async (encoding) => {
    const { url, drop } = await makeDatabase(undefined, encoding);
    undo.push(drop);
    const { child, ended, said } = spawnHost({ DATABASE_URL: url }, ["--users=1", "--transactions=1"]);
    undo.push(() => child.kill("SIGKILL"));
    expect(await ended).toBe(1);
    const line = `^The database .+ can't be used: its encoding is ${encoding}, not UTF8\\. Make another one: createdb --encoding UTF8 .+\\.$`;
    expect(said().trim()).toMatch(new RegExp(line));
  },
);

test.each([
  ["'C'", true],
  ["'C.UTF-8'", false],
  ["'C' locale_provider icu icu_locale 'tr-TR'", true],
])("[HOST-1] a start on a database with the locale %s logs that searches miss capitals: %s", async (locale, isTold) => {
  const { url, drop } = await makeDatabase(undefined, "UTF8", locale);
  undo.push(drop);
  const host = spawnHost({ DATABASE_URL: url }, ["--users=1", "--transactions=1"]);
  undo.push(() => host.child.kill("SIGKILL"));
  await readyOrigin(host);
  expect(/searches miss capitals/.test(host.said())).toBe(isTold);
});

/** A new database with a setting that holds for every connection to it, as an administrator or a provider makes it. */
async function databaseWith(setting: string, value: string): Promise<string> {
  const { url, drop } = await makeDatabase(undefined, "UTF8");
  undo.push(drop);
  const { db, close } = openServer(url);
  const alter = `format('alter database %I set ${setting} = %L', current_database(), '${value}')`;
  await db.execute(sql.raw(`do $$ begin execute ${alter}; end $$`));
  await close();
  return url;
}

test.each(["SQL, DMY", "German"])(
  "[HOST-1] a database that writes dates as %s is refused in one line that says what to do",
  async (style) => {
    const { child, ended, said } = spawnHost({ DATABASE_URL: await databaseWith("datestyle", style) }, ["--users=1", "--transactions=1"]);
    undo.push(() => child.kill("SIGKILL"));
    expect(await ended).toBe(1);
    const line = `^The database .+ can't be used: it writes dates as ${style}.*, not ISO\\. .*alter database \\w+ set datestyle = 'ISO, MDY'.*\\.$`;
    expect(said().trim()).toMatch(new RegExp(line));
  },
);

test("[HOST-1] the database of another application is refused in one line, and gets no table", async () => {
  const { url, drop } = await makeDatabase(undefined, "UTF8");
  undo.push(drop);
  const connection = openServer(url);
  undo.push(connection.close);
  await connection.script("create table migrations (id integer, migration text)");
  const { child, ended, said } = spawnHost({ DATABASE_URL: url }, ["--users=1", "--transactions=1"]);
  undo.push(() => child.kill("SIGKILL"));
  expect(await ended).toBe(1);
  expect(said().trim()).toMatch(/^The database .+ can't be used: it holds another application's tables\. Make one .+\.$/);
  const tables = await rows(
    connection.db,
    v.object({ name: v.string() }),
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables).toEqual([{ name: "migrations" }]);
});

test("[HOST-1] a start whose DATA_DIR can't be written, as in a read-only container, says that no mail can be", async () => {
  const { url, drop } = await makeDatabase(undefined, "UTF8", "'C.UTF-8'");
  undo.push(drop);
  const host = spawnHost({ DATABASE_URL: url, DATA_DIR: "/dev/null/data" }, ["--users=1", "--transactions=1"]);
  undo.push(() => host.child.kill("SIGKILL"));
  await readyOrigin(host);
  expect(host.said()).toContain("no mail can be written, so nobody can reset a PIN: set DATA_DIR to another folder: code ENOTDIR");
});

test("[HOST-1] a limit on statements, as providers set it, ends neither a migration nor a load", async () => {
  const connection = openServer(await databaseWith("statement_timeout", "100ms"));
  undo.push(connection.close);
  const slow = "select pg_sleep(0.3)";
  await expect(connection.db.execute(sql.raw(slow))).rejects.toMatchObject({ cause: { code: "57014" } });
  await migrate(connection, [{ name: "slow", sql: slow }]);
  await connection.loadRows(({ tx }) => tx.execute(sql.raw(slow)));
});
