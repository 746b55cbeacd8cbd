import { eq, isNull } from "drizzle-orm";
import { decodeJwt } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admins, pinResets, sessions } from "../../host/db/schema.ts";
import { sweepPinResets } from "../../host/sessions/pin-resets.ts";
import { sweepSessions } from "../../host/sessions/sessions.ts";
import { permissionNames, register, openedSession } from "../../src/contract/sign-in.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

const pin = "739154";
let box: TestHost;
let token: string;

beforeAll(async () => {
  box = await openTestHost({ allowRegistration: true });
  token = await box.tokenFor("super_admin");
});
afterAll(() => box.close());

const newcomer = (email: string, passwordPin = pin) => ({ name: "New Comer", email, passwordPin, confirmPassword: passwordPin });
const registered = (email: string) => box.call("POST /register", { body: newcomer(email) });
const signInAs = (email: string, passwordPin = pin) => box.call("POST /adminsignin/signin", { body: { email, passwordPin } });
const setActive = (email: string, active: boolean) => box.host.deps.db.update(admins).set({ active }).where(eq(admins.email, email));
const waits = { status: 403, body: { message: "This account waits until a super_admin activates it." } };

describe("who registered", () => {
  test("[AUTH-4] reads nothing with any call until a super_admin activates the account, then what a moderator may view", async () => {
    const email = "waits@example.com";
    const { status, body } = await registered(email);
    expect(status).toBe(200);
    const opened = v.parse(register.answer, body);
    expect(opened.user.email).toBe(email);
    const claims = decodeJwt(opened.token);
    expect(claims["adminRole"]).toBe("moderator");
    expect(claims["permissions"]).toEqual(Object.fromEntries(permissionNames.map((name) => [name, name === "canViewTransactions"])));
    for (const line of ["GET /usermanagement/users", "GET /analytics/dashboard", "GET /admin/settings", "POST /funduser/fund"])
      expect(await box.call(line, { token: opened.token }), line).toMatchObject(waits);
    await setActive(email, true);
    expect((await box.call("GET /usermanagement/users", { token: opened.token })).status).toBe(200);
    expect((await signInAs(email)).status).toBe(200);
  });

  test("[HOST-4] isn't told whether the email was known: not by the answer, its token, its time, or a sign-in afterwards", async () => {
    await registered("known@example.com");
    const tell = async (email: string) => {
      const begun = performance.now();
      const { status, body } = await registered(email);
      const ms = performance.now() - begun;
      const { token: given, user } = v.parse(register.answer, body);
      const read = await box.call("GET /usermanagement/users", { token: given });
      const after = await signInAs(email);
      const { email: shown, ...rest } = user;
      return {
        ms,
        said: { status, fields: Object.keys(rest), read: read.body, readStatus: read.status, after: [after.status, after.body] },
        shown,
      };
    };
    const [fresh, known, admin] = [
      await tell("fresh@example.com"),
      await tell("KNOWN@example.com"),
      await tell("super_admin1@example.com"),
    ];
    expect(known.said).toEqual(fresh.said);
    expect(admin.said).toEqual(fresh.said);
    expect(fresh.said).toMatchObject({ status: 200, readStatus: 403, after: [401, expect.anything()] });
    for (const { ms } of [fresh, known, admin]) expect(ms).toBeGreaterThan(480);
    expect((await signInAs("super_admin1@example.com", "135790")).status).toBe(200);
  });
});

describe("[AUTH-4] an account that waits", () => {
  const idOf = async (email: string) => (await box.host.deps.db.select().from(admins).where(eq(admins.email, email)))[0]?.id ?? "";

  test("opens with its activation, also where it was tried too often before", async () => {
    const email = "eager@example.com";
    await registered(email);
    const tries = [];
    for (let at = 0; at < 6; at += 1) tries.push((await signInAs(email)).status);
    expect(tries.at(-1)).toBe(429);
    expect((await box.call(`PATCH /api/admins/${await idOf(email)}`, { token, body: { active: true } })).status).toBe(200);
    expect((await signInAs(email)).status).toBe(200);
  });

  test("leaves nobody who registered under another one's email in, once that one is added", async () => {
    const email = "squatted@example.com";
    const strangers = v.parse(register.answer, (await registered(email)).body).token;
    const own = { adminName: "Bola Ade", email: "Squatted@example.com", passwordPin: "481516", role: "admin" };
    expect(await box.call("POST /admin/register", { token, body: own })).toMatchObject({
      status: 200,
      body: { message: "Added Bola Ade as admin", admin: { email: own.email, name: "Bola Ade", role: "admin" } },
    });
    expect((await signInAs(email)).status).toBe(401);
    expect((await box.call("GET /usermanagement/users", { token: strangers })).status).toBe(403);
    expect((await signInAs(email, own.passwordPin)).status).toBe(200);
    // An account that was activated once stays its owner's, disabled or not.
    for (const active of [true, false]) {
      await box.host.deps.db.update(admins).set({ active }).where(eq(admins.email, own.email));
      const again = { ...own, passwordPin: "739154" };
      expect((await box.call("POST /admin/register", { token, body: again })).status, String(active)).toBe(409);
    }
  });
});

