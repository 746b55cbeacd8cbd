import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../../host/db/connection.ts";
import { insertAsJson } from "../../host/db/load.ts";
import { migrate } from "../../host/db/migrate.ts";
import { rows } from "../../host/db/rows.ts";
import { migrations } from "../../host/migrations/all.ts";
import { findUsers, idsOfAll, orderOf } from "../../host/queries/users.ts";
import { userColumns } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { type SeedUser, seedUser } from "../../host/seed/users.ts";
import { userSorts } from "../../src/contract/users.ts";
import { wrongGroups } from "./support/user-groups.ts";
import { openEmpty, testNow } from "./support/test-host.ts";

let connection: Connection;
const random = new Random(31);
let made = 0;

/** Names that begin alike, are short, empty, beyond ASCII or beyond the first plane; ids of all ages. */
function anyUser(): SeedUser {
  const user = seedUser(random, made, testNow);
  made += 1;
  const letters = ["a", "A", "b", "é", "\u{1F600}", "\uFFFD", "~", " ", "0", "\u0001"];
  const word = (): string => Array.from({ length: random.whole(0, 6) }, () => random.pick(letters)).join("");
  const phones = [null, "", "+", "0803", "~", `+23480${random.digits(3)}`, `+2348012${random.digits(6)}`];
  return {
    ...user,
    ...(random.chance(0.5) && { username: word(), email: `${word()}${made}` }),
    ...(random.chance(0.5) && { phonenumber: random.pick(phones) }),
    ...(random.chance(0.3) && { kyc_status: random.pick(["", "verified", "VERIFIED", "a status of more than twenty letters", word()]) }),
    ...(random.chance(0.3) && { id: `${random.hex(2 * random.whole(0, 2))}${made}` }),
    kyc_level: random.whole(0, 9),
  };
}
const add = (count: number): Promise<void> => insertAsJson(connection.db)("users", userColumns, Array.from({ length: count }, anyUser));

beforeAll(async () => {
  connection = await openEmpty();
  await migrate(
    connection,
    migrations.filter(({ name }) => name < "0021"),
  );
  await add(620);
  await connection.db.execute(sql`update users set deleted_at = now() where id < '65' or md5(id) < '1'`);
  await migrate(connection);
});
afterAll(() => connection.close());

const id = v.object({ id: v.string() });

/** The fields that users are compared by, smallest first. */
const comparedBy = {
  createdAt: "created_at",
  username: `lower(username) collate "C"`,
  email: `lower(email) collate "C"`,
  phonenumber: `phonenumber collate "C"`,
  kycLevel: "kyc_level",
  kycStatus: `lower(kyc_status) collate "C"`,
  emailVerified: "email_verified",
  bvnVerified: "bvn_verified",
};

/** All ids in an order, by a plain sort of the rows. */
const sorted = async (field: (typeof userSorts)[number], direction: "asc" | "desc"): Promise<string[]> =>
  (
    await connection.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_indexscan = off`);
      await tx.execute(sql`set local enable_indexonlyscan = off`);
      const order = `${comparedBy[field]} ${direction} nulls last, id ${direction}`;
      return rows(tx, id, sql.raw(`select id from users where deleted_at is null order by ${order}`));
    })
  ).map((row) => row.id);

/** Pages near both ends, which are read from there, and between. */
async function expectPages(): Promise<void> {
  for (const field of userSorts)
    for (const direction of ["asc", "desc"] as const) {
      const all = await sorted(field, direction);
      expect(all.length).toBeGreaterThan(430);
      const sort = direction === "desc" ? `-${field}` : field;
      for (const skip of [random.pick([0, 199, 201]), 200, random.whole(202, all.length - 212), all.length - random.pick([3, 150, 207])]) {
        const limit = random.pick([1, 7, 90]);
        const found = await findUsers(connection.db, { sort, skip, limit }, "NG");
        expect(found.total).toBe(all.length);
        expect([sort, skip, found.rows.map((row) => row.id)]).toEqual([sort, skip, all.slice(skip, skip + limit)]);
      }
    }
}

test("[HOST-6] users from before are counted in groups, and any page of any sort in either direction is that of a plain sort", async () => {
  expect(await wrongGroups(connection.db)).toBe(0);
  await expectPages();
}, 60_000);

test("[HOST-6] so it stays after users are added, renamed, deleted, brought back and undone, and after the counts are folded", async () => {
  const { db } = connection;
  const some = () => sql`md5(id || ${random.hex(4)}::text) < '1'`;
  for (let step = 0; step < 25; step += 1)
    switch (random.whole(0, 7)) {
      case 0:
        await add(random.whole(1, 30));
        break;
      case 1:
        await db.execute(sql`update users set username = reverse(username), kyc_level = 9 - kyc_level where ${some()}`);
        break;
      case 2:
        await db.execute(sql`update users set phonenumber = nullif(phonenumber, ''), bvn_verified = not bvn_verified where ${some()}`);
        break;
      case 3:
        await db.execute(sql`update users set deleted_at = case when deleted_at is null and ${some()} then now() end where ${some()}`);
        break;
      case 4:
        await db.execute(sql`delete from users where ${some()} and ${some()}`);
        break;
      case 5:
        await db.execute(sql`update users set id = 'x' || id, email = 'x' || email, kyc_status = 'pending' where ${some()}`);
        break;
      case 6:
        await db.execute(sql`select fold_tallies()`);
        break;
      default:
        await expect(
          db.transaction(async (tx) => {
            await tx.execute(sql`delete from users`);
            throw new Error("undone");
          }),
        ).rejects.toThrow("undone");
    }
  expect(await wrongGroups(connection.db)).toBe(0);
  await expectPages();
  await db.execute(sql`select fold_tallies()`);
  expect(await wrongGroups(connection.db)).toBe(0);
  const [left] = await rows(
    db,
    v.object({ fresh: v.number(), twice: v.number() }),
    sql`select (select count(*)::int from user_groups where not is_folded) as fresh, (select count(*)::int from (select from user_groups group by sort, key, id having count(*) > 1) as several) as twice`,
  );
  expect(left).toEqual({ fresh: 0, twice: 0 });
}, 60_000);

test.each([
  ["username", "users_sorted_by_username"],
  ["email", "users_sorted_by_email"],
  ["phonenumber", "users_sorted_by_phonenumber"],
  ["-phonenumber", "users_sorted_by_phonenumber_down"],
  ["-kycLevel", "users_by_level"],
  ["kycStatus", "users_sorted_by_status"],
  ["emailVerified", "users_by_email_verified"],
  ["-bvnVerified", "users_by_bvn_verified"],
])("[HOST-6] a middle page by %s is read from an index alone, from its group on", async (sort, index) => {
  const { db } = connection;
  await db.execute(sql`vacuum (analyze) users`);
  const plan = await db.transaction(async (tx) => {
    // So few users are sorted sooner.
    await tx.execute(sql`set local enable_sort = off`);
    return rows(tx, v.object({ "QUERY PLAN": v.string() }), sql`explain ${idsOfAll(tx, orderOf(sort), 210, 10, 430)}`);
  });
  const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(lines).toMatch(new RegExp(`Index Only Scan using ${index} on users.*\n +Index Cond: .*ROW\\(`));
});
