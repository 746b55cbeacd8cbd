import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { firstPolicy, policyInForce } from "../../host/approvals/policy.ts";
import { expireAll } from "../../host/approvals/slips.ts";
import { migrate } from "../../host/db/migrate.ts";
import { admins, ledgerEntries, slips, transactions, users } from "../../host/db/schema.ts";
import { migrations } from "../../host/migrations/all.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { type Slip, listSlips, readPolicy, slip, slipText } from "../../src/contract/approvals.ts";
import { config } from "../../src/contract/config.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { wholeLog } from "./support/audit.ts";
import { begun } from "./support/late-body.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { everyUser } from "./support/reference.ts";
import { type Answered, type TestHost, openEmpty, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

const hourMs = 3_600_000;
const path = "/api/approvals";

let box: TestHost;
/** Three admins; the third is a super_admin. */
let ada: string;
let bea: string;
let root: string;
let emails: string[];

beforeAll(async () => {
  box = await openTestHost({ approvals: true });
  ada = await box.tokenFor("admin");
  bea = await box.tokenFor("admin");
  root = await box.tokenFor("super_admin");
  emails = (await everyUser(box, root)).flatMap(({ email }) => email ?? []);
});
afterAll(() => box.close());

let taken = 0;
/** A user for whom no earlier test moved money. */
const nextUser = (): string => {
  taken += 1;
  return emails[taken] ?? "";
};

const asked = (email: string, more: object = {}) => ({
  operation: "fund",
  email,
  currency: "NGNB",
  amount: "2500000",
  reason: "missing_deposit",
  note: "",
  ...more,
});
const make = (token: string, email: string, more: object = {}) => box.call(`POST ${path}`, { token, body: asked(email, more) });
const slipIn = ({ body }: Answered): Slip => v.parse(v.object({ data: slip }), body).data;
const made = async (token: string, email: string, more: object = {}): Promise<Slip> => {
  const answer = await make(token, email, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return slipIn(answer);
};
const act = (token: string, { id }: Pick<Slip, "id">, what: string, body: object = {}, headers: Record<string, string> = {}) =>
  box.call(`POST ${path}/${id}/${what}`, { token, body, headers });
const approve = (token: string, one: Slip, digest = one.digest) => act(token, one, "approve", { digest });
const read = async (id: string): Promise<Slip> => slipIn(await box.call(`GET ${path}/${id}`, { token: root }));
const fund = (token: string, email: string, amount: number, more: object = {}, operation = "fund") =>
  box.call(`POST /funduser/${operation}`, { token, body: { email, currency: "NGNB", amount, reason: "refund", ...more } });
const fieldOf = (answer: Answered, name: string): unknown => v.parse(v.looseObject({ data: v.looseObject({}) }), answer.body).data[name];
const entriesOf = (reference: string) => box.host.deps.db.select().from(ledgerEntries).where(eq(ledgerEntries.reference, reference));
const latestEntry = async () => (await wholeLog(box.host.deps.db)).at(-1);

describe("the policy", () => {
  test("[APPR-1] config.json announces where, and the policy says amounts, reasons, hours and signing", async () => {
    expect(v.parse(config, (await box.call("GET /config.json")).body)).toMatchObject({ approvals: path, approvalPolicy: `${path}/policy` });
    const { body } = await box.call(`GET ${path}/policy`, { token: ada });
    expect(v.parse(readPolicy.answer, body)).toEqual(firstPolicy);
    expect(firstPolicy.rules).toContainEqual({ operation: "fund", currency: "NGNB", above: "1000000" });
  });

  testOnce("[APPR-1] a host without approvals names none, has no such calls, and funds whatever reason there is not", async () => {
    const plain = await openTestHost();
    const token = await plain.tokenFor("admin");
    expect(v.parse(config, (await plain.call("GET /config.json")).body).approvals).toBeUndefined();
    expect((await plain.call(`GET ${path}/policy`, { token })).status).toBe(404);
    expect(JSON.stringify((await plain.call("GET /openapi.json")).body)).not.toContain('"name":"Approvals"');
    const [one] = await everyUser(plain, token);
    const body = { email: one?.email, currency: "NGNB", amount: 9_000_000 };
    expect((await plain.call("POST /funduser/fund", { token, body })).status).toBe(200);
    await plain.close();
  });

  test("[APPR-1] another policy is in force once a second super_admin approves it, of what was proposed", async () => {
    // Plain HTTP under a host name allows no passkeys.
    const own = await openTestHost({ approvals: true, publicUrl: "http://desk.example" });
    const [one, two, admin] = [await own.tokenFor("super_admin"), await own.tokenFor("super_admin"), await own.tokenFor("admin")];
    const policy = { ...firstPolicy, expiresAfterHours: 8, rules: [{ operation: "fund", currency: "NGNB", above: "5" }] };
    const propose = (token: string, body: object = policy) => own.call(`PUT ${path}/policy`, { token, body });
    const accept = (token: string, digest: unknown) => own.call(`POST ${path}/policy/approve`, { token, body: { digest } });
    expect((await propose(admin)).status).toBe(403);
    expect(await propose(one, { ...policy, signing: "passkey" })).toMatchObject({ status: 400, body: { field: "signing" } });
    expect(await propose(one, { ...policy, rules: [...policy.rules, ...policy.rules] })).toMatchObject({ status: 400 });
    const first = fieldOf(await propose(one), "digest");
    const second = fieldOf(await propose(one, { ...policy, expiresAfterHours: 9 }), "digest");
    expect((await wholeLog(own.host.deps.db)).at(-1)).toMatchObject({
      action: "changePolicy",
      before: { digest: first },
      after: { digest: second },
    });
    expect(await accept(one, second)).toMatchObject({ status: 403 });
    expect(await accept(two, first)).toMatchObject({ status: 409 });
    const told = async (token: string) => v.parse(readPolicy.answer, (await own.call(`GET ${path}/policy`, { token })).body);
    expect((await told(admin)).proposed).toBeUndefined();
    expect(await told(two)).toMatchObject({ expiresAfterHours: 24, proposed: { digest: second, policy: { expiresAfterHours: 9 } } });
    expect(await accept(two, second)).toMatchObject({ status: 200, body: { data: { expiresAfterHours: 9 } } });
    expect(await told(one)).toEqual({ ...policy, expiresAfterHours: 9 });
    expect((await wholeLog(own.host.deps.db)).at(-1)).toMatchObject({ action: "approvePolicy", outcome: "done", alert: "changedPolicy" });
    // A proposal is cancelled by its digest: withdrawn by its maker or refused by another super_admin; then it can't be approved.
    const takeAway = (token: string, digest: unknown) => own.call(`POST ${path}/policy/withdraw`, { token, body: { digest } });
    const refused = fieldOf(await propose(one), "digest");
    expect(await takeAway(admin, refused)).toMatchObject({ status: 403 });
    expect(await takeAway(two, first)).toMatchObject({ status: 409 });
    expect(await takeAway(two, refused)).toMatchObject({ status: 200, body: { message: "The proposal is refused" } });
    expect(await accept(two, refused)).toMatchObject({ status: 409 });
    expect((await wholeLog(own.host.deps.db)).at(-2)).toMatchObject({ action: "withdrawPolicy", outcome: "done" });
    const taken = fieldOf(await propose(one), "digest");
    expect(await takeAway(one, taken)).toMatchObject({ status: 200, body: { message: "The proposal is withdrawn" } });
    expect((await told(two)).proposed).toBeUndefined();
    // It is void once its maker is no longer a super_admin.
    const demoted = await own.tokenFor("super_admin");
    const orphan = v.parse(
      v.object({ data: v.looseObject({ digest: v.string(), maker: v.looseObject({ id: v.string() }) }) }),
      (await propose(demoted)).body,
    ).data;
    await own.host.deps.db.update(admins).set({ role: "admin" }).where(eq(admins.id, orphan.maker.id));
    expect((await accept(two, orphan.digest)).status).toBe(409);
    // An expired proposal can't be approved.
    const late = fieldOf(await propose(one), "digest");
    own.wait(9 * hourMs);
    expect(await accept(await own.tokenFor("super_admin"), late)).toMatchObject({ status: 409 });
    await own.close();
  });

  testOnce("[APPR-1] the policy approved last is in force, also after one that was approved while the clock was ahead", async () => {
    const own = await openTestHost({ approvals: true });
    const change = async (expiresAfterHours: number) => {
      const [one, two] = [await own.tokenFor("super_admin"), await own.tokenFor("super_admin")];
      const proposed = await own.call(`PUT ${path}/policy`, { token: one, body: { ...firstPolicy, expiresAfterHours } });
      const body = { digest: fieldOf(proposed, "digest") };
      expect((await own.call(`POST ${path}/policy/approve`, { token: two, body })).status).toBe(200);
      const told = await own.call(`GET ${path}/policy`, { token: one });
      expect(v.parse(readPolicy.answer, told.body).expiresAfterHours).toBe(expiresAfterHours);
    };
    own.wait(48 * hourMs);
    await change(8);
    own.wait(-48 * hourMs);
    await change(9);
    await own.close();
  });

  test("[APPR-1] the policy in force stays so in a database from before policies were numbered", async () => {
    const older = await openEmpty();
    await migrate(
      older,
      migrations.filter(({ name }) => name < "0023"),
    );
    const maker = { pinHash: "", role: "super_admin", permissions: permissionsOf.super_admin, createdAt: testNow } as const;
    for (const id of ["a1", "a2"]) await older.db.insert(admins).values({ ...maker, id, email: id, adminName: id });
    const change = async (id: string, day: number) => {
      const policy = JSON.stringify({ ...firstPolicy, expiresAfterHours: day });
      const at = (hour: number) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();
      await older.db.execute(
        sql`insert into approval_policies (id, policy, maker_id, made_at, expires_at, digest) values (${id}, ${policy}, 'a1', ${at(0)}, ${at(9)}, '')`,
      );
      await older.db.execute(
        sql`update approval_policies set state = 'executed', checker_id = 'a2', decided_at = ${at(1)} where id = ${id}`,
      );
    };
    await change("later", 3);
    await change("earlier", 2);
    await migrate(older);
    expect((await policyInForce(older.db)).expiresAfterHours).toBe(3);
    await change("last", 1);
    expect((await policyInForce(older.db)).expiresAfterHours).toBe(1);
    await older.close();
  });
});

describe("above the amount", () => {
  test("[APPR-8] a direct funding or deduction is refused with 403 and the field, also of a super_admin, which says that nothing moved", async () => {
    const email = nextUser();
    const most = "amount needs a second admin: one admin may move 1000000 NGNB at most for one user within 24 hours";
    expect(await fund(root, email, 1_000_000.01)).toMatchObject({
      status: 403,
      body: {
        success: false,
        message: `${most}. Nothing was moved`,
        field: "amount",
        data: { above: "1000000", moved: "0", currency: "NGNB" },
      },
    });
    expect((await fund(root, email, 1_000_000)).status).toBe(200);
    expect(await fund(root, email, 1)).toMatchObject({
      status: 403,
      body: { message: `${most}; you have funded 1000000 NGNB in the last 24 hours. Nothing was moved` },
    });
    expect((await fund(root, email, 1_000_000.01, {}, "deduct")).status).toBe(403);
  });

  testOnce(
    "[APPR-1] splitting evades nothing: of 20 fundings just under the amount the one that crosses it needs a second admin, for 24 hours",
    async () => {
      const email = nextUser();
      const statuses: number[] = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await fund(ada, email, 999_000)).status);
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 403)]);
      expect((await fund(ada, email, 1000)).status).toBe(200);
      expect(await fund(ada, email, 0.01)).toMatchObject({ status: 403, body: { data: { moved: "1000000" } } });
      // Each admin, user, operation and currency has its own sum.
      expect((await fund(bea, email, 999_000)).status).toBe(200);
      expect((await fund(ada, nextUser(), 999_000)).status).toBe(200);
      expect((await fund(ada, email, 999_000, {}, "deduct")).status).toBe(200);
      expect((await fund(ada, email, 600, { currency: "USDT" })).status).toBe(200);
    },
  );

  testOnce("[APPR-1] what two decided on is not in the sum", async () => {
    const email = nextUser();
    expect((await approve(bea, await made(ada, email))).status).toBe(200);
    expect((await fund(ada, email, 999_000)).status).toBe(200);
    expect((await fund(bea, email, 999_000)).status).toBe(200);
  });

  testOnce("[APPR-1] the sum of a day ago counts no more", async () => {
    const own = await openTestHost({ approvals: true });
    await own.tokenFor("admin");
    const again = async () =>
      fieldOf1(await own.call("POST /adminsignin/signin", { body: { email: "admin1@example.com", passwordPin: "135790" } }));
    const fieldOf1 = ({ body }: Answered) => v.parse(v.looseObject({ accessToken: v.string() }), body).accessToken;
    const body = { email: emails[1], currency: "NGNB", amount: 900_000, reason: "refund" };
    expect((await own.call("POST /funduser/fund", { token: await again(), body })).status).toBe(200);
    own.wait(24 * hourMs - 1);
    expect((await own.call("POST /funduser/fund", { token: await again(), body })).status).toBe(403);
    own.wait(1);
    expect((await own.call("POST /funduser/fund", { token: await again(), body })).status).toBe(200);
    await own.close();
  });

  test("[APPR-1] two fundings at the same moment, each under the amount and together above it: one passes", async () => {
    const email = nextUser();
    const both = await Promise.all([fund(ada, email, 600_000), fund(ada, email, 600_000.5)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});

describe("reasons", () => {
  testOnce('[APPR-2] one of the policy\'s is required, and with "other" a note, of fundings and of slips', async () => {
    const email = nextUser();
    for (const [more, field] of [
      [{ reason: undefined }, "reason"],
      [{ reason: "because" }, "reason"],
      [{ reason: "other" }, "note"],
      [{ reason: "other", note: "  " }, "note"],
      [{ note: "n".repeat(501) }, "note"],
    ] as const) {
      expect(await fund(ada, email, 5, more), field).toMatchObject({ status: 400, body: { field } });
      expect(await make(ada, email, more), field).toMatchObject({ status: 400, body: { field } });
    }
  });

  testOnce("[APPR-2] reason and note stand in the log and in the feed's row, and the answer names the reference", async () => {
    const email = nextUser();
    const answer = await fund(ada, email, 5, { reason: "other", note: " He called. " });
    const reference = String(fieldOf(answer, "reference"));
    const { body } = await box.call("GET /analytics/recent-transactions?page=1&limit=200", { token: root });
    expect(body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ reference, reason: "other", note: "He called." })]),
    });
    expect(await latestEntry()).toMatchObject({ action: "fund", asked: { reason: "other", note: "He called." } });
  });
});

