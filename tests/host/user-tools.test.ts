import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { generationJobs, tokenLooks, userRefreshTokens, users as usersTable, wallets as walletsTable } from "../../host/db/schema.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { perTokenMs, runDueGeneration, startGenerationRuns } from "../../host/wallets/generation.ts";
import { walletTokens } from "../../src/contract/currencies.ts";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { generationAnswer } from "../../src/contract/wallet-generation.ts";
import { userWallets } from "../../src/contract/wallets.ts";
import type { User } from "../../src/contract/users.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let users: User[];
let withPhone: User[];
let at = -1;
let email = "";
let phonenumber = "";

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  users = await everyUser(box, token);
  withPhone = users.filter((user) => user.phonenumber !== undefined);
});
afterAll(() => box.close());
beforeEach(() => {
  at += 1;
  ({ email = "", phonenumber = "" } = withPhone[at] ?? {});
});

const send = (line: string, body: object, as = token) => box.call(line, { token: as, body });
const walletsOf = async (whose: string) => {
  const { body } = await box.call(`GET /admin/users/wallets?email=${encodeURIComponent(whose)}`, { token });
  return v.parse(userWallets.answer, body);
};
const row = async (whose: string) => (await box.host.deps.db.select().from(usersTable).where(eq(usersTable.email, whose)))[0];
const statusOf = async () => {
  const { body } = await box.call(`GET /updateuseraddress/status-by-phone?phonenumber=${encodeURIComponent(phonenumber)}`, { token });
  return v.parse(generationAnswer, body);
};
/** Advances the clock by `count` tokens, and runs the due jobs. */
const runTokens = async (count: number) => {
  for (let i = 0; i < count; i += 1) {
    box.wait(perTokenMs);
    await runDueGeneration(box.host.deps.db, box.host.deps.clock());
  }
};

describe("tools for one user", () => {
  test("[TOOL-2] 2FA is off afterwards; doing it again is no error", async () => {
    await box.host.deps.db.update(usersTable).set({ twoFactorEnabled: true }).where(eq(usersTable.email, email));
    expect(await send("PATCH /2FA-Disable/disable-2fa", { email })).toMatchObject({
      status: 200,
      body: { success: true, message: `2FA disabled for ${email}` },
    });
    expect((await row(email))?.twoFactorEnabled).toBe(false);
    expect(await send("PATCH /2FA-Disable/disable-2fa", { email })).toMatchObject({ status: 200, body: { success: true } });
  });

  test("[TOOL-3] the password PIN is gone afterwards", async () => {
    await box.host.deps.db.update(usersTable).set({ passwordPinHash: "demo" }).where(eq(usersTable.email, email));
    expect(await send("PATCH /delete-pin/remove-passwordpin", { email })).toMatchObject({
      status: 200,
      body: { message: `Password PIN removed for ${email}` },
    });
    expect((await row(email))?.passwordPinHash).toBeNull();
  });

  testOnce.each([
    ["DELETE /deleteuser/user", "canDeleteUsers"],
    ["PATCH /2FA-Disable/disable-2fa", "canManageKYC"],
    ["PATCH /delete-pin/remove-passwordpin", "canManageKYC"],
    ["POST /updateuseraddress/generate-wallets-by-phone", "canManageWallets"],
    ["PATCH /updateuseraddress/regenerate-by-phone", "canManageWallets"],
    ["POST /admin/register", "canManageAdmins"],
  ] as const)("[AUTH-18] %s needs %s, and a token", async (line, permission) => {
    const without = await box.tokenFor("admin", { ...permissionsOf.super_admin, [permission]: false });
    expect(await send(line, { email }, without)).toMatchObject({
      status: 403,
      body: { message: `This needs the permission ${permission}.` },
    });
    expect(await box.call(line, { body: { email } })).toMatchObject({ status: 401 });
  });

  testOnce.each(["DELETE /deleteuser/user", "PATCH /2FA-Disable/disable-2fa", "PATCH /delete-pin/remove-passwordpin"])(
    "[HOST-4] %s names a missing email and an unknown one",
    async (line) => {
      expect(await send(line, {})).toMatchObject({ status: 400, body: { field: "email", message: "email is missing" } });
      expect(await send(line, { email: "nobody@example.com" })).toMatchObject({ status: 404, body: { field: "email" } });
    },
  );
});

