import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Connection, openServer } from "../../host/db/connection.ts";
import { openReplica, Replica } from "../../host/db/replica.ts";
import { rows } from "../../host/db/rows.ts";
import { Random } from "../../host/seed/random.ts";
import { findOrInstallPostgres, startPostgres, startReplica } from "../../scripts/postgres.mjs";
import { transactionsAnswer } from "../../src/contract/transactions.ts";
import { everyUser } from "../host/support/reference.ts";
import { openTestHost, seed, type TestHost } from "../host/support/test-host.ts";

/** How many changes are read back; more are asked for now and then: INTERLEAVINGS=5000 npm run test:postgres. */
const interleavings = Number(process.env["INTERLEAVINGS"] ?? 150);

let programs: string;
let primary: Awaited<ReturnType<typeof startPostgres>>;
let replica: Awaited<ReturnType<typeof startReplica>>;
let connection: Connection;
let behind: Connection;
let box: TestHost;
const metricsToken = "a-token-of-some-length";

beforeAll(async () => {
  programs = (await findOrInstallPostgres()) ?? "";
  primary = await startPostgres(programs);
  connection = openServer(primary.url);
  await seed(connection);
  replica = await startReplica(programs, primary.url);
  behind = await openReplica(connection, replica.url);
  box = await openTestHost({ connection, replica: behind, metricsToken });
});
afterAll(async () => {
  await behind.close();
  await box.close();
  await replica.stop();
  await primary.stop();
});

/** How many reads the replica answered, and the database in its place. */
async function readsSoFar(): Promise<{ here: number; instead: number }> {
  const { body } = await box.call("GET /metrics", { token: metricsToken });
  const of = (name: string): number => Number(new RegExp(`^${name} (\\d+)`, "m").exec(String(body))?.[1]);
  return { here: of("replica_reads"), instead: of("replica_reads_instead") };
}

const listedFirst = async (token: string) => {
  const { status, body } = await box.call("GET /analytics/recent-transactions?page=1&limit=1", { token });
  expect(status).toBe(200);
  return v.parse(transactionsAnswer, body).rows[0];
};
const funded = v.object({ data: v.object({ reference: v.string() }) });
const hold = () => behind.db.execute(sql`select pg_wal_replay_pause()`);
const letGo = () => behind.db.execute(sql`select pg_wal_replay_resume()`);

test("[HOST-7] lists, searches and figures are read from the replica", async () => {
  const token = await box.tokenFor("super_admin");
  const calls = [
    "/analytics/dashboard",
    "/analytics/recent-transactions?page=1&limit=50",
    "/analytics/filter?page=1&limit=50&searchTerm=ada",
    "/usermanagement/users?skip=0&limit=50&q=a",
    "/audit/logs",
    "/admingiftcard/rates",
  ];
  for (const path of calls) {
    const { here } = await readsSoFar();
    const { status } = await box.call(`GET ${path}`, { token });
    expect([path, status, (await readsSoFar()).here - here]).toEqual([path, 200, 1]);
  }
});

test(`[HOST-7] of ${interleavings} changes under a replica that is held back at random, each is in what its admin and another one read next`, async () => {
  const [own, other] = [await box.tokenFor("super_admin"), await box.tokenFor("admin")];
  const users = await everyUser(box, own);
  const random = new Random(36);
  const before = await readsSoFar();
  let isHeld = false;
  for (let i = 0; i < interleavings; i += 1) {
    if (random.whole(0, 9) === 0) {
      await (isHeld ? letGo() : hold());
      isHeld = !isHeld;
    }
    box.wait(100);
    const email = random.pick(users).email;
    const { body } = await box.call("POST /funduser/fund", { token: own, body: { email, currency: "USDT", amount: random.whole(1, 9) } });
    const { reference } = v.parse(funded, body).data;
    const reader = random.whole(0, 1) === 0 ? own : other;
    expect((await listedFirst(reader))?.reference).toBe(reference);
  }
  if (isHeld) await letGo();
  const after = await readsSoFar();
  // Both happened, or nothing is shown.
  expect(after.instead).toBeGreaterThan(before.instead);
  await vi.waitFor(async () => {
    await listedFirst(own);
    expect((await readsSoFar()).here).toBeGreaterThan(after.here);
  }, 30_000);
}, 3_600_000);