describe("a slip", () => {
  test("[APPR-7] it is 201 with what the maker confirmed, its time, its key, and the SHA-256 of its canonical text", async () => {
    const email = nextUser();
    const headers = { "Idempotency-Key": "slip-key" };
    const answer = await box.call(`POST ${path}`, { token: ada, body: asked(email, { note: "Twice asked" }), headers });
    const one = slipIn(answer);
    expect(answer.status).toBe(201);
    expect(one).toMatchObject({
      ...asked(email, { note: "Twice asked" }),
      maker: { name: "Test admin", email: "admin1@example.com" },
      state: "open",
      attempt: "slip-key",
      expiresAt: new Date(Date.parse(one.madeAt) + 24 * hourMs).toISOString(),
    });
    const { id, madeAt, expiresAt, maker } = one;
    const text = `{"amount":"2500000","currency":"NGNB","email":"${email}","expiresAt":"${expiresAt}","id":"${id}","madeAt":"${madeAt}","makerId":"${maker.id}","note":"Twice asked","operation":"fund","reason":"missing_deposit","reverses":null,"v":1}`;
    expect(slipText(one)).toBe(text);
    expect(one.digest).toBe(createHash("sha256").update(text).digest("hex"));
    expect(await latestEntry()).toMatchObject({ action: "makeSlip", target: email, after: { slip: id, digest: one.digest } });
    // Sent again under its key it is the same slip, and the key can be asked about.
    expect(slipIn(await box.call(`POST ${path}`, { token: ada, body: asked(email, { note: "Twice asked" }), headers })).id).toBe(id);
    const end = v.parse(closeAttempt.answer, (await box.call("POST /api/attempts/slip-key/close", { token: ada, body: {} })).body);
    expect(end).toMatchObject({ state: "done", status: 201, answer: { data: { id } } });
  });

  test("[APPR-3] an open one of the same subject is a 409 with its id, whoever asks and however email and amount are written", async () => {
    const email = nextUser();
    const { id } = await made(ada, email);
    for (const [token, more] of [
      [ada, {}],
      [bea, { email: email.toUpperCase(), amount: "2500000.00", reason: "refund" }],
    ] as const)
      expect(await make(token, email, more)).toMatchObject({ status: 409, body: { success: false, data: { id } } });
    const both = await Promise.all([made(ada, email, { amount: "2500000.01" }), made(ada, email, { currency: "USDT", amount: "700" })]);
    expect(new Set(both.map((one) => one.id)).size).toBe(2);
    await act(ada, { id }, "withdraw");
    expect((await make(bea, email)).status).toBe(201);
  });

  testOnce("[APPR-3] one for nobody, for what the balance doesn't cover, or without permission isn't made", async () => {
    expect(await make(ada, "nobody@example.com")).toMatchObject({ status: 404, body: { field: "email" } });
    expect(await make(ada, nextUser(), { operation: "deduct", amount: "900000000" })).toMatchObject({ status: 409 });
    const moderator = await box.tokenFor("moderator");
    expect((await make(moderator, nextUser())).status).toBe(403);
    // Access to reports includes reading slips.
    expect((await box.call(`GET ${path}`, { token: moderator })).status).toBe(200);
    const none = await box.tokenFor("moderator", { ...permissionsOf.moderator, canAccessReports: false });
    for (const at of ["", "/policy", "/some"]) expect((await box.call(`GET ${path}${at}`, { token: none })).status, at).toBe(403);
  });

  test("[APPR-6] approving executes it: ledger, feed, log and state are one, under the reference that the answer names", async () => {
    const email = nextUser();
    const one = await made(ada, email, { note: "Bank confirmed" });
    const before = (await wholeLog(box.host.deps.db)).length;
    const answer = await approve(bea, one);
    const done = slipIn(answer);
    expect(answer.body).toMatchObject({ success: true, message: `Funded ${email} with 2500000 NGNB` });
    expect(done).toMatchObject({ state: "executed", checker: { email: "admin2@example.com" } });
    expect(done.newBalance).toMatch(/^\d+(\.\d+)?$/);
    const reference = done.reference ?? "";
    expect(await entriesOf(reference)).toMatchObject([{ kind: "funding", slipId: one.id }]);
    const { db } = box.host.deps;
    expect(await db.select().from(transactions).where(eq(transactions.reference, reference))).toMatchObject([
      { amount: "2500000", reason: "missing_deposit", note: "Bank confirmed" },
    ]);
    const log = (await wholeLog(db)).slice(before);
    expect(log).toMatchObject([
      {
        action: "approveSlip",
        outcome: "done",
        target: email,
        actor: "admin2@example.com",
        after: { slip: one.id, reference, available: done.newBalance },
      },
    ]);
    expect(await read(one.id)).toEqual(done);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test("[APPR-6] once: a second checker is told who did it, a repeat under the same key gets the first answer", async () => {
    const one = await made(ada, nextUser());
    const headers = { "Idempotency-Key": "approve-once" };
    const first = await act(bea, one, "approve", { digest: one.digest }, headers);
    expect(first.status).toBe(200);
    expect(await act(bea, one, "approve", { digest: one.digest }, headers)).toMatchObject({ status: 200, body: first.body });
    for (const what of ["approve", "refuse"])
      expect(await act(root, one, what, { digest: one.digest, note: "Too late" })).toMatchObject({
        status: 409,
        body: { message: "The slip was approved already by Test admin", data: { id: one.id, state: "executed" } },
      });
    expect(await box.host.deps.db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, one.id))).toHaveLength(1);
  });

  testOnce("[APPR-7] another digest is a 409 with the slip, which stays open", async () => {
    const one = await made(ada, nextUser());
    for (const digest of ["0".repeat(64), one.digest.replace(/^./, (first) => (first === "a" ? "b" : "a"))])
      expect(await approve(bea, one, digest)).toMatchObject({ status: 409, body: { data: { state: "open", digest: one.digest } } });
    expect((await act(bea, one, "approve", { digest: "short" })).status).toBe(400);
  });

  test("[APPR-7] a deduction that the balance no longer covers is a 409, and the slip stays open until it does", async () => {
    const email = nextUser();
    const { newBalance = "" } = slipIn(await approve(bea, await made(ada, email)));
    const [one, two] = [
      await made(ada, email, { operation: "deduct", amount: newBalance }),
      await made(ada, email, { operation: "deduct", amount: "2400000" }),
    ];
    expect(slipIn(await approve(bea, one))).toMatchObject({ state: "executed", newBalance: "0" });
    expect(await approve(bea, two)).toMatchObject({ status: 409, body: { data: { id: two.id, state: "open" } } });
    await approve(root, await made(ada, email));
    expect(slipIn(await approve(bea, two))).toMatchObject({ state: "executed", newBalance: "100000" });
    expect(await ledgerProblems(box.host.deps.db)).toEqual([]);
  });

  testOnce("[APPR-8] the maker doesn't decide, under whatever session, and the try is an alert", async () => {
    const one = await made(ada, nextUser());
    const session = await box.call("POST /adminsignin/signin", { body: { email: "admin1@example.com", passwordPin: "135790" } });
    const other = v.parse(v.looseObject({ accessToken: v.string() }), session.body).accessToken;
    for (const token of [ada, other])
      for (const what of ["approve", "refuse"]) {
        expect((await act(token, one, what, { digest: one.digest, note: "Mine" })).status).toBe(403);
        expect(await latestEntry()).toMatchObject({ outcome: "refused", alert: "ownSlip" });
      }
    expect((await read(one.id)).state).toBe("open");
  });

  testOnce("[APPR-5] refused with a note by another admin, withdrawn by the maker alone; neither can be executed after", async () => {
    const [one, two] = [await made(ada, nextUser()), await made(ada, nextUser())];
    expect(await act(bea, one, "refuse", { note: "" })).toMatchObject({ status: 400, body: { field: "note" } });
    expect(slipIn(await act(bea, one, "refuse", { note: "Not his" }))).toMatchObject({
      state: "refused",
      decisionNote: "Not his",
      checker: {},
    });
    expect((await act(bea, two, "withdraw")).status).toBe(403);
    expect(slipIn(await act(ada, two, "withdraw"))).toMatchObject({ state: "withdrawn" });
    for (const slip of [one, two]) expect((await approve(root, slip)).status).toBe(409);
    const log = await wholeLog(box.host.deps.db);
    expect(log.slice(-5).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "refuseSlip done",
      "withdrawSlip refused",
      "withdrawSlip done",
      "approveSlip refused",
      "approveSlip refused",
    ]);
  });

  testOnce("[APPR-7] one whose maker lost the permission is refused by the host, and says why", async () => {
    const { db } = box.host.deps;
    const token = await box.tokenFor("admin");
    const one = await made(token, nextUser());
    await db.update(admins).set({ permissions: permissionsOf.moderator }).where(eq(admins.id, one.maker.id));
    const answer = await approve(bea, one);
    expect(answer).toMatchObject({ status: 409, body: { data: { state: "refused", why: "Its maker may not fund users any more" } } });
    const log = await wholeLog(db);
    expect(log.slice(-2)).toMatchObject([
      { action: "refuseSlip", actor: null, after: { slip: one.id } },
      { action: "approveSlip", outcome: "refused" },
    ]);
    await db.update(admins).set({ permissions: permissionsOf.admin }).where(eq(admins.id, one.maker.id));
    expect((await approve(bea, one)).status).toBe(409);
    expect(await db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, one.id))).toEqual([]);
  });

  test("[APPR-7] one whose user is gone is refused by the host", async () => {
    const { db } = box.host.deps;
    const email = nextUser();
    const one = await made(ada, email);
    await db.update(users).set({ deletedAt: testNow }).where(eq(users.email, email));
    expect(await approve(bea, one)).toMatchObject({ status: 409, body: { data: { state: "refused", why: `The user ${email} is gone` } } });
  });

  test("[APPR-6] a checker who lost the permission since the request was let in does nothing", async () => {
    const { id, digest } = await made(ada, nextUser());
    const token = await box.tokenFor("admin");
    const { maker: checker } = await made(token, nextUser());
    const approve = await begun(box, `POST ${path}/${id}/approve`, token, { digest });
    await box.host.deps.db.update(admins).set({ permissions: permissionsOf.moderator }).where(eq(admins.id, checker.id));
    expect(await approve()).toMatchObject({ status: 403, body: { permission: "canFundUsers" } });
    expect((await read(id)).state).toBe("open");
  });
});

