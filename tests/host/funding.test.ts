import Big from "big.js";
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ledgerAccounts, ledgerEntries, ledgerPostings } from "../../host/db/schema.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { config } from "../../src/contract/config.ts";
import { transactionsAnswer } from "../../src/contract/transactions.ts";
import type { User } from "../../src/contract/users.ts";
import { userWallets } from "../../src/contract/wallets.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let users: User[];
let at = 0;
let email = "";

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  users = await everyUser(box, token);
});
afterAll(() => box.close());
beforeEach(() => {
  at += 1;
  email = users[at]?.email ?? "";
});

const fund = (body: object, key?: string, as = token) =>
  box.call("POST /funduser/fund", { token: as, body, ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }) });
const deduct = (body: object) => box.call("POST /funduser/deduct", { token, body });
const wipe = (body: object) => box.call("POST /pending/wipe", { token, body });
const balances = async () => {
  const { status, body } = await box.call(`GET /admin/users/wallets?email=${encodeURIComponent(email)}`, { token });
  expect(status).toBe(200);
  return v.parse(userWallets.answer, body).balances;
};
const entries = async () => (await box.host.deps.db.select().from(ledgerEntries)).length;

describe("funding and deduction", () => {
  test("[FUND-3] a funding adds to the balance, answers the new one, and is in the feed at once", async () => {
    const before = (await balances())["btcBalance"] ?? "0";
    const { status, body } = await fund({ email: email.toUpperCase(), currency: "BTC", amount: 0.25 });
    expect(status).toBe(200);
    const newBalance = new Big(before).plus("0.25").toFixed();
    expect(body).toMatchObject({ success: true, message: `Funded ${email} with 0.25 BTC`, data: { newBalance: Number(newBalance) } });
    expect((await balances())["btcBalance"]).toBe(newBalance);
    const feed = await box.call("GET /analytics/recent-transactions?page=1&limit=1", { token });
    const [first] = v.parse(transactionsAnswer, feed.body).rows;
    expect(first).toMatchObject({ type: "DEPOSIT", amount: "0.25", currency: "BTC", status: "COMPLETED", userId: users[at]?.id });
    expect(first?.reference).toMatch(/^FUND-/);
  });

  test("[HOST-3] a deduction takes away, down to zero and no further", async () => {
    await fund({ email, currency: "TRX", amount: 10 });
    expect(await deduct({ email, currency: "TRX", amount: 4.5 })).toMatchObject({ status: 200, body: { data: { newBalance: 5.5 } } });
    const refused = await deduct({ email, currency: "TRX", amount: 5.500001 });
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, message: `${email} has 5.5 TRX; 5.500001 TRX can't be deducted` },
    });
    expect(await deduct({ email, currency: "TRX", amount: 5.5 })).toMatchObject({ status: 200, body: { data: { newBalance: 0 } } });
    expect((await balances())["trxBalance"]).toBe("0");
  });

  test("[FUND-5] amounts keep all their digits, up to the currency's precision", async () => {
    await fund({ email, currency: "MATIC", amount: "0.100000000000000001" });
    await fund({ email, currency: "MATIC", amount: 0.2 });
    expect((await balances())["maticBalance"]).toBe("0.300000000000000001");
  });

  testOnce.each([
    [{ currency: "BTC", amount: 1 }, "email"],
    [{ email: "x@example.com", currency: "DOGE", amount: 1 }, "currency"],
    [{ email: "x@example.com", currency: "BTC" }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: 0 }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: -1 }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: 0.0000001 }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: 0.123456789 }, "amount"],
    [{ email: "x@example.com", currency: "NGNB", amount: 1.005 }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: 1e300 }, "amount"],
    [{ email: "x@example.com", currency: "BTC", amount: "NaN" }, "amount"],
  ])("[HOST-4] %j is refused, naming %s, and moves nothing", async (body, field) => {
    const before = await entries();
    expect(await fund(body)).toMatchObject({ status: 400, body: { success: false, field, message: expect.stringContaining(field) } });
    expect(await entries()).toBe(before);
  });

  testOnce("[FUND-4] an email that is nobody's is a 404 with a message", async () => {
    expect(await fund({ email: "nobody@example.com", currency: "BTC", amount: 1 })).toMatchObject({
      status: 404,
      body: { success: false, message: "No user has the email nobody@example.com" },
    });
  });

  testOnce("[AUTH-18] without canFundUsers nothing is funded or deducted, without canManageWallets nothing wiped or shown", async () => {
    const teller = await box.tokenFor("admin", { ...permissionsOf.admin, canFundUsers: false, canManageWallets: false });
    const before = await entries();
    const body = { email, currency: "BTC", amount: 1 };
    for (const [line, permission] of [
      ["POST /funduser/fund", "canFundUsers"],
      ["POST /funduser/deduct", "canFundUsers"],
      ["POST /pending/wipe", "canManageWallets"],
      [`GET /admin/users/wallets?email=${email}`, "canManageWallets"],
    ] as const) {
      const sent = line.startsWith("GET") ? { token: teller } : { token: teller, body };
      expect(await box.call(line, sent)).toMatchObject({ status: 403, body: { message: `This needs the permission ${permission}.` } });
    }
    expect(await box.call("POST /funduser/fund", { body })).toMatchObject({ status: 401 });
    expect(await entries()).toBe(before);
  });
});

