import { and, desc, eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admins, auditLog, ledgerEntries, passkeyChallenges, sessions } from "../../host/db/schema.ts";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { type AdminRecord, listAdmins } from "../../src/contract/admins.ts";
import { config } from "../../src/contract/config.ts";
import { type AdminRole, invalidTokenMessage, openedSession } from "../../src/contract/sign-in.ts";
import { begun } from "./support/late-body.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

const pin = "424242";
let box: TestHost;
let path: string;
let added = 0;

beforeAll(async () => {
  box = await openTestHost();
  path = v.parse(config, (await box.call("GET /config.json")).body).admins ?? "";
});
afterAll(() => box.close());

/** A new, signed-in admin. */
async function person(role: AdminRole, permissions = permissionsOf[role]) {
  added += 1;
  const email = `person${added}@example.com`;
  const row = await addAdmin(
    box.host.deps.db,
    { email, adminName: `Person ${added}`, pin, role, permissions },
    box.host.deps.pinCost,
    testNow,
  );
  const { body } = await box.call("POST /adminsignin/signin", { body: { email, passwordPin: pin } });
  return { id: row?.id ?? "", email, token: v.parse(openedSession, body).accessToken };
}

const change = (token: string, id: string, body: object, at = path) => box.call(`PATCH ${at}/${id}`, { token, body });
const list = async (token: string, at = path): Promise<AdminRecord[]> =>
  v.parse(listAdmins.answer, (await box.call(`GET ${at}`, { token })).body);
const latest = async () => (await box.host.deps.db.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1))[0];

/** Leaves only these super_admins active. */
async function onlySupers(...ids: string[]): Promise<void> {
  const { db } = box.host.deps;
  for (const one of await db.select().from(admins).where(eq(admins.role, "super_admin")))
    if (!ids.includes(one.id)) await db.update(admins).set({ active: false }).where(eq(admins.id, one.id));
}

describe("the list", () => {
  test("an admin who was seen by a clock that ran ahead is seen again once it is put right", async () => {
    const { db, clock } = box.host.deps;
    const boss = await person("super_admin");
    const ahead = new Date(clock().getTime() + 365 * 24 * 3_600_000);
    await db.update(sessions).set({ lastSeenAt: ahead }).where(eq(sessions.adminId, boss.id));
    await db.update(admins).set({ lastSeenAt: ahead }).where(eq(admins.id, boss.id));
    expect((await list(boss.token)).find(({ id }) => id === boss.id)?.lastSeenAt).toBe(clock().toISOString());
  });

  test("[AUTH-18] config.json names its path, and who may manage admins reads it there and at /admin/admins", async () => {
    const boss = await person("super_admin");
    const other = await person("moderator");
    expect(path).toBe("/api/admins");
    for (const at of [path, "/admin/admins"]) {
      const found = (await list(boss.token, at)).find(({ id }) => id === other.id);
      expect(found).toMatchObject({ email: other.email, role: "moderator", active: true, lastSeenAt: box.host.deps.clock().toISOString() });
    }
    expect(JSON.stringify((await box.call(`GET ${path}`, { token: boss.token })).body)).not.toMatch(/scrypt|pinHash/);
    for (const at of [path, "/admin/admins"])
      expect(await box.call(`GET ${at}`, { token: other.token })).toMatchObject({ status: 403, body: { permission: "canManageAdmins" } });
    expect((await box.call(`GET ${path}`)).status).toBe(401);
  });

  test("an admin's last seen follows their calls, to the minute", async () => {
    const boss = await person("super_admin");
    const other = await person("admin");
    const signedInAt = box.host.deps.clock();
    box.wait(30_000);
    await box.call("GET /onramp/onramp-rate", { token: other.token });
    const seenAt = async () => (await list(boss.token)).find(({ id }) => id === other.id)?.lastSeenAt;
    expect(await seenAt()).toBe(signedInAt.toISOString());
    box.wait(60_000);
    await box.call("GET /onramp/onramp-rate", { token: other.token });
    expect(await seenAt()).toBe(new Date(signedInAt.getTime() + 90_000).toISOString());
  });
});

