import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterEach, expect, test } from "vitest";
import type { Connection, Db } from "../../host/db/connection.ts";
import { migrate } from "../../host/db/migrate.ts";
import { keepMonths, moveIntoMonths, moveSome } from "../../host/db/months.ts";
import { rows } from "../../host/db/rows.ts";
import { transactions } from "../../host/db/schema.ts";
import { dashboardFigures } from "../../host/queries/analytics.ts";
import { totalOf, transactionList } from "../../host/queries/days.ts";
import { migrations } from "../../host/migrations/all.ts";
import { insertTransactions } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedTransactions } from "../../host/seed/transactions.ts";
import { transactionsAnswer } from "../../src/contract/transactions.ts";
import { addToTruth, differences, fillOlder } from "./support/older-database.ts";
import { openEmpty, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const dayMs = 24 * 3600 * 1000;
const people = [
  { id: "u1", username: "ada" },
  { id: "u2", username: "bayo" },
];
const daysBefore = (days: number): Date => new Date(testNow.getTime() - days * dayMs);

const said = v.object({ told: v.string() });
const text = async (db: Db, query: string): Promise<string | undefined> => (await rows(db, said, sql.raw(query)))[0]?.told;

/** The partitions of a query's rows, with counts. */
const placesOf = (db: Db, where = "true") =>
  text(
    db,
    `select coalesce(string_agg(place || ' ' || rows, ', ' order by place), '') as told
    from (select tableoid::regclass::text as place, count(*) as rows from transactions where ${where} group by 1) as found`,
  );

/** A database from before the partitions, migrated. */
const openOlder = async (count: number): Promise<Db> => (await olderConnection(count)).db;

async function olderConnection(count: number): Promise<Connection> {
  const connection = await openEmpty();
  closing.push(connection.close);
  await fillOlder(connection, count, testNow);
  await migrate(connection);
  return connection;
}

testOnce(
  "[HOST-6] rows from before go into months bit by bit while others are added, changed, moved, deleted and undone: none is lost, none doubled",
  async () => {
    const db = await openOlder(150);
    const random = new Random(21);
    const both = async (change: (table: string) => string): Promise<void> => {
      for (const table of ["transactions", "truth"]) await db.execute(sql.raw(change(table)));
    };
    let steps = 0;
    while (await moveSome(db, 5)) {
      steps += 1;
      const [some] = await db
        .select({ id: transactions.id })
        .from(transactions)
        .orderBy(sql`md5(id || ${steps})`)
        .limit(1);
      const id = some?.id ?? "";
      const then = daysBefore(random.whole(0, 400)).toISOString();
      switch (random.whole(0, 5)) {
        case 0:
          await insertTransactions(db, seedTransactions(random, people, new Date(then), testNow));
          await addToTruth(db);
          break;
        case 1:
          await both((table) => `update ${table} set status = 'FAILED', note = 'again' where id = '${id}'`);
          break;
        case 2:
          await both((table) => `update ${table} set created_at = '${then}' where id = '${id}'`);
          break;
        case 3:
          await both((table) => `delete from ${table} where id = '${id}'`);
          break;
        case 4:
          // An interrupted step changes nothing.
          await expect(
            db.transaction(async (tx) => {
              await tx.execute(sql`select move_transactions(50)`);
              await tx.execute(sql`delete from transactions where id = ${id}`);
              throw new Error("killed");
            }),
          ).rejects.toThrow("killed");
          break;
        default:
      }
      if (steps % 9 === 0) expect(await differences({ db })).toBe(0);
    }
    expect(steps).toBeGreaterThan(25);
    expect(await differences({ db })).toBe(0);
    expect(await text(db, "select relkind::text as told from pg_class where oid = 'transactions'::regclass")).toBe("p");
    expect(await placesOf(db)).toContain("transactions_2026_09");
    // The new table behaves like the old one.
    await both((table) => `update ${table} set status = 'PENDING'`);
    await db.execute(sql`delete from transactions where id in (select id from transactions limit 5)`);
    expect(await totalOf(db, transactionList)).toBe(Number(await text(db, "select count(*)::text as told from transactions")));
    expect(Number(await text(db, "select count(*)::text as told from events where kind = 'transaction'"))).toBeGreaterThan(150);
  },
);

testOnce("[HOST-6] the move ends by itself, and leaves no trigger behind", async () => {
  const connection = await olderConnection(30);
  const { db } = connection;
  expect(await text(db, "select relkind::text as told from pg_class where oid = 'transactions'::regclass")).toBe("r");
  await moveIntoMonths(connection, new AbortController().signal);
  expect(await text(db, "select relkind::text as told from pg_class where oid = 'transactions'::regclass")).toBe("p");
  expect(await moveSome(db)).toBe(false);
  expect(
    await text(
      db,
      "select count(*)::text as told from pg_proc where proname = 'mirror_transaction' and exists (select from pg_trigger where tgname like 'transactions_mirror%')",
    ),
  ).toBe("0");
});

test.each(["all were moved", "some were moved", "none were moved"])(
  "[DASH-10, HOST-6] rows from before are found in any letter case, and there are all indexes, where %s into months",
  async (when) => {
    const connection = await openEmpty();
    closing.push(connection.close);
    const { db } = connection;
    await fillOlder(connection, 30, testNow);
    await migrate(
      connection,
      migrations.filter(({ name }) => name < "0024"),
    );
    await db.execute(sql`update transactions set bank_name = 'ÉCOBANK'`);
    if (when === "some were moved") await moveSome(db, 10);
    if (when === "all were moved") while (await moveSome(db));
    await migrate(connection);
    while (await moveSome(db));
    expect(await text(db, "select count(*)::text as told from transactions where search like '%écobank%'")).toBe("30");
    const ofTable = "select string_agg(indexname, ' ' order by indexname) as told from pg_indexes where tablename = 'transactions'";
    expect(await text(db, ofTable)).toBe(
      "transactions_by_amount transactions_by_date transactions_by_user transactions_by_words transactions_pkey transactions_unsettled",
    );
  },
);

test("[HOST-6] a month has its partition before its first row, and a row from outside all months goes to its own once that is made", async () => {
  const box = await openTestHost();
  closing.push(box.close);
  const { db } = box.host.deps;
  const random = new Random(22);
  const add = (at: Date) => insertTransactions(db, [{ ...anyOf(seedTransactions(random, people, at, at)), username: "outside" }]);
  const last = new Date((await text(db, "select max(m)::text as told from transaction_months() as m")) ?? "");
  /** A time on a day of the month `months` after the last one. */
  const later = (months: number, day: number, ms = 0): Date =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + months, day, 0, 0, 0, ms));
  const name = (months: number): string => `transactions_${later(months, 1).toISOString().slice(0, 7).replace("-", "_")}`;
  await add(later(3, 15));
  await add(new Date("2019-03-31T23:59:59.999Z"));
  expect(await placesOf(db, "username = 'outside'")).toBe("transactions_future 1, transactions_past 1");
  const told = await text(db, "select count(*)::text as told from events");
  await keepMonths(db, later(2, 20));
  await add(later(4, 1, -1));
  await add(later(4, 1));
  expect(await placesOf(db, "username = 'outside'")).toBe(`${name(3)} 2, ${name(4)} 1, transactions_past 1`);
  // Moving a row to its partition is no change to it.
  expect(Number(await text(db, "select count(*)::text as told from events"))).toBe(Number(told) + 2);
  await keepMonths(db, later(2, 20));
  expect(await totalOf(db, transactionList)).toBe(Number(await text(db, "select count(*)::text as told from transactions")));
});

