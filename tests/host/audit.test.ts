import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkChain, reportBreak, watchChain } from "../../host/audit/watch-chain.ts";
import { permissionsOf, viewOnly } from "../../host/sessions/permissions.ts";
import { auditChain, auditCounts, type AuditFilter, auditLogs } from "../../src/contract/audit.ts";
import { root } from "../../scripts/run.mjs";
import { fillLog, tamper } from "../support/fill-log.ts";
import { wholeLog } from "./support/audit.ts";
import { asked, confirm, holder } from "./support/passkeys.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let email: string;

beforeEach(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  email = (await everyUser(box, token))[0]?.email ?? "";
});
afterEach(() => box.close());

const fund = (amount: number, more: { token?: string; headers?: Record<string, string> } = {}) =>
  box.call("POST /funduser/fund", { token, body: { email, currency: "USDT", amount }, ...more });

async function logs(filter: AuditFilter & { page?: number; limit?: number; upTo?: number } = {}) {
  const query = new URLSearchParams(Object.entries({ page: 1, limit: 50, ...filter }).map(([name, value]) => [name, String(value)]));
  const { status, body } = await box.call(`GET /audit/logs?${query.toString()}`, { token });
  expect(status).toBe(200);
  return v.parse(auditLogs.answer, body);
}

const seqs = async (filter: Parameters<typeof logs>[0]): Promise<number[]> => (await logs(filter)).entries.map((entry) => entry.seq);

describe("the chain", () => {
  test("[AUD-3] entries written side by side come one after the other, without a fork or a gap", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 4 === 0
          ? box.call("POST /adminsignin/signin", { body: { email: `x${at}@example.com`, passwordPin: "000000" }, address: `192.0.2.${at}` })
          : fund(1 + at),
      ),
    );
    const log = await wholeLog(box.host.deps.db);
    expect(log.map((entry) => entry.seq)).toEqual(log.map((_, at) => at + 1));
    expect(log).toHaveLength(41);
    expect((await checkChain(box.host.deps.db)).broken).toBeUndefined();
  });

  test("[AUD-3] a repeat under an idempotency key is no second event, also when it comes while the first runs", async () => {
    const headers = { "Idempotency-Key": "one" };
    await Promise.all([fund(5, { headers }), fund(5, { headers })]);
    await fund(5, { headers });
    expect((await logs({ action: "fund" })).entries).toHaveLength(1);
    expect((await fund(6, { headers })).status).toBe(422);
    expect((await logs({ action: "fund" })).entries.map((entry) => entry.status)).toEqual([422, 200]);
  });

  testOnce("[AUD-3] a check of a long log lets others have their turn", async () => {
    await fillLog(box.host.deps.db, 1100);
    let others = 0;
    const takeTurn = (): void => {
      others += 1;
      turn = setImmediate(takeTurn);
    };
    let turn = setImmediate(takeTurn);
    await checkChain(box.host.deps.db);
    clearImmediate(turn);
    expect(others).toBeGreaterThan(1);
  });

  test("[AUD-3] the database refuses to change, delete, truncate or fork the log", async () => {
    await fund(5);
    const { db } = box.host.deps;
    const before = await wholeLog(db);
    for (const statement of [
      "update audit_log set message = 'x' where seq = 1",
      "delete from audit_log where seq = 2",
      "truncate audit_log",
      "update audit_head set seq = 0",
      "delete from audit_head",
      "truncate audit_head",
      "insert into audit_log (seq, at, action, outcome, status, address, previous, hash) select seq, at, action, outcome, status, address, previous, 'x' from audit_log where seq = 2",
      "insert into audit_log (seq, at, action, outcome, status, address, previous, hash) values (9, now(), 'fund', 'done', 200, '', 'x', 'y')",
    ])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toThrow();
    expect(await wholeLog(db)).toEqual(before);
  });

  test("[AUD-3] a mutation whose entry can't be written is not done", async () => {
    await tamper(box.host.deps.db, "delete from audit_head");
    expect((await fund(5)).status).toBe(500);
    const { body } = await box.call(`GET /analytics/filter?searchTerm=FUND-`, { token });
    expect(JSON.stringify(body)).not.toContain("FUND-");
  });

  testOnce.each([
    ["update audit_log set target = 'eve@example.com' where seq = 3", { seq: 3, fault: "changed" }],
    ['update audit_log set asked = \'{"amount":"6"}\' where seq = 4', { seq: 4, fault: "changed" }],
    ["update audit_log set at = at + interval '1 ms' where seq = 2", { seq: 2, fault: "changed" }],
    ["delete from audit_log where seq = 3", { seq: 3, fault: "missing" }],
    ["delete from audit_log where seq > 4", { seq: 5, fault: "missing" }],
  ])("[AUD-3] %s is found, named, and an alert", async (statement, found) => {
    for (let at = 1; at <= 5; at += 1) await fund(at);
    const { db } = box.host.deps;
    await tamper(db, statement);
    expect((await checkChain(db)).broken).toEqual(found);
    expect((await reportBreak(db, testNow)).broken).toEqual(found);
    expect((await reportBreak(db, testNow)).broken).toEqual(found);
    const alerts = (await logs({ alerts: true })).entries;
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({ action: "brokenChain", target: `#${found.seq}`, message: found.fault, alert: "brokenChain" });
  });

  testOnce.each([
    ["cut off", "select 1", { seq: 5, fault: "missing" }],
    ["cut off and grown again", "grow", { seq: 6, fault: "rewritten" }],
  ])("[AUD-3] an end that was %s fits by itself, and is found by who saw where it ended", async (_, then, found) => {
    for (let at = 1; at <= 5; at += 1) await fund(at);
    const { db } = box.host.deps;
    const { head: seen, broken } = await checkChain(db);
    expect({ seq: seen.seq, broken }).toEqual({ seq: 6, broken: undefined });
    await tamper(db, "delete from audit_log where seq > 4");
    await tamper(db, "update audit_head set seq = 4, hash = (select hash from audit_log where seq = 4)");
    if (then === "grow") for (let at = 1; at <= 3; at += 1) await fund(10 + at);
    expect((await checkChain(db)).broken).toBeUndefined();
    expect((await reportBreak(db, testNow, seen)).broken).toEqual(found);
    expect((await logs({ alerts: true })).entries[0]).toMatchObject({
      action: "brokenChain",
      target: `#${found.seq}`,
      message: found.fault,
    });
  });

  testOnce("[AUD-3] the process's own log is told where the chain ends, at the start", async () => {
    const said: unknown[] = [];
    vi.spyOn(console, "log").mockImplementation((line: unknown) => said.push(line));
    await fund(5);
    const { db } = box.host.deps;
    const last = (await wholeLog(db)).at(-1);
    const stop = new AbortController();
    watchChain(db, () => testNow, stop.signal);
    await vi.waitFor(() => expect(said).toContain(`audit head: entry ${last?.seq}, hash ${last?.hash}`));
    stop.abort();
    vi.restoreAllMocks();
  });

  test("[AUD-3] the chain is served in its order, by ranges, with where it stands", async () => {
    for (let at = 1; at <= 5; at += 1) await fund(at);
    const { body } = await box.call("GET /audit/logs/chain?from=3&limit=2", { token });
    const { entries, head } = v.parse(auditChain.answer, body);
    expect(entries.map((entry) => entry.seq)).toEqual([3, 4]);
    expect(head).toEqual({ seq: 6, hash: (await wholeLog(box.host.deps.db)).at(-1)?.hash });
  });
});