describe("disabling", () => {
  test("ends every session at once, and keeps the account out until it is enabled again", async () => {
    const boss = await person("super_admin");
    const other = await person("admin");
    const answer = await change(boss.token, other.id, { active: false });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: `Disabled ${other.email}`, data: { active: false } } });
    expect(await box.call("GET /onramp/onramp-rate", { token: other.token })).toMatchObject({
      status: 403,
      body: { message: invalidTokenMessage },
    });
    const back = () => box.call("POST /adminsignin/signin", { body: { email: other.email, passwordPin: pin } });
    expect((await back()).status).toBe(403);
    expect(await latest()).toMatchObject({ action: "signIn", outcome: "refused" });
    expect((await change(boss.token, other.id, { active: true })).status).toBe(200);
    expect((await box.call("GET /onramp/onramp-rate", { token: other.token })).status).toBe(403);
    expect((await back()).status).toBe(200);
  });

  test("[AUTH-15] a refresh token of a disabled account is refused", async () => {
    const boss = await person("super_admin");
    const other = await person("admin");
    const { body } = await box.call("POST /adminsignin/signin", { body: { email: other.email, passwordPin: pin } });
    const { refreshToken = "" } = v.parse(openedSession, body);
    await change(boss.token, other.id, { active: false });
    const { db } = box.host.deps;
    // Even one opened a moment too late.
    await db.update(sessions).set({ endedAt: null }).where(eq(sessions.adminId, other.id));
    expect((await box.call("POST /adminsignin/refresh-token", { body: { refreshToken } })).status).toBe(401);
    expect((await box.call("GET /onramp/onramp-rate", { token: other.token })).status).toBe(403);
  });

  test("[AUD-2] leaves an entry that says from what to what", async () => {
    const boss = await person("super_admin");
    const other = await person("admin");
    await change(boss.token, other.id, { active: false });
    expect(await latest()).toMatchObject({
      actor: boss.email,
      action: "changeAdmin",
      target: other.email,
      outcome: "done",
      before: { role: "admin", active: true },
      after: { role: "admin", active: false },
      alert: null,
    });
  });
});

describe("roles", () => {
  test("a role brings its permissions, and one that is raised is an alert", async () => {
    const boss = await person("super_admin");
    const other = await person("moderator");
    expect((await change(boss.token, other.id, { role: "admin" })).status).toBe(200);
    expect(await latest()).toMatchObject({
      action: "changeAdmin",
      alert: "raisedRole",
      before: { role: "moderator" },
      after: { role: "admin" },
    });
    // The token's claims are unchanged; the host uses the account's current role.
    expect((await box.call("POST /onramp/onramp-rate", { token: other.token, body: { rate: 1600 } })).status).toBe(200);
    expect((await change(boss.token, other.id, { role: "moderator" })).status).toBe(200);
    expect(await latest()).toMatchObject({ action: "changeAdmin", alert: null });
    expect((await box.call("POST /onramp/onramp-rate", { token: other.token, body: { rate: 1600 } })).status).toBe(403);
  });

  test("adding a super_admin is an alert, too", async () => {
    const boss = await person("super_admin");
    const add = (role: AdminRole, email: string) =>
      box.call("POST /admin/register", { token: boss.token, body: { adminName: "New One", email, passwordPin: "739146", role } });
    expect((await add("admin", "new1@example.com")).status).toBe(200);
    expect(await latest()).toMatchObject({ action: "createAdmin", alert: null });
    expect((await add("super_admin", "new2@example.com")).status).toBe(200);
    expect(await latest()).toMatchObject({ action: "createAdmin", alert: "raisedRole" });
  });

  test("nobody hands out more than they have, and only a super_admin touches a super_admin", async () => {
    const boss = await person("super_admin");
    const limited = { ...permissionsOf.admin, canManageAdmins: true, canFundUsers: false };
    const manager = await person("admin", limited);
    const other = await person("moderator");
    expect(await change(manager.token, other.id, { role: "super_admin" })).toMatchObject({ status: 403 });
    expect(await change(manager.token, other.id, { role: "admin" })).toMatchObject({ status: 403 });
    expect(await change(manager.token, boss.id, { active: false })).toMatchObject({ status: 403 });
    expect(await latest(), "the log says whom it was about").toMatchObject({
      outcome: "refused",
      actor: manager.email,
      target: boss.email,
    });
    expect(await change(manager.token, boss.id, { role: "moderator" })).toMatchObject({ status: 403 });
    expect((await change(manager.token, other.id, { active: false })).status).toBe(200);
    expect((await change(other.token, manager.id, { active: false })).status).toBe(403);
  });

  test("what is no change of an admin is refused", async () => {
    const boss = await person("super_admin");
    const other = await person("admin");
    for (const body of [{}, { role: "owner" }, { active: "no" }, { name: "x" }])
      expect((await change(boss.token, other.id, body)).status).toBe(400);
    expect((await change(boss.token, "nobody", { active: false })).status).toBe(404);
  });
});