describe("time", () => {
  test("[APPR-7] past its time a slip is expired at each read, by the host's turn and for who decides, with an entry by the host, and can't be executed", async () => {
    const own = await openTestHost({ approvals: true });
    const { db } = own.host.deps;
    const token = await own.tokenFor("admin");
    const makeOwn = async (at: number) => slipIn(await own.call(`POST ${path}`, { token, body: asked(emails[at] ?? "") }));
    const [one, two, three] = [await makeOwn(1), await makeOwn(2), await makeOwn(3)];
    own.wait(24 * hourMs - 1);
    const late = await own.tokenFor("admin");
    const approveOwn = (slip: Slip) => own.call(`POST ${path}/${slip.id}/approve`, { token: late, body: { digest: slip.digest } });
    expect((await approveOwn(three)).status).toBe(200);
    own.wait(1);
    // Not read since it expired, so the row is still open when it is decided on.
    expect(await approveOwn(one)).toMatchObject({ status: 409, body: { data: { state: "expired", decidedAt: one.expiresAt } } });
    expect((await wholeLog(db)).slice(-2)).toMatchObject([
      { action: "expireSlip", actor: null, address: "host", after: { slip: one.id } },
      { action: "approveSlip", outcome: "refused", status: 409 },
    ]);
    expect(slipIn(await own.call(`GET ${path}/${two.id}`, { token: late })).state).toBe("expired");
    expect((await approveOwn(two)).status).toBe(409);
    expect((await own.call(`POST ${path}/${two.id}/refuse`, { token: late, body: { note: "No" } })).status).toBe(409);
    const four = slipIn(await own.call(`POST ${path}`, { token: late, body: asked(emails[1] ?? "") }));
    own.wait(24 * hourMs);
    // An overdue slip doesn't block a new one, even if nothing has read it since.
    const again = await own.call(`POST ${path}`, { token: await own.tokenFor("admin"), body: asked(emails[1] ?? "") });
    expect(again.status).toBe(201);
    expect((await db.select().from(slips).where(eq(slips.id, four.id)))[0]?.state).toBe("expired");
    const five = slipIn(again);
    for (const [hours, state] of [
      [71, "open"],
      [72, "expired"],
    ] as const) {
      await expireAll(db, new Date(testNow.getTime() + hours * hourMs));
      expect((await db.select().from(slips).where(eq(slips.id, five.id)))[0]?.state).toBe(state);
    }
    expect((await checkChain(db)).broken).toBeUndefined();
    await own.close();
  });
});