describe("wiping", () => {
  testOnce("[TOOL-5] what is pending goes to zero and the available balance stays; a second wipe finds nothing", async () => {
    let wiped = 0;
    for (const user of users.slice(0, 20)) {
      ({ email = "" } = user);
      const before = await balances();
      const { status, body } = await wipe({ email, currency: "USDT" });
      if (before["usdtPendingBalance"] === "0") {
        expect(body).toMatchObject({ success: false, message: `${email} has no pending USDT balance` });
        continue;
      }
      wiped += 1;
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, message: expect.stringContaining("Pending balance wiped") });
      expect(await balances()).toEqual({ ...before, usdtPendingBalance: "0" });
      expect((await wipe({ email, currency: "USDT" })).status).toBe(409);
    }
    expect(wiped).toBeGreaterThan(0);
  });

  testOnce("[TOOL-5] only what is offered can be wiped", async () => {
    expect(await wipe({ email, currency: "TRX" })).toMatchObject({ status: 400, body: { field: "currency" } });
  });
});

describe("idempotency", () => {
  const body = () => ({ email, currency: "SOL", amount: 1.5 });

  testOnce("[HOST-5] config.json announces the header", async () => {
    expect(v.parse(config, (await box.call("GET /config.json")).body).idempotencyHeader).toBe("Idempotency-Key");
  });

  test("[HOST-5] the repeat of a funding gets the first answer, word for word, and funds nothing", async () => {
    const first = await fund(body(), "key-1");
    const before = await entries();
    const again = await fund(body(), "key-1");
    expect(again.body).toEqual(first.body);
    expect(again.status).toBe(200);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(await entries()).toBe(before);
  });

  test("[HOST-5] twenty repeats at once do it once and answer alike", async () => {
    const before = await entries();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fund(body(), "key-20")));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get("Idempotency-Replayed") === null)).toHaveLength(1);
    expect(await entries()).toBe(before + 1);
  });

  testOnce("[HOST-5] the same key for another amount, call or query is a 422 and does nothing", async () => {
    await fund(body(), "key-other");
    const before = await entries();
    expect(await fund({ ...body(), amount: 2 }, "key-other")).toMatchObject({ status: 422, body: { field: "Idempotency-Key" } });
    const deduction = await box.call("POST /funduser/deduct", { token, body: body(), headers: { "Idempotency-Key": "key-other" } });
    expect(deduction.status).toBe(422);
    expect(await entries()).toBe(before);
  });

  testOnce("[HOST-5] a refusal is the first answer too, even when it would now be granted", async () => {
    const key = { "Idempotency-Key": "key-refused" };
    const deduction = { email, currency: "BNB", amount: 1 };
    const first = await box.call("POST /funduser/deduct", { token, body: deduction, headers: key });
    expect(first.status).toBe(409);
    await fund({ email, currency: "BNB", amount: 5 });
    expect(await box.call("POST /funduser/deduct", { token, body: deduction, headers: key })).toMatchObject({
      status: 409,
      body: first.body,
    });
  });

  testOnce("[HOST-5] a key is its admin's own", async () => {
    const other = await box.tokenFor("admin");
    const before = await entries();
    await fund(body(), "key-mine");
    await fund(body(), "key-mine", other);
    expect(await entries()).toBe(before + 2);
  });

  testOnce("[HOST-5] a header that is no key is a 400", async () => {
    expect(await fund(body(), "two words")).toMatchObject({ status: 400, body: { field: "Idempotency-Key" } });
  });
});

