import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterEach, beforeAll, afterAll, describe, expect, test, vi } from "vitest";
import { rows } from "../../host/db/rows.ts";
import * as schema from "../../host/db/schema.ts";
import { sweepEvents } from "../../host/events/positions.ts";
import { insertTransactions } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedTransactions } from "../../host/seed/transactions.ts";
import { permissionsOf, viewOnly } from "../../host/sessions/permissions.ts";
import { EventReader } from "./support/event-reader.ts";
import { everyUser } from "./support/reference.ts";
import { openTestHost, testNow, type TestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let email: string;
let db: TestHost["host"]["deps"]["db"];
const readers: EventReader[] = [];

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  db = box.host.deps.db;
  email = (await everyUser(box, token))[0]?.email ?? "";
});
afterEach(async () => {
  vi.useRealTimers();
  for (const reader of readers.splice(0)) await reader.cut();
});
afterAll(() => box.close());

const ask = (path: string, headers: Record<string, string>): Response | Promise<Response> =>
  box.host.app.request(path, { headers }, { address: "192.0.2.1" });

async function follow(as = token, after?: string): Promise<EventReader> {
  const reader = await EventReader.open(ask, as, after);
  readers.push(reader);
  return reader;
}
async function followFrom(position: string | undefined): Promise<EventReader> {
  const reader = await follow(token, position);
  await reader.hello();
  return reader;
}

const fund = async (amount = 3): Promise<void> => {
  const { status } = await box.call("POST /funduser/fund", { token, body: { email, currency: "USDT", amount } });
  expect(status).toBe(200);
};
const setOnramp = async (rate: number): Promise<void> => {
  expect((await box.call("POST /onramp/onramp-rate", { token, body: { rate } })).status).toBe(200);
};
/** Adds `count` new transactions, or one more. */
async function addTransactions(count: number, seed: number): Promise<void> {
  const random = new Random(seed);
  const people = await rows(db, v.object({ id: v.string(), username: v.string() }), sql`select id, username from users limit 2`);
  const made = [];
  while (made.length < count) made.push(...seedTransactions(random, people, testNow, testNow));
  await insertTransactions(db, made);
}

const list = v.object({ data: v.unknown() });
const dataOf = async (path: string): Promise<unknown> => v.parse(list, (await box.call(`GET ${path}`, { token })).body).data;