describe("what an entry keeps", () => {
  testOnce("[AUD-1] a refused body leaves an entry, a small one, however wide or deep it is", async () => {
    token = await box.tokenFor("moderator");
    const wide = JSON.stringify({ rates: [Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, at]))] });
    const nested = `{"rates":[{"a":${"[".repeat(1000)}${"]".repeat(1000)}}]}`;
    const large = JSON.stringify({ rates: Array.from({ length: 50 }, () => ({ notes: "x".repeat(100) })) });
    for (const body of [wide, nested, large]) expect((await box.call("POST /admingiftcard/rates/bulk", { token, body })).status).toBe(403);
    const { entries } = await logs({ action: "bulkGiftCardRates" });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused"]);
    expect(entries.map(({ asked }) => JSON.stringify(asked))).toEqual([
      "null",
      '{"rates":[{"a":[[[{"items":1}]]]}]}',
      '{"rates":[{"fields":200}]}',
    ]);
    expect((await checkChain(box.host.deps.db)).broken).toBeUndefined();
  });
});

describe("an export", () => {
  const check = async (entries: readonly object[]): Promise<string> => {
    const code = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/audit.md"), "utf8"))?.[1] ?? "";
    expect(code.trim().split("\n").length).toBeLessThanOrEqual(11);
    const folder = await mkdtemp(join(tmpdir(), "audit-"));
    await writeFile(join(folder, "check.mjs"), code);
    await writeFile(join(folder, "log.json"), JSON.stringify({ entries }));
    try {
      await promisify(execFile)(process.execPath, [join(folder, "check.mjs"), join(folder, "log.json")]);
      return "fits";
    } catch (error) {
      return String(error);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test("[AUD-3] the ten lines of docs/audit.md pass what the host says, whole or filtered, and name what was changed", async () => {
    for (let at = 1; at <= 4; at += 1) await fund(at);
    await box.call("PATCH /2FA-Disable/disable-2fa", { token, body: { email: 'é"\u0000\u2028\ud800😀@example.com' } });
    const { entries } = await logs();
    expect(await check(entries)).toBe("fits");
    expect(await check(entries.filter((entry) => entry.seq % 2 === 0))).toBe("fits");
    expect(await check(entries.map((entry) => (entry.seq === 3 ? { ...entry, asked: { amount: "3.0" } } : entry)))).toContain(
      "Entry 3 doesn't fit",
    );
    const previous = "0".repeat(64);
    expect(await check(entries.map((entry) => (entry.seq === 4 ? { ...entry, previous } : entry)))).toContain("Entry 4 doesn't fit");
  });
});

describe("the calls", () => {
  test("[AUD-1] filters: words, actor, action, outcome and days, and pages that stay while entries come", async () => {
    await fund(1);
    box.wait(24 * 3600 * 1000);
    await box.call("POST /adminsignin/signin", { body: { email: "Mallory@example.com", passwordPin: "000000" }, address: "198.51.100.7" });
    token = await box.tokenFor("super_admin");
    await fund(2);
    expect(await seqs({})).toEqual([5, 4, 3, 2, 1]);
    expect(await seqs({ q: "MALLORY" })).toEqual([3]);
    expect(await seqs({ q: "198.51" })).toEqual([3]);
    expect(await seqs({ q: "100%" })).toEqual([]);
    expect(await seqs({ actor: "super_admin2" })).toEqual([5, 4]);
    expect(await seqs({ action: "fund" })).toEqual([5, 2]);
    expect(await seqs({ outcome: "refused" })).toEqual([3]);
    expect(await seqs({ dateTo: "2026-11-20" })).toEqual([2, 1]);
    expect(await seqs({ dateFrom: "2026-11-21", action: "signIn" })).toEqual([4, 3]);
    // 14 hours ahead of UTC the first of them happened on the 21st.
    expect(await seqs({ dateTo: "2026-11-20", timeZone: "Pacific/Kiritimati" })).toEqual([]);
    expect(await seqs({ dateTo: "2026-11-21", timeZone: "Pacific/Kiritimati" })).toEqual([2, 1]);
    expect(await seqs({ page: 2, limit: 2, upTo: 4 })).toEqual([2, 1]);
    expect(await logs({ page: 1, limit: 2 })).toMatchObject({ total: 5, hasNextPage: true });
    expect(await logs({ page: 3, limit: 2 })).toMatchObject({ total: 5, hasNextPage: false });
    for (const wrong of ["action=nothing", "outcome=maybe", "dateFrom=2026-02-30", "limit=201", "page=0", "timeZone=Nowhere/City"])
      expect((await box.call(`GET /audit/logs?${wrong}`, { token })).status, wrong).toBe(400);
  });

  test("[AUD-1] counters count events, alerts and the admins who did anything, over a period", async () => {
    await fund(1);
    box.wait(24 * 3600 * 1000);
    token = await box.tokenFor("super_admin");
    for (let at = 0; at < 5; at += 1)
      await box.call("POST /adminsignin/signin", { body: { email: "m@example.com", passwordPin: "000000" } });
    const counters = async (query: string) =>
      v.parse(auditCounts.answer, (await box.call(`GET /audit/logs/counters${query}`, { token })).body);
    // The first refused sign-in and the alert; the others are only counted.
    expect(await counters("")).toEqual({ events: 5, alerts: 1, activeUsers: 2 });
    expect(await counters("?dateTo=2026-11-20")).toEqual({ events: 2, alerts: 0, activeUsers: 1 });
    expect(await counters("?dateFrom=2026-11-21&dateTo=2026-11-21")).toEqual({ events: 3, alerts: 1, activeUsers: 1 });
  });

  testOnce("[AUD-1] only who may access reports sees the log, and config.json announces it", async () => {
    const moderator = await box.tokenFor("moderator");
    const registered = await box.tokenFor("moderator", viewOnly);
    for (const path of ["/audit/logs", "/audit/logs/counters", "/audit/logs/chain"]) {
      expect((await box.call(`GET ${path}`, { token: moderator })).status).toBe(200);
      expect((await box.call(`GET ${path}`, { token: registered })).status).toBe(403);
      expect((await box.call(`GET ${path}`)).status).toBe(401);
    }
    expect((await box.call("GET /config.json")).body).toMatchObject({ auditLog: "/audit/logs" });
  });
});

describe("alerts", () => {
  const alerts = async () => (await logs({ alerts: true })).entries.map((entry) => [entry.alert, entry.action]);

  test("[AUD-1] every fifth refused sign-in for an email within a quarter of an hour is one", async () => {
    const wrong = (name: string, address: string, domain = "example.com") =>
      box.call("POST /adminsignin/signin", { body: { email: `${name}@${domain}`, passwordPin: "000000" }, address });
    for (let at = 0; at < 4; at += 1) await wrong("m", `192.0.2.${at}`);
    box.wait(16 * 60_000);
    for (let at = 0; at < 4; at += 1) await wrong("M", `192.0.2.${at}`);
    expect(await alerts()).toEqual([]);
    await wrong("m", "192.0.2.9", "ｅxample.com");
    expect(await alerts()).toEqual([["refusedSignIns", "signIn"]]);
    for (let at = 0; at < 10; at += 1) await wrong(`n${at}`, "198.51.100.1");
    expect(await alerts()).toHaveLength(2);
  });

  testOnce("[AUD-1] every twentieth for an email within a day is one, though they come slowly", async () => {
    const wrong = (at: number) =>
      box.call("POST /adminsignin/signin", { body: { email: "m@example.com", passwordPin: "000000" }, address: `192.0.2.${at}` });
    for (let at = 0; at < 19; at += 1) {
      await wrong(at);
      box.wait(16 * 60_000);
    }
    // The first one's has expired.
    token = await box.tokenFor("super_admin");
    expect(await alerts()).toEqual([]);
    await wrong(19);
    expect(await alerts()).toEqual([["refusedSignIns", "signIn"]]);
  });

  testOnce("[AUD-1] [PASS-2] every fifth right PIN that no passkey has followed is one, and none whose passkey has", async () => {
    const { email, passkey } = await holder(box);
    for (let at = 0; at < 5; at += 1) {
      const { ticket, options } = await asked(box, email);
      expect((await confirm(box, ticket, passkey.get(options))).status).toBe(200);
    }
    for (let at = 0; at < 4; at += 1) await asked(box, email, { address: `203.0.113.${at}` });
    expect(await alerts()).toEqual([]);
    await asked(box, email, { address: "203.0.113.9" });
    expect(await alerts()).toEqual([["unconfirmedPin", "rightPin"]]);
  });

  testOnce("[AUD-1] refused sign-ins are counted anew once a clock that ran ahead is put right", async () => {
    const wrong = () => box.call("POST /adminsignin/signin", { body: { email: "m@example.com", passwordPin: "000000" } });
    const year = 365 * 24 * 3_600_000;
    box.wait(year);
    for (let at = 0; at < 4; at += 1) await wrong();
    box.wait(-year);
    for (let at = 0; at < 4; at += 1) await wrong();
    expect(await alerts()).toEqual([]);
    await wrong();
    expect(await alerts()).toEqual([["refusedSignIns", "signIn"]]);
  });

  testOnce("[AUD-1] a funding far above the admin's usual size is one, in its own currency, from the fourth on", async () => {
    await fund(1000);
    for (const amount of [10, 12]) await fund(amount);
    await fund(120);
    expect(await alerts()).toEqual([]);
    await fund(121);
    expect(await alerts()).toEqual([["largeFunding", "fund"]]);
    await box.call("POST /funduser/fund", { token, body: { email, currency: "NGNB", amount: 50_000 } });
    token = await box.tokenFor("admin", permissionsOf.admin);
    await fund(5000);
    expect(await alerts()).toHaveLength(1);
  });

  testOnce("[AUD-1] a rate moved by more than a tenth is one, a markup by more than ten points", async () => {
    const rate = (value: string) => box.call("POST /onramp/onramp-rate", { token, body: { rate: value } });
    await rate("1000");
    const known = (await alerts()).length;
    await rate("1100");
    await rate("990");
    expect(await alerts()).toHaveLength(known);
    await rate("890.9");
    expect(await alerts()).toHaveLength(known + 1);
    const markup = (value: string) => box.call("PUT /marker/markup", { token, body: { markup: value } });
    await markup("1");
    await markup("11");
    const before = (await alerts()).length;
    await markup("21.5");
    expect(await alerts()).toHaveLength(before + 1);
  });
});