describe("wallet generation", () => {
  test("[TOOL-6] it issues one wallet after the other, tells its progress, and goes on in another process", async () => {
    const { db, clock } = box.host.deps;
    const id = (await row(email))?.id ?? "";
    await db.update(walletsTable).set({ retiredAt: clock() }).where(eq(walletsTable.userId, id));
    expect(await statusOf()).toMatchObject({ status: "unknown", walletsGenerated: 0, totalWallets: 6, isComplete: false });
    const started = await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber });
    expect(v.parse(generationAnswer, started.body)).toMatchObject({
      success: true,
      status: "started",
      message: `Started wallet generation for ${email}`,
    });
    expect((await statusOf()).estimatedCompletionTime).toBe(new Date(clock().getTime() + 6 * perTokenMs).toISOString());
    await runTokens(2);
    expect(await statusOf()).toMatchObject({
      status: "in_progress",
      walletsGenerated: 2,
      totalWallets: 6,
      progress: "33",
      isComplete: false,
    });
    const again = await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber, force: true });
    expect(again.body).toMatchObject({ message: `Wallet generation for ${email} is under way already` });
    // Work missed while no host ran is caught up at once.
    box.wait(60_000);
    await runDueGeneration(db, clock());
    expect(await statusOf()).toMatchObject({ status: "completed", walletsGenerated: 6, progress: "100", isComplete: true });
    expect(Object.keys((await walletsOf(email)).wallets)).toEqual(walletTokens.map((name) => `${name}_${name}`));
    const nothing = await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber });
    expect(nothing.body).toMatchObject({ message: `${email} has all wallets already`, isComplete: true });
  });

  test("[TOOL-6] a generation that can't be done is logged and put back, and the others go on", async () => {
    const { db, clock } = box.host.deps;
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const early = new Date(clock().getTime() - 3_600_000);
    const userId = (await row(withPhone[at + 1]?.email ?? ""))?.id ?? "";
    await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    const refusing = `create trigger refuse before insert on wallets for each row when (new.user_id = '${userId}') execute function refuse()`;
    await db.execute(sql.raw(refusing));
    onTestFinished(async () => void (await db.execute(sql`drop function refuse cascade`)));
    const broken = { id: "broken", userId, tokens: ["BTC"], status: "started" as const, createdAt: early, nextAt: early };
    await db.insert(generationJobs).values(broken);
    await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber, force: true });
    await runTokens(6);
    expect(await statusOf()).toMatchObject({ status: "completed" });
    expect(logged).toHaveBeenCalledTimes(1);
    await db.delete(generationJobs).where(eq(generationJobs.id, "broken"));
  });

  testOnce("[TOOL-6] a database that is out is logged once, not each second", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const stop = new AbortController();
    onTestFinished(() => {
      stop.abort();
      logged.mockRestore();
      vi.useRealTimers();
    });
    const { db, clock } = box.host.deps;
    const asked = vi.spyOn(db, "transaction").mockRejectedValue(new Error("no database"));
    onTestFinished(() => asked.mockRestore());
    startGenerationRuns(db, clock, stop.signal);
    for (let second = 1; second <= 3; second += 1) {
      await vi.waitFor(() => {
        vi.advanceTimersByTime(1000);
        expect(asked.mock.calls.length).toBeGreaterThanOrEqual(second);
      });
    }
    expect(logged).toHaveBeenCalledTimes(1);
  });

  test("[TOOL-6] forced, it issues new addresses and keeps the old ones on record", async () => {
    await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber });
    await runTokens(6);
    const before = (await walletsOf(email)).wallets;
    expect((await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber, force: true })).status).toBe(200);
    await runTokens(6);
    const after = (await walletsOf(email)).wallets;
    const all = walletTokens.map((name) => `${name}_${name}`);
    expect([Object.keys(before), Object.keys(after)]).toEqual([all, all]);
    for (const [name, wallet] of Object.entries(before)) expect(after[name]?.address).not.toBe(wallet.address);
    const id = (await row(email))?.id ?? "";
    const recorded = (await box.host.deps.db.select().from(walletsTable).where(eq(walletsTable.userId, id))).map(({ address }) => address);
    for (const wallet of [...Object.values(before), ...Object.values(after)]) expect(recorded).toContain(wallet.address);
  });

  test("[TOOL-7] regenerating replaces the tokens asked for; one that holds something only by force", async () => {
    await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber });
    await runTokens(6);
    const before = (await walletsOf(email)).wallets;
    await send("POST /funduser/fund", { email, currency: "ETH", amount: 2 });
    const line = "PATCH /updateuseraddress/regenerate-by-phone";
    const refused = await send(line, { phonenumber, tokens: ["ETH_ETH"] });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^The ETH wallet holds .+ ETH\. Force it/) } });
    const done = await send(line, { phonenumber, tokens: ["ETH_ETH", "ETH_ETH"], force: true });
    expect(done).toMatchObject({ status: 200, body: { message: `Regenerated ETH for ${email}`, user: { email } } });
    const after = (await walletsOf(email)).wallets;
    expect(after["ETH_ETH"]?.address).not.toBe(before["ETH_ETH"]?.address);
    expect(done.body).toMatchObject({
      wallets: { ETH_ETH: { address: after["ETH_ETH"]?.address } },
      previousWallets: { ETH_ETH: { address: before["ETH_ETH"]?.address } },
    });
    expect({ ...after, ETH_ETH: null }).toEqual({ ...before, ETH_ETH: null });
  });

  testOnce("[TOOL-7] while a generation runs nothing is replaced", async () => {
    await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber, force: true });
    expect((await send("PATCH /updateuseraddress/regenerate-by-phone", { phonenumber, tokens: ["BTC_BTC"], force: true })).status).toBe(
      409,
    );
  });

  testOnce.each([
    ["POST /updateuseraddress/generate-wallets-by-phone", {}, "phonenumber"],
    ["POST /updateuseraddress/generate-wallets-by-phone", { phonenumber: "1", force: "yes" }, "force"],
    ["PATCH /updateuseraddress/regenerate-by-phone", { phonenumber: "1", tokens: [] }, "tokens"],
    ["PATCH /updateuseraddress/regenerate-by-phone", { phonenumber: "1", tokens: ["DOGE_DOGE"] }, "tokens.0"],
  ])("[HOST-4] %s with %j gets a 400 that names %s", async (line, body, field) => {
    expect(await send(line, body)).toMatchObject({ status: 400, body: { field } });
  });

  testOnce("[HOST-4] an unknown phone number is a 404", async () => {
    expect(await send("POST /updateuseraddress/generate-wallets-by-phone", { phonenumber: "+2340000" })).toMatchObject({
      status: 404,
      body: { field: "phonenumber" },
    });
    expect((await box.call("GET /updateuseraddress/status-by-phone?phonenumber=1", { token })).status).toBe(404);
    expect((await box.call("GET /updateuseraddress/status-by-phone", { token })).body).toMatchObject({ field: "phonenumber" });
  });
});

