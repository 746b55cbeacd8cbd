import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "../../host/db/rows.ts";
import { prices, transactions, users } from "../../host/db/schema.ts";
import { dashboardFigures } from "../../host/queries/analytics.ts";
import { totalOf, transactionList, userList } from "../../host/queries/days.ts";
import { keysOf } from "../../host/queries/transactions.ts";
import { insertTransactions } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedTransactions } from "../../host/seed/transactions.ts";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { type TransactionFilter, transactionsAnswer } from "../../src/contract/transactions.ts";
import { userSorts, usersAnswer } from "../../src/contract/users.ts";
import { everyTransaction, lets } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
});
afterAll(() => box.close());

const counted = v.object({
  transactions: v.number(),
  users: v.number(),
  total: v.number(),
  completed: v.number(),
  pending: v.number(),
  volume: v.string(),
});

/** The figures counted from the rows. */
async function truth() {
  const [found] = await rows(
    box.host.deps.db,
    counted,
    sql`select (select count(*)::int from transactions) as transactions, (select count(*)::int from users where deleted_at is null) as users,
      count(*) filter (where trade)::int as total,
      count(*) filter (where trade and status in ('SUCCESSFUL', 'COMPLETED', 'CONFIRMED'))::int as completed,
      count(*) filter (where trade and status in ('PENDING', 'PROCESSING'))::int as pending,
      round(sum(abs(amount) * usd) filter (where status in ('SUCCESSFUL', 'COMPLETED', 'CONFIRMED')), 2)::text as volume
      from (select *, type in ('SWAP', 'OBIEX_SWAP', 'GIFTCARD') as trade from transactions) as t left join prices using (currency)`,
  );
  return found;
}

async function kept() {
  const { db } = box.host.deps;
  const { users, total, completed, pending, volume } = await dashboardFigures(db);
  expect(await totalOf(db, userList)).toBe(users);
  const kinds = sql`select day, type, status, currency, sum(rows)::int as rows from transaction_kinds group by 1, 2, 3, 4 having sum(rows) <> 0`;
  const trueKinds = sql`select day_of(created_at), type, status, currency, count(*)::int from transactions group by 1, 2, 3, 4`;
  const [wrong] = await rows(
    db,
    v.object({ kinds: v.number() }),
    sql`select count(*)::int as kinds from ((${kinds} except ${trueKinds}) union all (${trueKinds} except ${kinds})) as wrong`,
  );
  expect(wrong).toEqual({ kinds: 0 });
  return { transactions: await totalOf(db, transactionList), users, total, completed, pending, volume };
}