/** The database's reason for a refusal; undefined if it accepted. */
const refusalOf = (attempt: PromiseLike<unknown>): Promise<string | undefined> =>
  Promise.resolve(attempt).then(
    () => undefined,
    (error: Error) => String(error.cause),
  );

describe("the ledger", () => {
  test("[HOST-3] twenty clients fund, deduct and wipe one user side by side: every entry balances and nothing is lost", async () => {
    const start = new Big((await balances())["usdcBalance"] ?? 0);
    let expected = start;
    const client = async (of: number) => {
      for (let i = 0; i < 10; i += 1) {
        const amount = (of * 7 + i * 13) % 50 === 0 ? 1 : (of * 7 + i * 13) % 50;
        const kind = (of + i) % 3;
        if (kind === 2 && i % 5 === 0) await wipe({ email, currency: "USDC" });
        const { status } = kind === 0 ? await fund({ email, currency: "USDC", amount }) : await deduct({ email, currency: "USDC", amount });
        expect([200, 409]).toContain(status);
        if (status === 200) expected = kind === 0 ? expected.plus(amount) : expected.minus(amount);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, of) => client(of)));
    expect((await balances())["usdcBalance"]).toBe(expected.toFixed());
    expect(await ledgerProblems(box.host.deps.db)).toEqual([]);
  });

  test("[HOST-3] the database refuses to change or delete an entry, a posting or a balance", async () => {
    const { db } = box.host.deps;
    await fund({ email, currency: "BTC", amount: 1 });
    const attempts = [
      () => db.update(ledgerPostings).set({ amount: "5" }),
      () => db.delete(ledgerPostings),
      () => db.update(ledgerEntries).set({ reference: "other" }),
      () => db.delete(ledgerEntries),
      () => db.update(ledgerAccounts).set({ balance: "1000000" }).where(eq(ledgerAccounts.currency, "BTC")),
      () => db.delete(ledgerAccounts),
      () => db.execute(sql`truncate ledger_postings`),
      () => db.execute(sql`truncate ledger_entries cascade`),
      () => db.insert(ledgerAccounts).values({ id: "mint", kind: "available", owner: "thief", currency: "BTC", balance: "5" }),
    ];
    for (const attempt of attempts)
      expect(await refusalOf(attempt())).toMatch(/The ledger is never changed|Balances change by postings alone|An account begins at zero/);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test("[HOST-3] the database refuses an entry that doesn't balance, one below zero, and a posting added later", async () => {
    const { db } = box.host.deps;
    const createdAt = new Date();
    const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, "available")).limit(1);
    const [platform] = await db
      .select()
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.id, `funding/platform/${account?.currency}`));
    const accountId = account?.id ?? "";
    const other = platform?.id ?? "opening/platform/BTC";
    const enter = (id: string, postings: { accountId: string; amount: string }[]) =>
      db.transaction(async (tx) => {
        await tx.insert(ledgerEntries).values({ id, kind: "funding", reference: id, createdAt });
        await tx.insert(ledgerPostings).values(postings.map((posting) => ({ entryId: id, ...posting })));
      });
    expect(await refusalOf(enter("half", [{ accountId, amount: "1" }]))).toContain("must sum to zero");
    expect(
      await refusalOf(
        enter("uneven", [
          { accountId, amount: "1" },
          { accountId: other, amount: "-2" },
        ]),
      ),
    ).toContain("must sum to zero");
    const tooMuch = new Big(account?.balance ?? 0).plus(1).times(-1).toFixed();
    const back = new Big(tooMuch).times(-1).toFixed();
    expect(
      await refusalOf(
        enter("below", [
          { accountId, amount: tooMuch },
          { accountId: other, amount: back },
        ]),
      ),
    ).toContain("ledger_no_balance_below_zero");
    const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "funding")).limit(1);
    const late = [
      { entryId: entry?.id ?? "", accountId: "deduction/platform/TRX", amount: "1" },
      { entryId: entry?.id ?? "", accountId: "funding/platform/TRX", amount: "-1" },
    ];
    expect(await refusalOf(db.insert(ledgerPostings).values(late))).toContain("gets all its postings at once");
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
