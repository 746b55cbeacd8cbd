import { desc } from "drizzle-orm";
import { decodeJwt } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "../../host/db/schema.ts";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { config } from "../../src/contract/config.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { listSessions } from "../../src/contract/sessions.ts";
import { invalidTokenMessage, openedSession } from "../../src/contract/sign-in.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

const pin = "424242";
let box: TestHost;
let path: string;
let added = 0;

beforeAll(async () => {
  box = await openTestHost();
  path = v.parse(config, (await box.call("GET /config.json")).body).sessions ?? "";
});
afterAll(() => box.close());

async function newAdmin(): Promise<string> {
  added += 1;
  const email = `desk${added}@example.com`;
  const { db, pinCost } = box.host.deps;
  await addAdmin(db, { email, adminName: "Desk", pin, role: "moderator", permissions: permissionsOf.moderator }, pinCost, testNow);
  return email;
}

async function signInFrom(email: string, address: string, agent = "Firefox") {
  const { body } = await box.call("POST /adminsignin/signin", {
    body: { email, passwordPin: pin },
    address,
    headers: { "User-Agent": agent },
  });
  const { accessToken: token, refreshToken: kept } = v.parse(openedSession, body);
  return { token, kept, id: String(decodeJwt(token)["sid"]), agent };
}

const list = async ({ token, agent }: { token: string; agent: string }, address = "192.0.2.1") =>
  v.parse(listSessions.answer, (await box.call(`GET ${path}`, { token, address, headers: { "User-Agent": agent } })).body);
const answers = async (token: string) => (await box.call("GET /onramp/onramp-rate", { token })).status;
const latest = async () => (await box.host.deps.db.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1))[0];

test("an admin's sessions are listed with when, where and what with; by the sid of their tokens, and nobody else's", async () => {
  expect(path).toBe("/api/sessions");
  const email = await newAdmin();
  const desk = await signInFrom(email, "192.0.2.10", "Firefox on the desk");
  box.wait(120_000);
  const phone = await signInFrom(email, "192.0.2.20", "Safari on the phone");
  await signInFrom(await newAdmin(), "192.0.2.30");
  const found = await list(phone, "192.0.2.20");
  expect(found).toMatchObject([
    { id: phone.id, address: "192.0.2.20", userAgent: "Safari on the phone", current: true },
    { id: desk.id, address: "192.0.2.10", userAgent: "Firefox on the desk", current: false, lastSeenAt: testNow.toISOString() },
  ]);
  expect(JSON.stringify(found)).not.toContain("Hash");
  // The address follows its device.
  await list(desk, "192.0.2.11");
  expect((await list(phone, "192.0.2.20")).find(({ id }) => id === desk.id)).toMatchObject({ address: "192.0.2.11" });
});

test("ending one refuses its tokens at once, leaves the others, and stands in the log", async () => {
  const email = await newAdmin();
  const [here, there] = [await signInFrom(email, "192.0.2.10"), await signInFrom(email, "192.0.2.20")];
  expect((await box.call(`DELETE ${path}/${there.id}`, { token: here.token })).status).toBe(200);
  expect(await latest()).toMatchObject({
    action: "endSession",
    actor: email,
    target: email,
    outcome: "done",
    after: { session: there.id },
  });
  expect(await box.call("GET /onramp/onramp-rate", { token: there.token })).toMatchObject({
    status: 403,
    body: { message: invalidTokenMessage },
  });
  expect(await answers(here.token)).toBe(200);
  expect(await list(here)).toHaveLength(1);
  // Ending it again does no harm.
  expect((await box.call(`DELETE ${path}/${there.id}`, { token: here.token })).status).toBe(200);
});

test("nobody ends another admin's session", async () => {
  const [mine, other] = [await signInFrom(await newAdmin(), "192.0.2.10"), await signInFrom(await newAdmin(), "192.0.2.20")];
  expect((await box.call(`DELETE ${path}/${other.id}`, { token: mine.token })).status).toBe(404);
  expect(await answers(other.token)).toBe(200);
});

test("ending all others leaves the one that asks", async () => {
  const email = await newAdmin();
  const [here, ...others] = [
    await signInFrom(email, "192.0.2.10"),
    await signInFrom(email, "192.0.2.20"),
    await signInFrom(email, "192.0.2.30"),
  ];
  const answer = await box.call(`DELETE ${path}/others`, { token: here?.token });
  expect(answer).toMatchObject({ status: 200, body: { message: "2 other sessions ended" } });
  expect(await latest()).toMatchObject({ action: "endSession", after: { ended: 2 } });
  expect(await Promise.all([here, ...others].map((one) => answers(one?.token ?? "")))).toEqual([200, 403, 403]);
});

test("a session that has run out is listed no more", async () => {
  const email = await newAdmin();
  await signInFrom(email, "192.0.2.10");
  box.wait(12 * 3_600_000 + 1000);
  expect(await list(await signInFrom(email, "192.0.2.20"))).toHaveLength(1);
});

test("[AUTH-15] a token renewed shortly before its session runs out ends with the session", async () => {
  const email = await newAdmin();
  const { kept } = await signInFrom(email, "192.0.2.10");
  box.wait(12 * 3_600_000 - 60_000);
  const { body } = await box.call("POST /adminsignin/refresh-token", { body: { refreshToken: kept } });
  const { accessToken } = v.parse(refreshToken.answer, body);
  expect(await answers(accessToken)).toBe(200);
  box.wait(60_000);
  expect(await answers(accessToken)).toBe(401);
});