describe("[HOST-4] a request whose body comes after its admin", () => {
  const newcomer = (role: AdminRole) => ({ adminName: "New Comer", email: `late.${role}@example.com`, passwordPin: "739154", role });
  const funding = async (token: string) => ({ email: (await everyUser(box, token))[0]?.email, currency: "USDT", amount: 5 });

  test("was disabled is refused and does nothing, and the log says so", async () => {
    const { db } = box.host.deps;
    const [boss, one] = [await person("super_admin"), await person("super_admin")];
    const body = await funding(boss.token);
    const fund = await begun(box, "POST /funduser/fund", one.token, body);
    const add = await begun(box, "POST /admin/register", one.token, newcomer("super_admin"));
    const ask = await begun(box, "POST /api/passkeys/register/options", one.token, {});
    const entries = await db.$count(ledgerEntries);
    expect((await change(boss.token, one.id, { active: false })).status).toBe(200);
    const refused = { status: 403, body: { message: invalidTokenMessage } };
    expect(await fund()).toMatchObject(refused);
    expect(await latest()).toMatchObject({ action: "fund", actor: one.email, outcome: "refused", status: 403, target: body.email });
    expect(await add()).toMatchObject(refused);
    expect(await ask()).toMatchObject(refused);
    expect(await db.$count(ledgerEntries)).toBe(entries);
    expect(await db.$count(passkeyChallenges, eq(passkeyChallenges.adminId, one.id))).toBe(0);
    expect((await list(boss.token)).map(({ email }) => email)).not.toContain(newcomer("super_admin").email);
  });

  test("signed out is refused", async () => {
    const one = await person("admin");
    const fund = await begun(box, "POST /funduser/fund", one.token, await funding(one.token));
    expect((await box.call("POST /adminsignin/logout", { token: one.token, body: {} })).status).toBe(200);
    expect(await fund()).toMatchObject({ status: 403, body: { message: invalidTokenMessage } });
  });

  test("got another role is judged by that one", async () => {
    const [boss, one, two] = [await person("super_admin"), await person("admin"), await person("super_admin")];
    const fund = await begun(box, "POST /funduser/fund", one.token, await funding(one.token));
    expect((await change(boss.token, one.id, { role: "moderator" })).status).toBe(200);
    expect(await fund()).toMatchObject({ status: 403, body: { permission: "canFundUsers" } });
    const add = await begun(box, "POST /admin/register", two.token, newcomer("super_admin"));
    await box.host.deps.db.update(admins).set({ role: "admin" }).where(eq(admins.id, two.id));
    expect(await add()).toMatchObject({ status: 403, body: { message: "Only a super_admin can add a super_admin." } });
  });
});

describe("who is left", () => {
  test("nobody changes themselves, at either path", async () => {
    const boss = await person("super_admin");
    for (const at of [path, "/admin/admins"])
      for (const body of [{ active: false }, { role: "admin" }, { role: "super_admin" }, { active: true }])
        expect((await change(boss.token, boss.id, body, at)).status).toBe(403);
    expect(await latest()).toMatchObject({ action: "changeAdmin", outcome: "refused", before: null, after: null });
  });

  test.each([{ active: false }, { role: "admin" }])("of two who do it to each other at once one stays super_admin: %o", async (body) => {
    const [one, two] = [await person("super_admin"), await person("super_admin")];
    await onlySupers(one.id, two.id);
    const answers = await Promise.all([change(one.token, two.id, body), change(two.token, one.id, body)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
    const { db } = box.host.deps;
    expect(
      await db
        .select()
        .from(admins)
        .where(and(eq(admins.role, "super_admin"), eq(admins.active, true))),
    ).toHaveLength(1);
  });

  test("the last active super_admin stays, even for one whose account was put back in the meantime", async () => {
    const [one, two] = [await person("super_admin"), await person("super_admin")];
    await onlySupers(two.id, one.id);
    const { db } = box.host.deps;
    // No usable super_admin: a demo account can't sign in where the host is reachable from elsewhere.
    await db.update(admins).set({ demo: true }).where(eq(admins.id, one.id));
    const { changeAdminRow } = await import("../../host/sessions/change-admin.ts");
    const by = { id: one.id, role: "super_admin", permissions: permissionsOf.super_admin } as const;
    const run = (demoAccounts: boolean) =>
      db.transaction((tx) => changeAdminRow({ tx, now: testNow, by, demoAccounts }, two.id, { active: false }));
    await expect(run(false)).rejects.toMatchObject({ status: 409 });
    expect((await run(true)).after.active).toBe(false);
  });
});