describe("admins and refresh tokens", () => {
  const newcomer = { adminName: "Bola Ade", email: "bola@example.com", passwordPin: "739154", role: "admin" };

  test("[TOOL-4] an admin that was added can sign in with the role's permissions; the email can't be used twice", async () => {
    expect(await send("POST /admin/register", newcomer)).toMatchObject({
      status: 200,
      body: { success: true, message: "Added Bola Ade as admin" },
    });
    const signedIn = await box.call("POST /adminsignin/signin", { body: { email: newcomer.email, passwordPin: newcomer.passwordPin } });
    expect(signedIn.status).toBe(200);
    expect(await send("POST /admin/register", { ...newcomer, email: "BOLA@example.com" })).toMatchObject({
      status: 409,
      body: { message: "An admin with this email already exists" },
    });
  });

  testOnce.each([
    ["adminName", { adminName: "B" }, "adminName must be between 2 and 100 characters"],
    ["email", { email: "bola" }, "email is not an email address"],
    ["passwordPin", { passwordPin: "12345" }, "passwordPin must be exactly 6 digits"],
    ["role", { role: "owner" }, "role is not a role"],
  ])("[TOOL-4] a wrong %s is named", async (field, wrong, message) => {
    expect(await send("POST /admin/register", { ...newcomer, ...wrong })).toMatchObject({ status: 400, body: { field, message } });
  });

  testOnce("[HOST-4] nobody adds an admin who may do more than themselves", async () => {
    const narrow = await box.tokenFor("moderator", { ...permissionsOf.moderator, canManageAdmins: true });
    expect(await send("POST /admin/register", { ...newcomer, email: "x1@example.com", role: "super_admin" }, narrow)).toMatchObject({
      status: 403,
    });
    expect(await send("POST /admin/register", { ...newcomer, email: "x2@example.com" }, narrow)).toMatchObject({ status: 403 });
    expect(await send("POST /admin/register", { ...newcomer, email: "x3@example.com", role: "moderator" }, narrow)).toMatchObject({
      status: 200,
    });
  });

  test("[SEC-1] refresh tokens are shown to moderators and above, masked to others, and every look is written down", async () => {
    const { db } = box.host.deps;
    const stored = await db.select().from(userRefreshTokens);
    const owner = users.find((user) => stored.some(({ userId }) => userId === user.id));
    const line = `GET /fetching/refresh-tokens?email=${encodeURIComponent(owner?.email ?? "")}`;
    const look = async (as: string) => v.parse(refreshTokensOf.answer, (await box.call(line, { token: as })).body).refreshTokens;
    const looksBefore = (await db.select().from(tokenLooks)).length;
    const whole = await look(token);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.every((record) => /^[0-9a-f]{48}$/.test(record.token))).toBe(true);
    const partly = await look(await box.tokenFor("admin", { ...permissionsOf.admin, canManageAdmins: true }));
    expect(partly.map((record) => record.token)).toEqual(
      whole.map((record) => `${record.token.slice(0, 4)}••••••••${record.token.slice(-4)}`),
    );
    expect(await look(await box.tokenFor("moderator", { ...permissionsOf.moderator, canManageAdmins: true }))).toEqual(whole);
    const looks = await db.select().from(tokenLooks);
    expect(looks.length).toBe(looksBefore + 3);
    expect(looks.filter(({ masked }) => masked)).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(whole[0]?.token);
  });

  testOnce("[SEC-1] without canManageAdmins, without a token, and for nobody's email there are none", async () => {
    const line = `GET /fetching/refresh-tokens?email=${encodeURIComponent(email)}`;
    expect(await box.call(line, { token: await box.tokenFor("admin") })).toMatchObject({
      status: 403,
      body: { permission: "canManageAdmins" },
    });
    expect(await box.call(line)).toMatchObject({ status: 401 });
    expect((await box.call("GET /fetching/refresh-tokens?email=nobody@example.com", { token })).status).toBe(404);
    expect((await box.call("GET /fetching/refresh-tokens", { token })).body).toMatchObject({ field: "email" });
  });
});