test("[HOST-7] a replica that is killed costs no read an error, and is read from again once it is back", async () => {
  const token = await box.tokenFor("super_admin");
  const [user] = await everyUser(box, token);
  await replica.kill();
  for (let i = 0; i < 5; i += 1) {
    box.wait(1000);
    const { body } = await box.call("POST /funduser/fund", { token, body: { email: user?.email, currency: "USDT", amount: 1 } });
    expect((await listedFirst(token))?.reference).toBe(v.parse(funded, body).data.reference);
  }
  await replica.restart();
  const { here } = await readsSoFar();
  await vi.waitFor(async () => {
    await listedFirst(token);
    expect((await readsSoFar()).here).toBeGreaterThan(here);
  }, 30_000);
});

test("[HOST-7] a server that follows nobody, or another one, is refused at the start, and one that can't be reached is not", async () => {
  const told = "DATABASE_READ_URL names no replica of DATABASE_URL";
  await expect(openReplica(connection, primary.url)).rejects.toThrow(told);
  await expect(openReplica(connection, replica.url.replace("@/postgres?", "@/template1?"))).rejects.toThrow(told);
  await (await openReplica(connection, "postgresql://postgres@127.0.0.1:1/postgres")).close();
});

async function isReadFrom(read: Connection, of: Connection): Promise<boolean> {
  const reader = new Replica(of, read);
  await reader.read(() => Promise.resolve());
  return reader.counts.here === 1;
}

test("[HOST-6, HOST-7] a read that the app has given up ends at the replica, and isn't begun anew at the database", async () => {
  const reader = new Replica(connection, behind);
  const limits = await reader.read((db) =>
    rows(db, v.object({ limit: v.string() }), sql`select current_setting('statement_timeout') as limit`),
  );
  expect({ limits, ...reader.counts }).toEqual({ limits: [{ limit: "15s" }], here: 1, instead: 0 });
  const slow = reader.read(async (db) => {
    await db.execute(sql`set local statement_timeout = '50ms'`);
    await db.execute(sql`select pg_sleep(60)`);
  });
  await expect(slow).rejects.toMatchObject({ cause: { code: "57014" } });
  expect(reader.counts).toEqual({ here: 1, instead: 0 });
});

test("[HOST-7] a replica that writes dates in another style than ISO is refused at the start, and not read from later", async () => {
  const url = `${replica.url}&options=${encodeURIComponent("-c datestyle=German")}`;
  await expect(openReplica(connection, url)).rejects.toThrow("it writes dates as German");
  const read = openServer(url);
  expect(await isReadFrom(read, connection)).toBe(false);
  await read.close();
});

test("[HOST-7] a replica of another server that couldn't be reached at the start is not read from once it can be", async () => {
  const other = await startPostgres(programs);
  const own = openServer(other.url);
  await replica.kill();
  const read = await openReplica(own, replica.url);
  await replica.restart();
  expect(await isReadFrom(read, own)).toBe(false);
  await vi.waitFor(async () => expect(await isReadFrom(read, connection)).toBe(true), 30_000);
  for (const { close } of [read, own]) await close();
  await other.stop();
});

test("[HOST-7] after a failover a replica that is ahead, with what was lost, is not read from; one of the new primary is", async () => {
  const first = await startPostgres(programs);
  const promoted = await startReplica(programs, first.url);
  const ahead = await startReplica(programs, first.url);
  const [old, lost, own] = [openServer(first.url), openServer(ahead.url), openServer(promoted.url)];
  await promoted.kill();
  await old.script("create table lost as select generate_series(1, 100000)");
  await vi.waitFor(async () => expect(await isReadFrom(lost, old)).toBe(true), 30_000);
  await old.close();
  await first.stop();
  await promoted.restart();
  await own.script("select pg_promote()");
  expect(await isReadFrom(lost, own)).toBe(false);
  const follower = await startReplica(programs, promoted.url);
  const read = openServer(follower.url);
  await vi.waitFor(async () => expect(await isReadFrom(read, own)).toBe(true), 30_000);
  for (const { close } of [read, lost, own]) await close();
  for (const { stop } of [follower, ahead, promoted]) await stop();
});