testOnce("[HOST-6] a clock that is behind makes no month", async () => {
  const box = await openTestHost();
  closing.push(box.close);
  const { db } = box.host.deps;
  const months = () => text(db, "select string_agg(m::text, ' ' order by m) as told from transaction_months() as m");
  const before = await months();
  await keepMonths(db, new Date("2000-01-01T00:00:00Z"));
  expect(await months()).toBe(before);
});

testOnce("[HOST-6] a clock that is decades ahead makes a year of months at a time", async () => {
  const box = await openTestHost();
  closing.push(box.close);
  const { db } = box.host.deps;
  const months = async () => Number(await text(db, "select count(*)::text as told from transaction_months()"));
  const before = await months();
  await keepMonths(db, new Date("2099-01-01T00:00:00Z"));
  expect(await months()).toBe(before + 12);
  await keepMonths(db, new Date("2099-01-01T00:00:00Z"));
  expect(await months()).toBe(before + 24);
});

const paged = v.object({
  pagination: v.object({ hasNextPage: v.boolean(), pastEnds: v.optional(v.string()), total: v.optional(v.number()) }),
});

test("[HOST-6] once old months are detached the lists end there and say so, pages and counts stay exact, and the figures stay", async () => {
  const box = await openTestHost();
  closing.push(box.close);
  const { db } = box.host.deps;
  const token = await box.tokenFor("admin");
  const get = async (path: string) => {
    const { status, body } = await box.call(`GET ${path}`, { token });
    expect(status).toBe(200);
    return { ...v.parse(transactionsAnswer, body), ...v.parse(paged, body).pagination };
  };
  const figures = await dashboardFigures(db);
  expect((await get("/analytics/recent-transactions?page=8&limit=200")).pastEnds).toBeUndefined();
  const before = (await db.select().from(transactions)).length;
  const detached: (string | undefined)[] = [];
  // What is said twice detaches one month.
  for (const before of ["2026-06-01", "2026-06-01", "2026-07-01", "2026-07-31", "2026-01-01"])
    detached.push(await text(db, `select coalesce(detach_transactions('${before}'), 'none') as told`));
  expect(detached).toEqual(["transactions_2026_05", "none", "transactions_2026_06", "none", "none"]);
  await expect(text(db, "select detach_transactions() as told")).rejects.toThrow();
  const gone = Number(
    await text(db, "select ((select count(*) from transactions_2026_05) + (select count(*) from transactions_2026_06))::text as told"),
  );
  expect(gone).toBeGreaterThan(100);

  for (const path of [
    "/analytics/recent-transactions?",
    "/analytics/filter?",
    "/analytics/filter?transactionType=SWAP&",
    "/analytics/filter?dateFrom=2026-05-10&",
  ]) {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { rows: found, hasNextPage, pastEnds } = await get(`${path}page=${page}&limit=90`);
      ids.push(...found.map(({ id }) => id));
      // Only the last page reaches the end.
      expect(pastEnds).toBe(hasNextPage ? undefined : "2026-07-01T00:00:00.000Z");
      if (!hasNextPage) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const those = path.includes("SWAP") ? sql`type = 'SWAP'` : sql`true`;
    const all = await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(those)
      .orderBy(sql`created_at desc, id desc`);
    expect(ids).toEqual(all.map(({ id }) => id));
  }
  expect((await get("/analytics/recent-transactions?limit=10")).total).toBe(before - gone);
  expect(await dashboardFigures(db)).toEqual(figures);
  // A row dated before the end is accepted, listed and counted like any other.
  const late = anyOf(seedTransactions(new Random(23), people, new Date("2026-06-05T00:00:00Z"), testNow));
  await insertTransactions(db, [late]);
  expect((await get(`/analytics/recent-transactions?page=${before - gone + 1}&limit=1`)).rows.map(({ id }) => id)).toEqual([late.id]);
  await keepMonths(db, new Date("2026-05-01T00:00:00Z"));
  // It has no monthly partition, and is detached next.
  expect(await text(db, "select detach_transactions('2026-07-01') as told")).toBe("transactions_until_2026_07");
  expect(await db.select().from(transactions).where(eq(transactions.id, late.id))).toEqual([]);
  expect(await totalOf(db, transactionList)).toBe(before - gone);
});

testOnce("[HOST-6] a month that isn't over, and a database that is still being moved, refuse to detach one", async () => {
  const box = await openTestHost();
  closing.push(box.close);
  const { db } = box.host.deps;
  const detach = (on: Db) =>
    on.execute(sql`select detach_transactions('9999-01-01')`).then(
      () => "detached",
      (error: Error) => String(error.cause),
    );
  let last = "detached";
  for (let month = 0; last === "detached" && month < 400; month += 1) last = await detach(db);
  expect(last).toContain("is not over");
  expect(await detach(await openOlder(3))).toContain("still being moved");
});

function anyOf<T>(all: readonly T[]): T {
  const [first] = all;
  if (first === undefined) throw new Error("There is none.");
  return first;
}