describe("counts that the database keeps", () => {
  test("[DASH-1] figures and totals are those of the rows, whatever is added, changed, moved, deleted, undone or folded", async () => {
    const { db } = box.host.deps;
    const random = new Random(9);
    const person = { id: "u1", username: "ada" };
    expect(await kept()).toEqual(await truth());
    for (let step = 0; step < 60; step += 1) {
      const at = new Date(testNow.getTime() - random.whole(0, 200 * 24 * 3600) * 1000);
      const [some] = await db
        .select()
        .from(transactions)
        .orderBy(sql`md5(id || ${step})`)
        .limit(1);
      const those = eq(transactions.id, some?.id ?? "");
      switch (random.whole(0, 6)) {
        case 0:
          await db
            .update(transactions)
            .set({ status: random.pick(["PENDING", "COMPLETED", "FAILED"]) })
            .where(those);
          break;
        case 1:
          await db
            .update(transactions)
            .set({ createdAt: at, amount: String(random.whole(-9, 9)) })
            .where(those);
          break;
        case 2:
          await db.delete(transactions).where(those);
          break;
        case 3:
          await db
            .update(users)
            .set({ deletedAt: random.chance(0.5) ? at : null })
            .where(sql`md5(id || ${step}) < '1'`);
          break;
        case 4:
          await db.execute(sql`select fold_tallies()`);
          break;
        case 5:
          await db
            .transaction(async (tx) => {
              await insertTransactions(tx, seedTransactions(random, [person], at, testNow));
              throw new Error("undone");
            })
            .catch(() => {});
          break;
        default:
          await insertTransactions(db, seedTransactions(random, [person, person], at, testNow));
      }
      if (step % 6 === 0) expect(await kept()).toEqual(await truth());
    }
    await db.execute(sql`select fold_tallies()`);
    expect(await kept()).toEqual(await truth());
    const folded = await rows(
      db,
      v.object({ twice: v.number() }),
      sql`select count(*)::int as twice from (select day from transaction_days group by day having count(*) > 1) as twice`,
    );
    expect(folded).toEqual([{ twice: 0 }]);
  });

  testOnce("[DASH-1] there is no volume while a completed transaction's currency has no price", async () => {
    const { db } = box.host.deps;
    const volume = async () => {
      const { body } = await box.call("GET /analytics/dashboard", { token });
      return v.parse(dashboardAnalytics.answer, body).transactionVolume;
    };
    const before = await volume();
    expect(Number(before)).toBeGreaterThan(0);
    const gone = await db.delete(prices).where(eq(prices.currency, "BTC")).returning();
    expect(await volume()).toBeNull();
    await db.insert(prices).values(gone);
    expect(await volume()).toBe(before);
    const at = testNow.toISOString();
    const row = { id: "naira", user_id: "u", username: "n", type: "DEPOSIT", currency: "NGN", amount: "5", reference: "r", created_at: at };
    await insertTransactions(db, [{ ...row, status: "PENDING", updated_at: at }]);
    expect(await volume()).toBe(before);
    await db.update(transactions).set({ status: "CONFIRMED" }).where(eq(transactions.id, "naira"));
    expect(await volume()).toBeNull();
    await db.delete(transactions).where(eq(transactions.id, "naira"));
    expect(await volume()).toBe(before);
  });

  test("[DASH-1] the dashboard shows a change at the next look", async () => {
    const look = async () => (await box.call("GET /analytics/dashboard", { token })).body;
    const before = await look();
    await insertTransactions(box.host.deps.db, [
      {
        id: "new",
        user_id: "u",
        username: "new",
        type: "SWAP",
        status: "COMPLETED",
        currency: "USDT",
        amount: "5",
        reference: "r",
        created_at: testNow.toISOString(),
        updated_at: testNow.toISOString(),
      },
    ]);
    expect(await look()).not.toEqual(before);
  });
});