describe("what is told", () => {
  test("[LIVE-1] a stream begins with hello, and nothing between here and its reader keeps any of it back", async () => {
    const reader = await follow();
    expect(await reader.hello()).toEqual({ position: expect.any(String), complete: true });
    const { headers } = reader.response;
    expect(headers.get("Content-Type")).toBe("text/event-stream");
    expect(headers.get("X-Accel-Buffering")).toBe("no");
    expect(headers.get("Cache-Control")).toContain("no-transform");
    expect((await box.call("GET /api/events")).status).toBe(401);
    expect((await box.call("GET /config.json")).body).toMatchObject({ events: "/api/events" });
  });

  const person = async () => (await everyUser(box, token)).at(-1);
  const giftRate = { cardType: "EBAY", country: "SWITZERLAND", rate: 1, physicalRate: 1, ecodeRate: 1, minAmount: 1, maxAmount: 2 };
  const giftRates = async () =>
    v.parse(
      v.object({ rates: v.array(v.looseObject({ id: v.string(), cardType: v.string(), country: v.string(), vanillaType: v.string() })) }),
      await dataOf("/admingiftcard/rates?limit=100&cardType=EBAY"),
    ).rates;

  /** An action of an admin or the host, the kind of row it changes, and that row as in its list. */
  const deeds: readonly (readonly [name: string, kind: string, deed: () => Promise<unknown>, row: () => Promise<unknown>])[] = [
    [
      "a funding",
      "transaction",
      () => fund(7),
      async () => v.parse(v.tuple([v.unknown()]), await dataOf("/analytics/recent-transactions?limit=1"))[0],
    ],
    [
      "a status that the host changes",
      "transaction",
      () =>
        db.execute(
          sql`update transactions set status = 'FAILED' where id = (select id from transactions order by created_at desc, id desc limit 1)`,
        ),
      async () => v.parse(v.tuple([v.unknown()]), await dataOf("/analytics/recent-transactions?limit=1"))[0],
    ],
    [
      "2FA that is disabled",
      "user",
      () => box.call("PATCH /2FA-Disable/disable-2fa", { token, body: { email } }),
      async () =>
        v
          .parse(v.object({ users: v.array(v.looseObject({ email: v.string() })) }), await dataOf("/usermanagement/users?limit=200"))
          .users.find((user) => user.email === email),
    ],
    [
      "a fee",
      "fee",
      () =>
        box.call("PUT /set-fee/crypto-fee", {
          token,
          body: { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: 2.25 },
        }),
      () => dataOf("/set-fee/crypto-fee/BTC/Bitcoin"),
    ],
    ["an onramp rate", "onramp", () => setOnramp(1601), () => dataOf("/onramp/onramp-rate")],
    [
      "an offramp rate",
      "offramp",
      () => box.call("POST /offramp/offramp-rate", { token, body: { rate: 1582 } }),
      () => dataOf("/offramp/offramp-rate"),
    ],
    ["a markup", "markup", () => box.call("PUT /marker/markup", { token, body: { markup: 2 } }), () => dataOf("/marker/markup-record")],
    [
      "a markdown",
      "markdown",
      () => box.call("POST /asset-markdown/set-global", { token, body: { markdownPercentage: 3 } }),
      () => dataOf("/asset-markdown/global"),
    ],
    [
      "a markdown that is switched off",
      "markdown",
      () => box.call("PUT /asset-markdown/toggle-global", { token, body: {} }),
      () => dataOf("/asset-markdown/global"),
    ],
    [
      "a gift card rate that is edited",
      "giftRate",
      async () => box.call(`PUT /admingiftcard/rates/${(await giftRates())[0]?.id}`, { token, body: { rate: 1234, isActive: true } }),
      async () => (await giftRates())[0],
    ],
  ];
  test.each(deeds)("[LIVE-4] %s is told as %s, with the row as its list has it", async (_name, kind, deed, row) => {
    const reader = await followFrom(undefined);
    await deed();
    await reader.until(() => reader.sent.length > 0);
    expect(reader.sent).toEqual([{ kind, row: await row() }]);
  });

  test("[LIVE-4, LIVE-5, APPR-4] a slip is told as its list has it, to those who may read slips, and again when it is decided", async () => {
    const own = await openTestHost({ approvals: true });
    const [maker, watcher, without] = [await own.tokenFor("admin"), await own.tokenFor("super_admin"), await own.tokenFor("moderator")];
    await own.host.deps.db.update(schema.admins).set({ permissions: viewOnly }).where(eq(schema.admins.role, "moderator"));
    const open = async (as: string): Promise<EventReader> => {
      const reader = await EventReader.open((path, headers) => own.host.app.request(path, { headers }, { address: "192.0.2.1" }), as);
      readers.push(reader);
      await reader.hello();
      return reader;
    };
    const [told, untold] = [await open(watcher), await open(without)];
    const [{ email: to } = { email: "" }] = await everyUser(own, watcher);
    const body = { operation: "fund", email: to, currency: "NGNB", amount: "2500000", reason: "refund", note: "" };
    const answer = await own.call("POST /api/approvals", { token: maker, body });
    const { data } = v.parse(v.object({ data: v.looseObject({ id: v.string() }) }), answer.body);
    await told.until(() => told.sent.length > 0);
    expect(told.sent[0]).toMatchObject({ kind: "approval", row: data });
    await own.call(`POST /api/approvals/${data.id}/withdraw`, { token: maker, body: {} });
    await told.until(() => told.sent.length > 1);
    expect(told.sent[1]).toMatchObject({ kind: "approval", row: { id: data.id, state: "withdrawn" } });
    await own.call("POST /onramp/onramp-rate", { token: watcher, body: { rate: 1701 } });
    await untold.until(() => untold.sent.length > 0);
    expect(untold.sent.map(({ kind }) => kind)).toEqual(["onramp"]);
    // Nor is it told who looks at one.
    const looks = async (subject: string) => (await own.call("PUT /api/events/presence", { token: without, body: { subject } })).status;
    expect([await looks(`approval:${data.id}`), await looks(`user:${to}`)]).toEqual([403, 200]);
    await own.close();
  });

  testOnce("[LIVE-4, APPR-9] a slip is told again when what it did is reversed", async () => {
    const own = await openTestHost({ approvals: true });
    const [maker, checker] = [await own.tokenFor("admin"), await own.tokenFor("super_admin")];
    const slip = v.object({ data: v.looseObject({ id: v.string(), digest: v.string(), reference: v.optional(v.string()) }) });
    const asked = { email: (await everyUser(own, checker))[0]?.email, currency: "NGNB", amount: "2500000", reason: "correction" };
    const executed = async (more: object) => {
      const made = v.parse(slip, (await own.call("POST /api/approvals", { token: maker, body: { ...asked, ...more } })).body).data;
      const sent = { token: checker, body: { digest: made.digest } };
      return v.parse(slip, (await own.call(`POST /api/approvals/${made.id}/approve`, sent)).body).data;
    };
    const { id, reference } = await executed({ operation: "fund" });
    const reader = await EventReader.open((path, headers) => own.host.app.request(path, { headers }, { address: "192.0.2.1" }), checker);
    readers.push(reader);
    await reader.hello();
    const { reference: reversedBy } = await executed({ operation: "deduct", reverses: reference });
    await own.call("POST /onramp/onramp-rate", { token: checker, body: { rate: 1702 } });
    await reader.until(() => reader.sent.some(({ kind }) => kind === "onramp"));
    expect(reader.sent).toContainEqual({ kind: "approval", row: expect.objectContaining({ id, reversedBy }) });
    await own.close();
  });

  testOnce(
    "[LIVE-4, APPR-4] an open slip is told again when another policy comes into force, as that moves how many wait for a decision",
    async () => {
      const own = await openTestHost({ approvals: true });
      const [one, two] = [await own.tokenFor("super_admin"), await own.tokenFor("super_admin")];
      const answered = v.object({ data: v.looseObject({ id: v.string(), digest: v.string() }) });
      const body = {
        operation: "fund",
        email: (await everyUser(own, one))[0]?.email,
        currency: "NGNB",
        amount: "2500000",
        reason: "refund",
      };
      const { id } = v.parse(answered, (await own.call("POST /api/approvals", { token: one, body })).body).data;
      const reader = await EventReader.open((path, headers) => own.host.app.request(path, { headers }, { address: "192.0.2.1" }), two);
      readers.push(reader);
      await reader.hello();
      const policy = { rules: [], reasons: [], expiresAfterHours: 8, signing: "none" };
      const { digest } = v.parse(answered, (await own.call("PUT /api/approvals/policy", { token: one, body: policy })).body).data;
      expect((await own.call("POST /api/approvals/policy/approve", { token: two, body: { digest } })).status).toBe(200);
      await own.call("POST /onramp/onramp-rate", { token: two, body: { rate: 1703 } });
      await reader.until(() => reader.sent.some(({ kind }) => kind === "onramp"));
      expect(reader.sent).toContainEqual({ kind: "approval", row: expect.objectContaining({ id, state: "open" }) });
      await own.close();
    },
  );

  test("[LIVE-4] what is deleted is told as gone, by the id that its list has", async () => {
    const reader = await followFrom(undefined);
    const gone = await person();
    await box.call("DELETE /deleteuser/user", { token, body: { email: gone?.email, force: true } });
    const [rate] = await giftRates();
    await box.call(`DELETE /admingiftcard/rates/${rate?.id}`, { token });
    await db.execute(sql`delete from crypto_fees where currency = 'TRX'`);
    await reader.until(() => reader.sent.length === 3);
    expect(reader.sent).toEqual([
      { kind: "user", gone: gone?.id },
      { kind: "giftRate", gone: rate?.id },
      { kind: "fee", gone: "TRX/Tron" },
    ]);
  });

  test("[LIVE-4] each of many rows that one deed writes is told", async () => {
    const reader = await followFrom(undefined);
    const rates = ["4001", "4002", "4003"].map((vanillaType) => ({ ...giftRate, cardType: "VANILLA", vanillaType }));
    expect((await box.call("POST /admingiftcard/rates/bulk", { token, body: { rates } })).status).toBe(200);
    await reader.until(() => reader.sent.length === 3);
    expect(reader.sent).toMatchObject(rates.map(({ vanillaType }) => ({ kind: "giftRate", row: { vanillaType } })));
  });

  test("[LIVE-4] what is refused, or undone, is not told", async () => {
    const reader = await followFrom(undefined);
    expect((await box.call("POST /funduser/deduct", { token, body: { email, currency: "USDT", amount: 9e8 } })).status).toBe(409);
    await expect(
      db.transaction(async (tx) => {
        await tx.update(schema.figures).set({ value: "9" }).where(eq(schema.figures.name, "markup"));
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await setOnramp(1599);
    await reader.until(() => reader.sent.length > 0);
    expect(reader.sent.map(({ kind }) => kind)).toEqual(["onramp"]);
  });

  test("[LIVE-6] every table that a list shows tells its changes", async () => {
    /** Tables that no list shows, or only calls of their own. */
    const untold = new Set([
      ..."secrets turns admins sessions admin_settings throttles pin_resets".split(" "),
      // Sums of listed rows; balances and wallets are on screens refreshed by hand.
      ..."transaction_days transaction_kinds transaction_sums user_days user_groups".split(" "),
      ..."ledger_accounts ledger_entries ledger_postings idempotency_keys wallets generation_jobs".split(" "),
      ..."user_refresh_tokens token_looks figure_changes audit_log audit_head audit_counters audit_tallies funding_sizes".split(" "),
      ..."events migrations transaction_past transaction_move".split(" "),
      ..."approval_policies passkeys passkey_challenges passkey_sign_requests".split(" "),
    ]);
    const tables = await rows(
      db,
      v.object({ name: v.string(), told: v.nullable(v.string()) }),
      sql`
        select relname as name, (
          select string_agg(distinct event, ' ' order by event) from pg_trigger
            join pg_proc on pg_proc.oid = tgfoid and proname = 'tell_change'
            cross join lateral (values (4, 'insert'), (8, 'delete'), (16, 'update')) as bits (bit, event)
          where tgrelid = pg_class.oid and tgtype & bit <> 0 and tgenabled = 'O' and tgattr::text = ''
        ) as told
        from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace order by 1`,
    );
    expect(tables.filter(({ name }) => !untold.has(name))).toEqual(
      ["crypto_fees", "figures", "gift_card_rates", "prices", "slips", "transactions", "users"].map((name) => ({
        name,
        told: "delete insert update",
      })),
    );
  });

  testOnce("[LIVE-4] that the dashboard's figures have changed is told at once, and then at most once in 5 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const own = await openTestHost();
    const as = await own.tokenFor("super_admin");
    const reader = await EventReader.open((path, headers) => own.host.app.request(path, { headers }), as);
    await reader.hello();
    const told = async (): Promise<number> => {
      const sent = reader.sent.length;
      await own.host.deps.db.execute(sql`update users set kyc_level = 2 where id = (select min(id) from users)`);
      await own.host.deps.db.execute(sql`update figures set value = 7 where name = 'markup'`);
      await reader.until(() => reader.sent.length === sent + 2);
      return reader.of("figures").length;
    };
    expect(await told()).toBe(1);
    expect(await told()).toBe(1);
    expect(await told()).toBe(1);
    vi.advanceTimersByTime(4999);
    expect(await told()).toBe(1);
    vi.advanceTimersByTime(1);
    await reader.until(() => reader.of("figures").length === 2);
    vi.advanceTimersByTime(5000);
    expect(await told()).toBe(3);
    await own.close();
  });
});

describe("going on", () => {
  test("[LIVE-2] after a cut the stream goes on behind the last position: nothing is lost, nothing comes twice", async () => {
    const whole = await followFrom(undefined);
    const first = await followFrom(undefined);
    await setOnramp(1500);
    await fund();
    await first.until(() => first.sent.length === 2);
    await first.cut();
    await setOnramp(1501);
    await addTransactions(450, 1);
    const second = await follow(token, first.position);
    expect((await second.hello()).complete).toBe(true);
    const replayed = second.sent.length;
    await setOnramp(1502);
    await second.until(() => second.sent.length > replayed);
    await whole.until(() => whole.position === second.position);
    const ids = (reader: EventReader) => reader.of("change").map(({ id }) => id);
    expect(replayed).toBeGreaterThan(450);
    expect([...ids(first), ...ids(second)]).toEqual(ids(whole));
    // Rows are read when sent, so a later reader gets the row's later state.
    expect(second.sent[0]).toMatchObject({ kind: "onramp", row: { rate: 1501 } });
  });

  test("[LIVE-2] who goes on from the last change, or from hello, is told of nothing", async () => {
    const first = await followFrom(undefined);
    await fund();
    await first.until(() => first.sent.length === 1);
    const second = await follow(token, first.position);
    expect(await second.hello()).toEqual({ position: first.position, complete: true });
    expect(second.sent).toEqual([]);
    const third = await follow(token, second.position);
    expect(await third.hello()).toEqual({ position: first.position, complete: true });
  });

  const wrong: readonly (readonly [string, (position: string) => string, string])[] = [
    ["garbage", () => "yesterday", "The position can't be read."],
    ["one with something behind", (position) => `${position};drop table events`, "The position can't be read."],
    [
      "one of another database",
      (position) => position.replace(/^./, (first) => (first === "A" ? "B" : "A")),
      "The position is another database's.",
    ],
    ["one that is yet to come", (position) => position.replace(/^([^.]+\.\d+)/, "$10"), "The position is ahead of this database."],
  ];
  testOnce.each(wrong)("[LIVE-6] %s is answered with a reset, and the stream ends", async (_name, change, why) => {
    const first = await followFrom(undefined);
    await fund();
    await first.until(() => first.sent.length === 1);
    const reader = await follow(token, change(first.position ?? ""));
    await reader.ended();
    expect(reader.frames).toEqual([{ event: "reset", data: { why } }]);
  });

  test("[LIVE-6] events are kept for 24 h; who asks for older ones is reset, whoever has them all goes on", async () => {
    const first = await followFrom(undefined);
    const old = first.position ?? "";
    for (const rate of [1400, 1401, 1402]) await setOnramp(rate);
    await first.until(() => first.sent.length === 3);
    const [, , last] = first.of("change");
    await db.execute(sql`update events set at = at - interval '23 hours 59 minutes'`);
    await sweepEvents(db, new Date());
    expect((await followFrom(old)).sent).toHaveLength(3);
    await db.execute(sql`update events set at = at - interval '2 minutes'`);
    await sweepEvents(db, new Date());
    const behind = await follow(token, old);
    await behind.ended();
    expect(behind.frames).toEqual([{ event: "reset", data: { why: "The position is older than what is kept." } }]);
    expect((await (await follow(token, last?.id)).hello()).complete).toBe(true);
    await setOnramp(1403);
    await sweepEvents(db, new Date());
    expect((await followFrom(last?.id)).sent).toMatchObject([{ kind: "onramp", row: { rate: 1403 } }]);
  });

  testOnce("[LIVE-6] however many streams are open, the events and their rows are read once", async () => {
    const asks = async (): Promise<number> => {
      const reader = readers.at(-1);
      const selecting = vi.spyOn(db, "select");
      const sent = reader?.sent.length ?? 0;
      await db.execute(sql`update figures set value = value + 1 where name = 'markup'`);
      await reader?.until(() => reader.sent.length > sent);
      // Once they have the later change, all have been looked through.
      for (const one of readers) await one.until(() => one.sent.length > 0);
      const { length } = selecting.mock.calls;
      selecting.mockRestore();
      return length;
    };
    await followFrom(undefined);
    const alone = await asks();
    for (const as of [await box.tokenFor("admin"), await box.tokenFor("admin")])
      for (let at = 0; at < 15; at += 1) await (await follow(as)).hello();
    expect(box.host.events.openStreams).toBe(31);
    expect(await asks()).toBe(alone);
    expect(alone).toBeLessThan(4);
  });

  testOnce("[LIVE-6] a question for the headers alone opens no stream", async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await box.host.app.request("/api/events", { method: "HEAD", headers }, { address: "192.0.2.1" });
    expect([status, box.host.events.openStreams]).toEqual([200, 0]);
  });

  testOnce("[LIVE-2] of more than is worth replaying nothing is replayed, and hello says so", async () => {
    const first = await followFrom(undefined);
    await db.execute(sql`
      insert into events (kind, key, at) select 'figure', 'onramp', clock_timestamp() from generate_series(1, 10001)`);
    const reader = await follow(token, first.position);
    const hello = await reader.hello();
    expect(hello.complete).toBe(false);
    expect(reader.sent).toEqual([]);
    await setOnramp(1390);
    await reader.until(() => reader.sent.length > 0);
    expect(reader.sent).toMatchObject([{ kind: "onramp", row: { rate: 1390 } }]);
  });

  testOnce("[LIVE-6] a reader that doesn't keep up is told to begin anew, and costs no more memory", async () => {
    const fast = await followFrom(undefined);
    // Its body is never read.
    const slow = await ask("/api/events", { Authorization: `Bearer ${token}` });
    await addTransactions(2000, 2);
    await fast.until(() => fast.sent.length >= 2000);
    expect(box.host.events.openStreams).toBe(1);
    expect(await slow.text()).toBe('event: reset\ndata: {"why":"The reader was too slow."}\n\n');
  });
});

describe("who is told", () => {
  test("[LIVE-1] signing out ends the session's streams at once, and no other one", async () => {
    const other = await box.tokenFor("admin");
    const [own, stays] = [await follow(other), await followFrom(undefined)];
    await own.hello();
    await box.call("POST /adminsignin/logout", { token: other });
    await own.ended();
    expect(stays.hasEnded).toBe(false);
    expect(own.of("reset")).toEqual([]);
    expect((await box.call("GET /api/events", { token: other })).status).toBe(403);
  });

  test("[LIVE-1] a disabled admin's streams end at once, in the middle of whatever is told", async () => {
    const other = await box.tokenFor("admin");
    const reader = await follow(other);
    await reader.hello();
    await db.transaction(async (tx) => {
      await tx.execute(sql`update admins set active = false where email like 'admin%' and active`);
      await tx.execute(sql`update figures set value = 7 where name = 'markup'`);
    });
    await reader.ended();
    expect(reader.sent).toEqual([]);
  });

  const reset = [{ event: "reset", data: { why: "The admin may read something else than before." } }];

  test("[LIVE-6] rows that an admin may not read are not sent, from the very change on that takes the permission away", async () => {
    const blind = await box.tokenFor("moderator", { ...permissionsOf.moderator, canViewTransactions: false });
    const seeing = await box.tokenFor("moderator", viewOnly);
    const [never, reader] = [await follow(blind), await follow(seeing)];
    await never.hello();
    await reader.hello();
    await fund();
    await reader.until(() => reader.sent.length === 1);
    await db.transaction(async (tx) => {
      await tx.execute(sql`update admins set permissions = permissions || '{"canViewTransactions": false}' where role = 'moderator'`);
      await tx.execute(
        sql`update transactions set status = 'REJECTED' where id = (select id from transactions order by created_at desc limit 1)`,
      );
    });
    await fund();
    await setOnramp(1388);
    // Nothing is sent of transactions any more: whatever is kept of them must not count as kept up.
    await reader.ended();
    expect(reader.of("reset")).toEqual(reset);
    expect(reader.sent.map(({ kind }) => kind)).toEqual(["transaction"]);
    await never.until(() => never.sent.length === 1);
    expect(never.sent.map(({ kind }) => kind)).toEqual(["onramp"]);
    // So does a replay from before.
    const again = await follow(seeing, reader.of("change")[0]?.id);
    await again.ended();
    expect(again.frames).toEqual(reset);
  });

  testOnce("[LIVE-2] whoever may read more than before begins anew: what was kept back is no silent hole", async () => {
    const other = await box.tokenFor("moderator", { ...permissionsOf.moderator, canViewTransactions: false });
    const { sub } = v.parse(v.object({ sub: v.string() }), JSON.parse(Buffer.from(other.split(".")[1] ?? "", "base64url").toString()));
    const reader = await follow(other);
    await reader.hello();
    await fund();
    await setOnramp(1387);
    await reader.until(() => reader.sent.length === 1);
    await db.execute(sql`update admins set permissions = permissions || '{"canViewTransactions": true}' where id = ${sub}`);
    await reader.ended();
    expect(reader.of("reset")).toEqual(reset);
    // So does a reader who was away when it changed.
    const back = await follow(other, reader.position);
    await back.ended();
    expect(back.frames).toEqual(reset);
  });

  testOnce("[LIVE-6] a session that opens one stream after another keeps the latest sixteen", async () => {
    const other = await box.tokenFor("admin");
    const all: EventReader[] = [];
    for (let at = 0; at < 17; at += 1) all.push(await follow(other));
    await all[0]?.ended();
    expect(all.filter(({ hasEnded }) => hasEnded)).toHaveLength(1);
  });

  testOnce("[LIVE-3] a comment comes every 10 s, and only while the database can be read", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const reader = await followFrom(undefined);
    vi.advanceTimersByTime(10_000);
    await reader.until(() => reader.comments === 1);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = vi.spyOn(db, "select").mockImplementation(() => {
      throw new Error("no database");
    });
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    broken.mockRestore();
    logged.mockRestore();
    vi.advanceTimersByTime(10_000);
    await reader.until(() => reader.comments > 1);
    expect(reader.comments).toBe(2);
  });
});

