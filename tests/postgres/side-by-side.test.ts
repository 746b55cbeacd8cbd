import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportBreak } from "../../host/audit/watch-chain.ts";
import { openServer } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { settled } from "../../host/db/settled.ts";
import { figureChanges, figures, giftCardRates } from "../../host/db/schema.ts";
import { createHost, type Host } from "../../host/host.ts";
import { takeTurn } from "../../host/turns.ts";
import { runDueGeneration } from "../../host/wallets/generation.ts";
import { tamper } from "../support/fill-log.ts";
import { wholeLog } from "../host/support/audit.ts";
import { everyUser } from "../host/support/reference.ts";
import { urlOf } from "../host/support/server-database.ts";
import { type TestHost, openTestHost, testNow } from "../host/support/test-host.ts";

/** The second of two hosts on one database; the first is the box's. */
let other: Host;
let box: TestHost;
let token: string;
let emails: string[];
let phones: string[];
let closeOther: () => Promise<void>;

beforeAll(async () => {
  box = await openTestHost();
  const [name] = await rows(box.host.deps.db, v.object({ name: v.string() }), sql`select current_database() as name`);
  const connection = openServer(urlOf(name?.name ?? ""));
  closeOther = connection.close;
  other = await createHost({ connection, clock: box.host.deps.clock, pinCost: { n: 1024, r: 8, p: 1 } });
  token = await box.tokenFor("super_admin");
  const users = await everyUser(box, token);
  emails = users.flatMap(({ email }) => email ?? []);
  phones = users.flatMap(({ phonenumber }) => phonenumber ?? []);
});
afterAll(async () => {
  await closeOther();
  await box.close();
});

let turn = 0;
/** Calls one of the two hosts, each in its turn. */
async function call(line: string, body: object, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  turn += 1;
  const [method = "", path = ""] = line.split(" ");
  const init = { method, headers: { Authorization: `Bearer ${token}`, ...headers }, body: JSON.stringify(body) };
  const answer = await (turn % 2 === 0 ? box.host : other).app.request(path, init, { address: "192.0.2.3" });
  return { status: answer.status, text: await answer.text() };
}
const together = async (count: number, ask: (at: number) => Promise<{ status: number }>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, at) => ask(at)))).map(({ status }) => status);