describe("an account that was disabled", () => {
  test("[HOST-4] is refused with every call, at signing in with the right PIN, and gets no new token", async () => {
    const email = "super_admin1@example.com";
    const { accessToken, refreshToken } = v.parse(openedSession, (await signInAs(email, "135790")).body);
    await setActive(email, false);
    const disabled = { status: 403, body: { message: "This account is disabled. Ask a super_admin." } };
    expect(await box.call("GET /usermanagement/users", { token: accessToken })).toMatchObject(disabled);
    expect(await signInAs(email, "135790")).toMatchObject(disabled);
    expect((await signInAs(email, "000001")).status).toBe(401);
    expect((await box.call("POST /adminsignin/refresh-token", { body: { refreshToken } })).status).toBe(401);
    await setActive(email, true);
    expect((await box.call("GET /usermanagement/users", { token: accessToken })).status).toBe(200);
  });
});

describe("[HOST-4] a PIN that is tried first is refused, and its field named, where", () => {
  const easy = "is too easy to guess: no date, no run, no repeat and none of the most used ones";

  test("an admin is added", async () => {
    const body = { adminName: "Bola Ade", email: "bola@example.com", passwordPin: "112233", role: "admin" };
    expect(await box.call("POST /admin/register", { token, body })).toMatchObject({
      status: 400,
      body: { field: "passwordPin", message: `passwordPin ${easy}` },
    });
    expect((await box.call("POST /admin/register", { token, body: { ...body, passwordPin: pin } })).status).toBe(200);
  });

  test("somebody registers", async () => {
    for (const common of ["190384", "12345678", "aaaaaa"])
      expect(await box.call("POST /register", { body: newcomer("easy@example.com", common) })).toMatchObject({
        status: 400,
        body: { field: "passwordPin", message: `passwordPin ${easy}` },
      });
  });

  test("a link is used, which stays good", async () => {
    const resets = await openTestHost({ publicUrl: "https://desk.example" });
    await resets.tokenFor("super_admin");
    await resets.call("POST /reset-password", { body: { email: "super_admin1@example.com" } });
    const link = /token=(\S+)/.exec(resets.mails[0]?.text ?? "")?.[1] ?? "";
    const confirm = (chosen: string) =>
      resets.call("POST /reset-password/confirm", {
        body: new URLSearchParams({ token: link, pin: chosen }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    expect(await confirm("123456")).toMatchObject({ status: 400, body: expect.stringContaining(`The PIN ${easy}.`) });
    expect((await confirm(pin)).status).toBe(200);
    await resets.close();
  });
});

test("[HOST-4] sessions and links are swept once nothing of them is valid any more", async () => {
  const { db, clock } = box.host.deps;
  const left = async () => [(await db.select().from(sessions)).length, (await db.select().from(pinResets)).length];
  await box.call("POST /reset-password", { body: { email: "super_admin1@example.com" } });
  const { accessToken } = v.parse(openedSession, (await signInAs("super_admin1@example.com", "135790")).body);
  await box.call("POST /adminsignin/logout", { token: accessToken });
  const before = await left();
  const open = await db.$count(sessions, isNull(sessions.endedAt));
  expect(before[1]).toBe(1);
  const sweep = async () => {
    await sweepSessions(db, clock());
    await sweepPinResets(db, clock());
  };
  await sweep();
  expect(await left()).toEqual(before);
  box.wait(3 * 3600_000);
  await sweep();
  expect(await left()).toEqual([open, 0]);
  box.wait(12 * 3600_000);
  await sweep();
  expect(await left()).toEqual([0, 0]);
});
