import { decodeJwt } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { permissionNames, openedSession } from "../../src/contract/sign-in.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

const minute = 60_000;
const pin = "424242";
let box: TestHost;
let added = 0;

async function newAdmin(): Promise<string> {
  added += 1;
  const email = `someone${added}@example.com`;
  const { db, pinCost } = box.host.deps;
  await addAdmin(db, { email, adminName: "Some One", pin, role: "super_admin", permissions: permissionsOf.super_admin }, pinCost, testNow);
  return email;
}

const signInAs = (email: string, passwordPin: string, address?: string) =>
  box.call("POST /adminsignin/signin", { body: { email, passwordPin }, ...(address === undefined ? {} : { address }) });

beforeAll(async () => {
  box = await openTestHost();
});
afterAll(() => box.close());

describe("sign-in", () => {
  test("[AUTH-3] the right PIN answers admin and accessToken", async () => {
    const email = await newAdmin();
    const { status, body } = await signInAs(email.toUpperCase(), pin);
    expect(status).toBe(200);
    const { admin } = v.parse(openedSession, body);
    expect(admin).toMatchObject({ name: "Some One", email });
    expect(JSON.stringify(body)).not.toContain("scrypt");
  });

  testOnce("[AUTH-17] the token carries role, adminRole, every permission and an hour's life", async () => {
    const { body } = await signInAs(await newAdmin(), pin);
    const claims = decodeJwt(v.parse(openedSession, body).accessToken);
    expect(claims).toMatchObject({ role: "admin", adminRole: "super_admin" });
    expect(claims["permissions"]).toEqual(Object.fromEntries(permissionNames.map((name) => [name, true])));
    expect(claims.exp).toBe(Math.floor(testNow.getTime() / 1000) + 3600);
  });

  testOnce("[HOST-4] a wrong PIN and an unknown email get the same answer", async () => {
    const wrong = await signInAs(await newAdmin(), "000000", "192.0.2.7");
    const unknown = await signInAs("nobody@example.com", "000000", "192.0.2.7");
    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
  });

  testOnce("[HOST-4] a burst of failures shuts one address out, and no other", async () => {
    const answers = [];
    for (let i = 0; i < 31; i += 1) answers.push((await signInAs(`guess${i}@example.com`, "000000", "203.0.113.9")).status);
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401));
    expect(answers[30]).toBe(429);
    const email = await newAdmin();
    expect((await signInAs(email, pin, "203.0.113.9")).status).toBe(429);
    expect((await signInAs(email, pin, "203.0.113.10")).status).toBe(200);
  });

  testOnce("[HOST-4] of IPv6 a burst shuts a line's whole network out, from whichever of its addresses each try comes", async () => {
    const statuses = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await signInAs(`guess${i}@example.com`, "000000", `2001:db8:1:2::${i}`)).status);
    expect(statuses.at(-2)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await signInAs(await newAdmin(), pin, "2001:db8:1:3::1")).status).toBe(200);
  });

  testOnce("[HOST-4] people who sign in rightly are never shut out, however many share an address", async () => {
    const email = await newAdmin();
    for (let i = 0; i < 40; i += 1) expect((await signInAs(email, pin, "203.0.113.20")).status).toBe(200);
  });

  testOnce.each([
    [{ passwordPin: pin }, "email", "email is missing"],
    [{ email: "no-address", passwordPin: pin }, "email", "email is not an email address"],
    [{ email: "a@example.com" }, "passwordPin", "passwordPin is missing"],
    [{ email: "a@example.com", passwordPin: 123456 }, "passwordPin", "passwordPin is missing"],
    ["{broken", "body", "The body is not JSON"],
    [[], "email", "email is missing"],
  ])("[HOST-4] the body %j gets a 400 that names %s", async (body, field, message) => {
    expect(await box.call("POST /adminsignin/signin", { body })).toMatchObject({ status: 400, body: { success: false, field, message } });
  });
});

