import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { openServer } from "../../host/db/connection.ts";
import { migrate } from "../../host/db/migrate.ts";
import { findOrInstallPostgres, startPostgres, startReplica } from "../../scripts/postgres.mjs";
import { EventReader } from "../host/support/event-reader.ts";
import { openTestHost, seed } from "../host/support/test-host.ts";
import { makeDatabase } from "../host/support/server-database.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** A database that new connections find read-only, as a server that has become a replica is, or not. */
async function database() {
  const { url, drop } = await makeDatabase(undefined, "UTF8");
  undo.push(drop);
  const operator = openServer(url);
  undo.push(operator.close);
  await migrate(operator);
  const become = (state: "on" | "off") =>
    operator.script(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end $$`,
    );
  return { url, become };
}

test("[HOST-1] a connection to a server that has become a replica is given up, so that the next request reaches the database", async () => {
  const { url, become } = await database();
  await become("on");
  const connection = openServer(url);
  undo.push(connection.close);
  const add = () => connection.db.transaction((tx) => tx.execute(sql`insert into secrets (name, value) values ('one', 'one')`));
  await connection.db.execute(sql`select 1`);
  await become("off");
  await expect(add()).rejects.toMatchObject({ cause: { code: "25006" } });
  await add();
});

test("[HOST-1] /readyz is no longer 200 at a process whose server takes no changes", async () => {
  const { url, become } = await database();
  const connection = openServer(url);
  undo.push(connection.close);
  const { call, host } = await openTestHost({ connection });
  undo.push(() => host.events.stop());
  expect(await call("GET /readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
  await become("on");
  await connection.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
  expect(await call("GET /readyz")).toMatchObject({ status: 503, body: { status: "no database" } });
});

test("[LIVE-2] a replica that takes the database's place may lack what was sent: open streams are reset, and so is one that comes with a position from before", async () => {
  const programs = (await findOrInstallPostgres()) ?? "";
  const first = await startPostgres(programs);
  undo.push(() => first.stop());
  const filling = openServer(first.url);
  await seed(filling);
  await filling.close();
  const second = await startReplica(programs, first.url);
  undo.push(() => second.stop());
  // The address under which the host finds either.
  const home = mkdtempSync(join(tmpdir(), "counterfoil-failover-"));
  undo.push(() => rmSync(home, { recursive: true }));
  const address = join(home, "server");
  const socketsOf = (url: string): string => new URL(url.replace("@/", "@localhost/")).searchParams.get("host") ?? "";
  symlinkSync(socketsOf(first.url), address);
  const connection = openServer(`postgresql://postgres@/postgres?host=${encodeURIComponent(address)}`);
  undo.push(connection.close);
  const { host, tokenFor } = await openTestHost({ connection });
  undo.push(() => host.events.stop());
  const token = await tokenFor("super_admin");
  const follow = (after?: string) =>
    EventReader.open((path, headers) => host.app.request(path, { headers }, { address: "192.0.2.1" }), token, after);

  const open = await follow();
  const { position } = await open.hello();
  await first.stop();
  const operator = openServer(second.url);
  await operator.script("select pg_promote()");
  await operator.close();
  rmSync(address);
  symlinkSync(socketsOf(second.url), address);

  await open.ended();
  expect(open.of("reset")).toHaveLength(1);
  const again = await follow(position);
  await again.ended();
  expect(again.of("reset")).toHaveLength(1);
  expect(await (await follow()).hello()).toMatchObject({ complete: true });
}, 60_000);
