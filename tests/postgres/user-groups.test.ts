import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { openServer } from "../../host/db/connection.ts";
import { insertAsJson } from "../../host/db/load.ts";
import { migrate } from "../../host/db/migrate.ts";
import { rows } from "../../host/db/rows.ts";
import { migrations } from "../../host/migrations/all.ts";
import { findUsers } from "../../host/queries/users.ts";
import { userColumns } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedUser } from "../../host/seed/users.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { testNow } from "../host/support/test-host.ts";
import { wrongGroups } from "../host/support/user-groups.ts";

test("[HOST-6] the groups of users are counted right while four writers change users, through the migration and foldings side by side", async () => {
  const { url, drop } = await makeDatabase();
  const connection = openServer(url);
  const { db } = connection;
  try {
    await migrate(
      connection,
      migrations.filter(({ name }) => name < "0021"),
    );
    let made = 0;
    const add = async (random: Random, count: number): Promise<void> => {
      const from = made;
      made += count;
      const people = Array.from({ length: count }, (_, at) => seedUser(random, from + at, testNow));
      await insertAsJson(db)("users", userColumns, people);
    };
    await add(new Random(1), 400);
    const ended = new AbortController();
    let changes = 0;
    const write = async (seed: number): Promise<void> => {
      const random = new Random(seed);
      while (!ended.signal.aborted) {
        // Ids end with a number: each writer has users of its own, so that none waits for another for long.
        const own = sql`mod(('x' || right(id, 6))::bit(24)::int, 4) = ${seed}::int and md5(id || ${random.hex(6)}::text) < '3'`;
        const change = random.pick([
          () => add(random, random.whole(1, 5)),
          () => db.execute(sql`update users set username = reverse(username), kyc_level = 9 - kyc_level where ${own}`),
          () => db.execute(sql`update users set deleted_at = case when deleted_at is null then now() end where ${own}`),
          () => db.execute(sql`delete from users where ${own} and md5(id) < '2'`),
          () => db.execute(sql`select fold_tallies()`),
        ]);
        await change();
        changes += 1;
      }
    };
    const until = (count: number) => expect.poll(() => changes, { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(count);
    const writers = Promise.all([0, 1, 2, 3].map(write));
    await until(40);
    await migrate(connection);
    await until(changes + 120);
    ended.abort();
    await writers;
    expect(await wrongGroups(db)).toBe(0);
    await db.execute(sql`select fold_tallies()`);
    expect(await wrongGroups(db)).toBe(0);
    const all = await rows(
      db,
      v.object({ id: v.string() }),
      sql`select id from users where deleted_at is null order by lower(username) collate "C", id`,
    );
    expect(all.length).toBeGreaterThan(210);
    const page = await findUsers(db, { sort: "username", skip: 205, limit: 5 }, "NG");
    expect(page.rows.map(({ id }) => id)).toEqual(all.slice(205, 210).map(({ id }) => id));
  } finally {
    await connection.close();
    await drop();
  }
}, 60_000);