test("[LIVE-2] a host that runs resets every stream once the database's mark was deleted, as after a restore, and takes no position from before", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const removeMark = () => db.delete(schema.secrets).where(eq(schema.secrets.name, "events"));
  const reader = await followFrom(undefined);
  const { position } = reader;
  await removeMark();
  vi.advanceTimersByTime(10_000);
  await reader.ended();
  expect(reader.of("reset")).toHaveLength(1);
  const anew = await followFrom(undefined);
  const since = anew.position;
  await anew.cut();
  // While nobody follows.
  await removeMark();
  for (const old of [position, since]) {
    const back = await follow(token, old);
    await back.ended();
    expect(back.frames.map(({ event }) => event)).toEqual(["reset"]);
  }
});

describe("who else is there", () => {
  const at = async (as: string, subject: unknown): Promise<number> =>
    (await box.call("PUT /api/events/presence", { token: as, body: { subject } })).status;

  test("[LIVE-5] who looks at the same user is named to the others, until they leave", async () => {
    const subject = "user:ada@example.com";
    const [ada, obi] = [await box.tokenFor("admin"), await box.tokenFor("moderator")];
    const [byAda, byObi, byNobody] = [await follow(ada), await follow(obi), await followFrom(undefined)];
    await byAda.hello();
    await byObi.hello();
    expect(await at(ada, subject)).toBe(200);
    expect(await at(obi, "user:ADA@example.com")).toBe(200);
    await byAda.until(() => byAda.of("presence").length === 1);
    await byObi.until(() => byObi.of("presence").length === 1);
    expect(byAda.of("presence")[0]?.data).toEqual({ subject, names: ["Test moderator"] });
    expect(byObi.of("presence")[0]?.data).toEqual({ subject: "user:ADA@example.com", names: ["Test admin"] });
    // A repeat isn't reported.
    await at(obi, "user:ADA@example.com");
    await at(obi, null);
    await byAda.until(() => byAda.of("presence").length === 2);
    await byObi.until(() => byObi.of("presence").length === 2);
    expect(byAda.of("presence")[1]?.data).toEqual({ subject, names: [] });
    expect(byNobody.of("presence")).toEqual([]);
  });

  testOnce("[LIVE-5] a stream that begins later is told, too, and signing out ends it for the others", async () => {
    const subject = "user:obi@example.com";
    const [ada, obi] = [await box.tokenFor("admin"), await box.tokenFor("moderator")];
    await at(ada, subject);
    await at(obi, subject);
    const byAda = await follow(ada);
    await byAda.until(() => byAda.of("presence").length === 1);
    expect(byAda.frames.map(({ event }) => event)).toEqual(["hello", "presence"]);
    await box.call("POST /adminsignin/logout", { token: obi });
    await byAda.until(() => byAda.of("presence").length === 2);
    expect(byAda.of("presence")[1]?.data).toEqual({ subject, names: [] });
  });

  testOnce("[LIVE-5] another subject is no company, nor does the admin's own name count", async () => {
    const subject = "user:eze@example.com";
    const ada = await box.tokenFor("admin");
    await at(ada, subject);
    await at(token, "user:somebody.else@example.com");
    const reader = await follow(ada);
    await reader.hello();
    expect(await at(ada, "approval:17")).toBe(200);
    await setOnramp(1380);
    await reader.until(() => reader.sent.length > 0);
    expect(reader.of("presence")).toEqual([]);
  });

  testOnce.each([[{}], [{ subject: "page:users" }], [{ subject: "user:" }], [{ subject: `user:${"x".repeat(400)}` }]])(
    "[LIVE-5] %j is no subject",
    async (body) => {
      expect(await box.call("PUT /api/events/presence", { token, body })).toMatchObject({ status: 400, body: { field: "subject" } });
    },
  );
});
