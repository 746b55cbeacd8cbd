import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type Db, openServer } from "../../host/db/connection.ts";
import { migrate } from "../../host/db/migrate.ts";
import { moveIntoMonths, moveSome } from "../../host/db/months.ts";
import { rows } from "../../host/db/rows.ts";
import { settled } from "../../host/db/settled.ts";
import { totalOf, transactionList } from "../../host/queries/days.ts";
import { Random } from "../../host/seed/random.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { differences, fillOlder } from "../host/support/older-database.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { readyOrigin, spawnHost, spawnedAdmin } from "../host/support/spawned-host.ts";
import { testNow } from "../host/support/test-host.ts";

/** How many rows the older database has; more are asked for now and then: MONTH_ROWS=1000000 npm run test:postgres. */
const older = Number(process.env["MONTH_ROWS"] ?? 12_000);
const kills = 2;
/** Nobody may wait longer (HOST-6), in ms. */
const longestStopMs = 30_000;

const isMoving = async (db: Db): Promise<boolean | undefined> =>
  (await rows(db, v.object({ going: v.boolean() }), sql`select exists (select from transaction_move) as going`))[0]?.going;

test("[HOST-6] the last step of the move, and the vacuum after it, may be silent for longer than a request's statement", async () => {
  const { url, drop } = await makeDatabase();
  const connection = openServer(url);

  try {
    await fillOlder(connection, 10, testNow);
    await migrate(connection);
    await connection.script(`
      alter function adopt_transaction_months() rename to adopt_at_once;
      create function adopt_transaction_months() returns void language sql as 'select pg_sleep(1); select adopt_at_once()';
    `);
    connection.beginToServe(200);
    await moveIntoMonths(connection, AbortSignal.timeout(20_000));
    expect(await isMoving(connection.db)).toBe(false);
  } finally {
    await connection.close();
    await drop();
  }
});