describe("session", () => {
  const opened = async () => v.parse(openedSession, (await signInAs(await newAdmin(), pin)).body);
  const dashboard = (token?: string) => box.call("GET /analytics/dashboard", { token });

  testOnce("[HOST-4] a missing token gets 401, a bad or tampered one 403 with the message that ends sessions", async () => {
    const { accessToken } = await opened();
    expect(await dashboard()).toMatchObject({ status: 401 });
    const refused = { status: 403, body: { message: "Forbidden: Invalid admin token." } };
    expect(await dashboard("garbage")).toMatchObject(refused);
    expect(await dashboard(`${accessToken.slice(0, -4)}AAAA`)).toMatchObject(refused);
    const [, payload] = accessToken.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    expect(await dashboard(unsigned)).toMatchObject(refused);
    expect(await dashboard(accessToken)).toMatchObject({ status: 200 });
  });

  test("[AUTH-15] a token that has run out gets 401, and the session's refresh token gets a new one", async () => {
    const session = await opened();
    box.wait(61 * minute);
    expect(await dashboard(session.accessToken)).toMatchObject({
      status: 401,
      body: { message: "Unauthorized: Admin token has expired." },
    });
    const answer = await box.call("POST /adminsignin/refresh-token", { body: { refreshToken: session.refreshToken } });
    const { accessToken } = v.parse(refreshToken.answer, answer.body);
    expect((await dashboard(accessToken)).status).toBe(200);
  });

  testOnce(
    "[HOST-4] sessions that have run out, however many of one address, keep nobody's device there from renewing its own",
    async () => {
      const address = "203.0.113.30";
      const email = await newAdmin();
      const { headers, body } = await signInAs(email, pin, address);
      const [cookie = ""] = (headers.get("Set-Cookie") ?? "").split(";");
      const renew = (given: string, more: Readonly<Record<string, string>> = {}) =>
        box.call("POST /adminsignin/refresh-token", { body: { refreshToken: given }, address, headers: more });
      const statuses = [];
      for (let at = 0; at < 31; at += 1) statuses.push((await renew(`over ${at}`)).status);
      expect(statuses.slice(-2)).toEqual([401, 429]);
      expect((await renew(v.parse(openedSession, body).refreshToken ?? "", { Cookie: cookie })).status).toBe(200);
      for (let at = 0; at < 31; at += 1) statuses.push((await renew(`over ${at}`, { Cookie: cookie })).status);
      expect(statuses.slice(-2)).toEqual([401, 429]);
    },
  );

  test("[AUTH-10] after logout neither the token nor its refresh token works", async () => {
    const { accessToken, refreshToken } = await opened();
    expect((await box.call("POST /adminsignin/logout", { token: accessToken })).status).toBe(200);
    expect(await dashboard(accessToken)).toMatchObject({ status: 403, body: { message: "Forbidden: Invalid admin token." } });
    expect((await box.call("POST /adminsignin/refresh-token", { body: { refreshToken } })).status).toBe(401);
  });

  test("[AUTH-10] logout ends the session with a token that has run out, too, as a screen that was locked for long has it", async () => {
    const { accessToken, refreshToken } = await opened();
    box.wait(61 * minute);
    const [head = "", payload = ""] = accessToken.split(".");
    expect((await box.call("POST /adminsignin/logout", { token: `${head}.${payload}.AAAA` })).status).toBe(403);
    expect((await box.call("POST /adminsignin/logout", { token: accessToken })).status).toBe(200);
    expect((await box.call("POST /adminsignin/refresh-token", { body: { refreshToken } })).status).toBe(401);
    expect((await box.call("POST /adminsignin/logout", { token: accessToken })).status).toBe(403);
    expect((await dashboard(accessToken)).status).toBe(401);
  });

  testOnce("[AUTH-18] without canViewTransactions the lists are refused, and the answer names the permission", async () => {
    const token = await box.tokenFor("moderator", { ...permissionsOf.moderator, canViewTransactions: false });
    for (const line of ["GET /analytics/recent-transactions?page=1&limit=50", "GET /analytics/filter?page=1&limit=50&currency=BTC"]) {
      const { status, body } = await box.call(line, { token });
      expect(status).toBe(403);
      expect(body).toMatchObject({ success: false, message: "This needs the permission canViewTransactions." });
    }
  });
});

describe("registration and reset", () => {
  const newcomer = { name: "New Comer", email: "new@example.com", passwordPin: "secret1", confirmPassword: "secret1" };

  testOnce("[HOST-2] registration is closed by default and says whom to ask", async () => {
    const { status, body } = await box.call("POST /register", { body: newcomer });
    expect(status).toBe(403);
    expect(body).toMatchObject({ message: expect.stringContaining("Ask a super_admin") });
  });

  test("[AUTH-6] a reset answers the same for everybody, mails a link that sets a new PIN once, and ends the sessions", async () => {
    const email = await newAdmin();
    const { accessToken } = v.parse(openedSession, (await signInAs(email, pin)).body);
    const nobody = await box.call("POST /reset-password", { body: { email: "nobody@example.com" } });
    const somebody = await box.call("POST /reset-password", { body: { email } });
    expect(somebody).toMatchObject({ status: 200, body: nobody.body });
    expect(box.mails.map(({ to }) => to)).toEqual([email]);
    const token = /token=(\S+)/.exec(box.mails[0]?.text ?? "")?.[1] ?? "";
    const confirm = (chosen: string) =>
      box.call("POST /reset-password/confirm", {
        body: new URLSearchParams({ token, pin: chosen }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    expect((await confirm("12")).status).toBe(400);
    expect((await confirm("739154")).status).toBe(200);
    expect((await confirm("846205")).status).toBe(410);
    expect((await box.call("GET /analytics/dashboard", { token: accessToken })).status).toBe(403);
    expect((await signInAs(email, pin)).status).toBe(401);
    expect((await signInAs(email, "739154")).status).toBe(200);
  });
  testOnce("[HOST-4] a form that can't be read is refused as one without its fields", async () => {
    const broken = await box.call("POST /reset-password/confirm", {
      body: "no form",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect(broken).toMatchObject({ status: 400, body: expect.stringContaining("The PIN must be exactly 6 digits.") });
  });
});