describe("the list", () => {
  test("[APPR-4] newest first, in pages, by state, operation, currency, maker and reason, with how many the asker may decide", async () => {
    const own = await openTestHost({ approvals: true });
    const [one, two, boss] = [await own.tokenFor("admin"), await own.tokenFor("admin"), await own.tokenFor("super_admin")];
    const viewer = await own.tokenFor("moderator");
    const list = async (query = "", token = boss) => v.parse(listSlips.answer, (await own.call(`GET ${path}${query}`, { token })).body);
    const all: Slip[] = [];
    for (const [at, more] of [{}, { currency: "BTC", amount: "0.5" }, { reason: "refund" }, { amount: "7000000" }].entries()) {
      own.wait(1000);
      all.unshift(slipIn(await own.call(`POST ${path}`, { token: at === 2 ? two : one, body: asked(emails[at] ?? "", more) })));
    }
    const ids = ({ slips }: { readonly slips: readonly Slip[] }) => slips.map(({ id }) => all.findIndex((slip) => slip.id === id));
    expect(ids(await list())).toEqual([0, 1, 2, 3]);
    expect(await list("?page=2&limit=3")).toMatchObject({ slips: [{ id: all[3]?.id }], total: 4, toDecide: 4 });
    expect([(await list("", one)).toDecide, (await list("", two)).toDecide, (await list("", viewer)).toDecide]).toEqual([1, 3, 0]);
    await own.call(`POST ${path}/${all[0]?.id}/approve`, { token: boss, body: { digest: all[0]?.digest } });
    await own.call(`POST ${path}/${all[1]?.id}/withdraw`, { token: two, body: {} });
    expect(ids(await list("?state=open"))).toEqual([2, 3]);
    expect(ids(await list("?state=executed,withdrawn"))).toEqual([0, 1]);
    expect((await own.call(`GET ${path}?state=lost`, { token: boss })).status).toBe(400);
    expect(ids(await list("?currency=btc"))).toEqual([2]);
    expect(ids(await list("?operation=deduct"))).toEqual([]);
    expect(ids(await list("?reason=refund"))).toEqual([1]);
    expect(ids(await list("?maker=ADMIN2@example.com"))).toEqual([1]);
    const { db } = own.host.deps;
    await db
      .update(admins)
      .set({ email: "bea@xn--exmple-cua.com" })
      .where(eq(admins.id, all[1]?.maker.id ?? ""));
    expect(ids(await list("?maker=Bea@exämple.com"))).toEqual([1]);
    expect(ids(await list(`?maker=${all[3]?.maker.id}&state=open`))).toEqual([2, 3]);
    expect((await list("", two)).toDecide).toBe(2);
    expect((await own.call(`GET ${path}/nothing`, { token: boss })).status).toBe(404);
    await own.close();
  });
});