test("[HOST-6] while the last step of the move waits for a long read, those behind it wait for less than three seconds", async () => {
  const { url, drop } = await makeDatabase();
  const connection = openServer(url);
  const { db } = connection;
  try {
    await fillOlder(connection, 10, testNow);
    await migrate(connection);
    await moveSome(db);
    await db.transaction(async (reading) => {
      await reading.execute(sql`select 1 from transactions limit 1`);
      const last = moveSome(db).catch((error: unknown) => error);
      const waiting = sql`select exists (select from pg_locks where mode = 'AccessExclusiveLock' and not granted) as going`;
      await expect.poll(async () => (await rows(db, v.object({ going: v.boolean() }), waiting))[0]?.going).toBe(true);
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '3s'`);
        await tx.execute(sql`select 1 from transactions limit 1`);
      });
      expect(await last).toMatchObject({ cause: { code: "55P03" } });
    });
    expect(await moveSome(db)).toBe(false);
    expect(await isMoving(db)).toBe(false);
  } finally {
    await connection.close();
    await drop();
  }
});

test("[HOST-6] rows that four writers change at once while they are moved are as the writers left them", async () => {
  const { url, drop } = await makeDatabase();
  const connection = openServer(url);
  const { db } = connection;
  try {
    await fillOlder(connection, 400, testNow);
    await migrate(connection);
    const ids = (await rows(db, v.object({ id: v.string() }), sql`select id from truth order by created_at, id`)).map(({ id }) => id);
    const moved = new AbortController();
    let changes = 0;
    const write = async (seed: number): Promise<void> => {
      const random = new Random(seed);
      while (!moved.signal.aborted) {
        // Two rows in any order, so that writers and the move wait for each other now and then.
        const some = [random.pick(ids), random.pick(ids)];
        const note = `${seed} ${changes}`;
        const days = random.pick([-40, 40]);
        const change = random.pick([
          (table: string, id: string) => `update ${table} set note = '${note}' where id = '${id}'`,
          (table: string, id: string) => `update ${table} set created_at = created_at + interval '${days} days' where id = '${id}'`,
          (table: string, id: string) => `delete from ${table} where id = '${id}'`,
        ]);
        await settled(db, async (tx) => {
          for (const id of some) for (const table of ["transactions", "truth"]) await tx.execute(sql.raw(change(table, id)));
          if (random.chance(0.2)) throw new Error("undone");
        }).catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== "undone") throw error;
        });
        changes += 1;
      }
    };
    const writers = Promise.all([1, 2, 3, 4].map(write));
    while (await settled(db, (tx) => moveSome(tx, 3)));
    moved.abort();
    await writers;
    expect(changes).toBeGreaterThan(50);
    expect(await differences(connection)).toBe(0);
    const [count] = await rows(db, v.object({ count: v.number() }), sql`select count(*)::int as count from transactions`);
    expect(await totalOf(db, transactionList)).toBe(count?.count);
  } finally {
    await connection.close();
    await drop();
  }
}, 120_000);

test(`[HOST-6] ${older} rows go into months while fundings go on, the host killed ${kills} times in the middle: nothing is lost or doubled, nobody waits long`, async () => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-months-"));
  const { url, drop } = await makeDatabase();
  const connection = openServer(url);
  const { db } = connection;
  const begin = () => spawnHost({ DATABASE_URL: url, DATA_DIR: home, ADMIN_EMAIL: spawnedAdmin.email });
  let longestMs = 0;
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const begun = performance.now();
    const done = await work;
    longestMs = Math.max(longestMs, performance.now() - begun);
    return done;
  };
  const moved = async () => {
    const query = sql`select exists (select from transaction_move) as going, (select count(*)::int from transaction_move where at > '-infinity') as begun`;
    return (await rows(db, v.object({ going: v.boolean(), begun: v.number() }), query))[0];
  };
  const ms = performance.now();
  await fillOlder(connection, older, new Date());
  console.log(`${older} rows made in ${Math.round(performance.now() - ms)} ms`);
  const begun = performance.now();
  let host = begin();
  try {
    let origin = await readyOrigin(host);
    console.log(`ready again after ${Math.round(performance.now() - begun)} ms`);
    const signIn = async () => {
      const opened = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) });
      return { Authorization: `Bearer ${v.parse(openedSession, await opened.json()).accessToken}` };
    };
    const headers = await signIn();
    const listed = await fetch(`${origin}/usermanagement/users?limit=10`, { headers });
    const { users } = v.parse(usersAnswer, await listed.json());
    let funded = 0;
    const fund = async (): Promise<void> => {
      const body = JSON.stringify({ email: users[funded % users.length]?.email, currency: "USDT", amount: 1 });
      const answer = await timed(fetch(`${origin}/funduser/fund`, { method: "POST", headers, body }));
      expect(answer.status).toBe(200);
      funded += 1;
      const list = await timed(fetch(`${origin}/analytics/recent-transactions?limit=5`, { headers }));
      expect(list.status).toBe(200);
    };
    for (let kill = 0; kill < kills; kill += 1) {
      while ((await moved())?.begun === 0) await pause(5);
      await fund();
      expect(await moved()).toMatchObject({ going: true });
      host.child.kill("SIGKILL");
      await host.ended;
      host = begin();
      origin = await readyOrigin(host);
    }
    while ((await moved())?.going) await fund();
    await fund();
    console.log(
      `${older} rows in months after ${Math.round(performance.now() - begun)} ms; of ${funded} fundings and lists the longest took ${Math.round(longestMs)} ms`,
    );
    expect(longestMs).toBeLessThan(longestStopMs);
    expect(await differences(connection, "id in (select id from truth)")).toBe(0);
    const [count] = await rows(db, v.object({ count: v.number() }), sql`select count(*)::int as count from transactions`);
    expect(count?.count).toBe(older + funded);
    expect(await totalOf(db, transactionList)).toBe(older + funded);
    const [months] = await rows(db, v.object({ count: v.number() }), sql`select count(distinct tableoid)::int as count from transactions`);
    expect(months?.count).toBeGreaterThanOrEqual(5);
  } finally {
    host.child.kill("SIGKILL");
    await host.ended;
    await connection.close();
    await drop();
    rmSync(home, { recursive: true, force: true });
  }
}, 3_600_000);