describe("deep pages", () => {
  test("[DASH-6] every page of every size holds its rows, also where many have one moment and days are empty", async () => {
    const at = new Date(testNow.getTime() - 400 * 24 * 3600 * 1000).toISOString();
    const row = { user_id: "u", username: "same", type: "DEPOSIT", status: "CONFIRMED", currency: "ETH", amount: "1", reference: "r" };
    await insertTransactions(
      box.host.deps.db,
      Array.from({ length: 130 }, (_, i) => ({ ...row, id: `same${String(i).padStart(4, "0")}`, created_at: at, updated_at: at })),
    );
    const all = (
      await box.host.deps.db
        .select({ id: transactions.id })
        .from(transactions)
        .orderBy(sql`created_at desc, id desc`)
    ).map(({ id }) => id);
    expect((await everyTransaction(box, token)).map(({ id }) => id)).toEqual(all);
    for (const limit of [1, 7, 50, 200])
      for (const page of [1, 2, 3, 9, Math.ceil(all.length / limit) - 1, Math.ceil(all.length / limit)]) {
        const { body } = await box.call(`GET /analytics/recent-transactions?page=${page}&limit=${limit}`, { token });
        const answer = v.parse(transactionsAnswer, body);
        expect(answer.rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * limit, page * limit));
        expect(answer).toMatchObject({ hasNextPage: page * limit < all.length, total: all.length });
      }
  });

  test.each<Record<string, string>>([
    { transactionType: "SWAP" },
    { transactionStatus: "failed" },
    { currency: "USDT", transactionType: "DEPOSIT" },
    { dateFrom: "2026-08-01", dateTo: "2026-09-15" },
    { dateFrom: "2026-10-01", transactionStatus: "COMPLETED", currency: "NGNB" },
    { dateTo: "2025-10-17" },
    { currency: "DOGE" },
  ])("[DASH-7] filtered by %j the pages make the whole list", async (filter) => {
    const matching = (await everyTransaction(box, token)).filter((row) => lets(filter as TransactionFilter, row, new Map()));
    const limit = 7;
    for (let page = 1; page <= Math.ceil(matching.length / limit) + 1; page += 1) {
      const query = new URLSearchParams([...Object.entries(filter), ["page", String(page)], ["limit", String(limit)]]);
      const answer = v.parse(transactionsAnswer, (await box.call(`GET /analytics/filter?${query.toString()}`, { token })).body);
      expect(answer.rows.map(({ id }) => id)).toEqual(matching.slice((page - 1) * limit, page * limit).map(({ id }) => id));
      expect(answer.hasNextPage).toBe(page * limit < matching.length);
    }
  });

  test("[HOST-6, DASH-7] of a kind that few transactions have, only the months with some are looked through", async () => {
    const { db } = box.host.deps;
    const row = { user_id: "u", username: "rare", type: "DEPOSIT", status: "CONFIRMED", currency: "RARE", amount: "1", reference: "r" };
    const days = ["2026-06-11", "2026-10-02"];
    await insertTransactions(
      db,
      days.map((day) => ({ ...row, id: day, created_at: `${day}T12:00:00.000Z`, updated_at: `${day}T12:00:00.000Z` })),
    );
    const monthsRead = async (currency: string): Promise<unknown> => {
      const keys = keysOf(db, { currency }, 0, 51);
      const plan = await rows(db, v.object({ "QUERY PLAN": v.string() }), sql`explain (analyze) select * from ${keys} as keys`);
      const scans = plan.map((line) => line["QUERY PLAN"]).filter((line) => line.includes("Scan") && !line.includes("never executed"));
      return [...new Set(scans.flatMap((line) => /transactions_[0-9]{4}_[0-9]{2}/.exec(line) ?? []))].toSorted();
    };
    expect(await monthsRead("RARE")).toEqual(["transactions_2026_06", "transactions_2026_10"]);
    expect(await monthsRead("DOGE")).toEqual([]);
    await db.delete(transactions).where(eq(transactions.currency, "RARE"));
  });

  test.each(userSorts.flatMap((sort) => [sort, `-${sort}`]))(
    "[USER-2] sorted by %s the pages make the whole list, from both ends",
    async (sort) => {
      const page = async (skip: number, limit: number) => {
        const { body } = await box.call(`GET /usermanagement/users?sort=${sort}&skip=${skip}&limit=${limit}`, { token });
        return v.parse(usersAnswer, body);
      };
      const { users: whole, total = 0 } = await page(0, 200);
      expect(whole).toHaveLength(total);
      const paged = [];
      for (let skip = 0; skip <= total; skip += 7) paged.push(...(await page(skip, 7)).users);
      expect(paged).toEqual(whole);
      expect((await page(total, 7)).users).toEqual([]);
      expect((await page(1_000_000, 7)).users).toEqual([]);
    },
  );
});

test("[DASH-7] a search for three letters or more can go by the index, of transactions, users and the log", async () => {
  const { db } = box.host.deps;
  for (const [table, index] of [
    ["transactions", "transactions_2026_09_search_idx"],
    ["users", "users_by_words"],
    ["audit_log", "audit_log_by_words"],
  ] as const) {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return rows(
        tx,
        v.object({ "QUERY PLAN": v.string() }),
        sql`explain select * from ${sql.identifier(table)} where search like '%ada%'`,
      );
    });
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain(index);
  }
});

test("[DASH-10, HOST-6] an amount that no transaction has is looked for in the index of amounts", async () => {
  const { db } = box.host.deps;
  await db.execute(sql`analyze transactions`);
  const plan = await db.transaction(async (tx) => {
    // So few transactions are read sooner.
    await tx.execute(sql`set local enable_seqscan = off`);
    return rows(
      tx,
      v.object({ "QUERY PLAN": v.string() }),
      sql`explain select * from transactions where abs(amount) >= 1e9 order by created_at desc, id desc limit 51`,
    );
  });
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("transactions_2026_09_abs_idx");
});