describe("two hosts on one database", () => {
  test("[HOST-5] one key at both of them at once does it once, and both say the same", async () => {
    const body = { email: emails[0], currency: "SOL", amount: 2 };
    const answers = await Promise.all(Array.from({ length: 12 }, () => call("POST /funduser/fund", body, { "Idempotency-Key": "both" })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const done = await rows(box.host.deps.db, v.object({ id: v.string() }), sql`select id from ledger_entries where kind = 'funding'`);
    expect(done).toHaveLength(1);
  });

  test("[HOST-3] deductions side by side never take more than there is", async () => {
    const email = emails[1];
    await call("POST /funduser/fund", { email, currency: "MATIC", amount: 5 });
    const { text } = await call("POST /funduser/deduct", { email, currency: "MATIC", amount: 1_000_000 });
    const { data } = v.parse(v.object({ data: v.object({ balance: v.number() }) }), JSON.parse(text));
    const statuses = await together(10, () => call("POST /funduser/deduct", { email, currency: "MATIC", amount: data.balance / 4 }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 409)).toHaveLength(6);
  });

  test("[USER-7] a user is deleted once, whoever funds, changes or deletes them meanwhile", async () => {
    const email = emails[2];
    const statuses = await together(12, (at) => {
      if (at % 3 === 0) return call("DELETE /deleteuser/user", { email, force: true });
      if (at % 3 === 1) return call("PATCH /2FA-Disable/disable-2fa", { email });
      return call("POST /funduser/fund", { email, currency: "USDT", amount: 1 });
    });
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    expect((await call("PATCH /2FA-Disable/disable-2fa", { email })).status).toBe(404);
  });

  test("[TOOL-7] wallet generation asked for at both begins once, and both hosts' runs issue each token once", async () => {
    const phonenumber = phones[3];
    const statuses = await together(8, () => call("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber, force: true }));
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
    box.wait(60_000);
    const issued = await Promise.all([box.host, other].map(({ deps }) => runDueGeneration(deps.db, deps.clock())));
    const jobs = await rows(
      box.host.deps.db,
      v.object({ tokens: v.number() }),
      sql`select jsonb_array_length(tokens) as tokens from generation_jobs`,
    );
    expect(jobs).toHaveLength(1);
    expect(issued.reduce((sum, count) => sum + count, 0)).toBe(jobs[0]?.tokens);
  });

  test("[PRICE-3] toggles side by side all count", async () => {
    const told = await Promise.all(Array.from({ length: 9 }, () => call("PUT /asset-markdown/toggle-global", {})));
    const turnedOn = told.filter(({ text }) => text.includes("Markdown enabled")).length;
    const turnedOff = told.filter(({ text }) => text.includes("Markdown disabled")).length;
    expect(turnedOn + turnedOff).toBe(9);
    expect(Math.abs(turnedOn - turnedOff)).toBe(1);
  });

  test("[RATE-3, AUD-1] of first values set side by side only one is a first one in the history", async () => {
    const { db } = box.host.deps;
    await db.delete(figures).where(eq(figures.name, "onramp"));
    expect(await together(6, (at) => call("POST /onramp/onramp-rate", { rate: 1500 + at }))).toEqual(Array.from({ length: 6 }, () => 200));
    const told = await db.select({ before: figureChanges.before }).from(figureChanges).where(eq(figureChanges.subject, "onramp"));
    expect(told.filter(({ before }) => before === null)).toHaveLength(1);
  });

  test("[GIFT-7] bulk uploads and edits of the same rates don't fail each other", async () => {
    const stored = (await box.host.deps.db.select().from(giftCardRates)).slice(0, 8);
    const rates = (rate: number) =>
      stored.map(({ cardType, country, vanillaType }) => ({
        cardType,
        country,
        vanillaType,
        rate,
        physicalRate: rate,
        ecodeRate: rate,
        minAmount: 1,
        maxAmount: 9,
      }));
    const statuses = await together(12, (at) =>
      at % 3 === 0
        ? call("POST /admingiftcard/rates/bulk", { rates: rates(1000 + at) })
        : call(`PUT /admingiftcard/rates/${stored[at % 8]?.id ?? ""}`, { rate: 900 + at, notes: "", isActive: true }),
    );
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test("[HOST-4] wrong PINs at both count together: five, then the account is locked", async () => {
    const statuses = await together(12, () => call("POST /adminsignin/signin", { email: "somebody@example.com", passwordPin: "000000" }));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test("[AUD-3] a break in the log that both find at once is said once", async () => {
    await tamper(box.host.deps.db, "update audit_log set message = 'x' where seq = 2");
    await Promise.all([reportBreak(box.host.deps.db, testNow), reportBreak(other.deps.db, testNow)]);
    const log = await wholeLog(box.host.deps.db);
    expect(log.filter(({ action }) => action === "brokenChain")).toHaveLength(1);
    // One chain of all that both wrote.
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
  });
});

describe("the database's own ways", () => {
  test("[HOST-1] what is done in turns is done by one of the hosts, at about the time agreed", async () => {
    const at = (ms: number) => new Date(testNow.getTime() + ms);
    const ask = (ms: number) => Promise.all([box.host, other].map(({ deps }) => takeTurn(deps.db, "a test", 1000, at(ms))));
    expect((await ask(0)).filter(Boolean)).toHaveLength(1);
    expect(await ask(800)).toEqual([false, false]);
    expect((await ask(1000)).filter(Boolean)).toHaveLength(1);
    // A clock that was an hour ahead took a turn.
    expect((await ask(3_600_000)).filter(Boolean)).toHaveLength(1);
    expect((await ask(2000)).filter(Boolean)).toHaveLength(1);
  });

  test("[HOST-1] two that wait for each other are both done in the end", async () => {
    const { db } = box.host.deps;
    await db.execute(sql`create table pairs (id int primary key, n int)`);
    await db.execute(sql`insert into pairs values (1, 0), (2, 0)`);
    let tries = 0;
    let meet = (): void => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const cross = (first: number, second: number) =>
      settled(db, async (tx) => {
        await tx.execute(sql`update pairs set n = n + 1 where id = ${first}`);
        tries += 1;
        if (tries === 2) meet();
        await both;
        await tx.execute(sql`update pairs set n = n + 1 where id = ${second}`);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(tries).toBe(3);
    expect(await rows(db, v.object({ n: v.number() }), sql`select n from pairs`)).toEqual([{ n: 2 }, { n: 2 }]);
    await db.execute(sql`drop table pairs`);
  });

  test("[HOST-1] connections that the server cuts, idle or in a transaction, fail their request and nothing else", async () => {
    const { db } = other.deps;
    const cut = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await box.host.deps.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow();
    const statuses = await together(4, () => call("POST /funduser/fund", { email: emails[4], currency: "USDT", amount: 1 }));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect((await call("POST /funduser/fund", { email: emails[4], currency: "USDT", amount: 1 })).status).toBe(200);
  });
});