describe("reversals", () => {
  const funded = async (email: string, amount = 1000) => String(fieldOf(await fund(ada, email, amount), "reference"));
  const rowOf = async (reference: string) =>
    (await box.host.deps.db.select().from(transactions).where(eq(transactions.reference, reference)))[0];

  test("[APPR-9] the opposite operation with the reference links both rows; a second reversal is a 409", async () => {
    const email = nextUser();
    const reference = await funded(email);
    const answer = await fund(ada, email, 1000, { reverses: reference, reason: "correction" }, "deduct");
    const reversing = String(fieldOf(answer, "reference"));
    expect(answer.status).toBe(200);
    expect([await rowOf(reference), await rowOf(reversing)]).toMatchObject([{ reversedBy: reversing }, { reverses: reference }]);
    expect(await fund(bea, email, 1000, { reverses: reference }, "deduct")).toMatchObject({ status: 409, body: { field: "reverses" } });
    expect((await make(bea, email, { operation: "deduct", amount: "1000", reverses: reference })).status).toBe(409);
    const both = await Promise.all([0, 1].map(() => fund(ada, email, 1000, { reverses: reversing })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  testOnce("[APPR-9] unknown, another user's, another currency's, amount's or operation's: 400, field reverses", async () => {
    const [email, other] = [nextUser(), nextUser()];
    const reference = await funded(email, 100);
    for (const [of, amount, more, operation] of [
      [email, 100, { reverses: "FUND-NOTHING" }, "deduct"],
      [other, 100, { reverses: reference }, "deduct"],
      [email, 100.5, { reverses: reference }, "deduct"],
      [email, 100, { reverses: reference, currency: "USDT" }, "deduct"],
      [email, 100, { reverses: reference }, "fund"],
    ] as const) {
      const wrong = { status: 400, body: { success: false, field: "reverses" } };
      expect(await fund(ada, of, amount, more, operation), JSON.stringify(more)).toMatchObject(wrong);
      expect(await make(ada, of, { operation, amount: String(amount), ...more }), JSON.stringify(more)).toMatchObject(wrong);
    }
    expect((await rowOf(reference))?.reversedBy).toBeNull();
  });

  test("[APPR-9] a slip that reverses links, too, and tells; one whose entry was reversed meanwhile is refused by the host", async () => {
    const email = nextUser();
    const { reference = "", id } = slipIn(await approve(bea, await made(ada, email)));
    const back = await made(ada, email, { operation: "deduct", reverses: reference });
    const done = slipIn(await approve(bea, back));
    expect(done).toMatchObject({ state: "executed", reverses: reference });
    expect((await read(id)).reversedBy).toBe(done.reference);
    expect((await rowOf(reference))?.reversedBy).toBe(done.reference);
    const small = await funded(email, 2000);
    const slow = await made(ada, email, { operation: "deduct", amount: "2000", reverses: small });
    expect((await fund(bea, email, 2000, { reverses: small }, "deduct")).status).toBe(200);
    expect(await approve(bea, slow)).toMatchObject({
      status: 409,
      body: { data: { state: "refused", why: expect.stringContaining(small) } },
    });
  });
});

describe("the database itself", () => {
  test("[APPR-6] refuses any other transition, any change of the text, and a second entry for a slip", async () => {
    const { db } = box.host.deps;
    const [open, done] = [await made(ada, nextUser()), slipIn(await approve(bea, await made(ada, nextUser())))];
    const [row] = await db.select().from(admins).where(eq(admins.email, "admin2@example.com"));
    const other = row?.id ?? "";
    const refused: [string, Record<string, unknown>][] = [
      [open.id, { amount: "1" }],
      [open.id, { email: "else@example.com" }],
      [open.id, { digest: "0".repeat(64) }],
      [open.id, { state: "executed" }],
      [open.id, { state: "executed", checkerId: other, decidedAt: testNow, newBalance: "1", reference: "FUND-1" }],
      [open.id, { state: "executed", checkerId: open.maker.id, decidedAt: testNow, newBalance: "1", reference: done.reference }],
      [open.id, { state: "refused", decidedAt: testNow }],
      [open.id, { state: "expired", decidedAt: testNow }],
      [open.id, { state: "withdrawn", decidedAt: testNow, checkerId: other }],
      [done.id, { state: "open" }],
      [done.id, { state: "refused", why: "No" }],
      [done.id, { note: "Else" }],
    ];
    for (const [id, change] of refused)
      await expect(db.update(slips).set(change).where(eq(slips.id, id)), JSON.stringify(change)).rejects.toThrow();
    await expect(db.delete(slips).where(eq(slips.id, open.id))).rejects.toThrow();
    await expect(db.execute(sql`truncate slips cascade`)).rejects.toThrow();
    const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, done.id));
    if (entry === undefined) throw new Error("the slip has no entry");
    await expect(db.insert(ledgerEntries).values({ ...entry, id: "second" })).rejects.toThrow();
    expect(await read(open.id)).toEqual(open);
  });
});
