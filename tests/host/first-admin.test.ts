import { afterEach, beforeEach, expect, test } from "vitest";
import { demoAdmin, firstAdmin } from "../../host/first-admin.ts";
import { admins } from "../../host/db/schema.ts";
import { readOptions } from "../../host/options.ts";
import { addAdmin, findAdmin } from "../../host/sessions/admins.ts";
import { viewOnly } from "../../host/sessions/permissions.ts";
import { wholeLog } from "./support/audit.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

const given = { ADMIN_EMAIL: "Ada@example.com", ADMIN_PIN: "482913" };
let box: TestHost;

beforeEach(async () => {
  box = await openTestHost();
});
afterEach(() => box.close());

const begin = (env: Record<string, string>) => firstAdmin(box.host.deps.db, readOptions(env, []), box.host.deps.pinCost, testNow);
const signIn = async (email: string, passwordPin: string) =>
  (await box.call("POST /adminsignin/signin", { body: { email, passwordPin } })).status;

test("[HOST-2] the first super_admin is made with the PIN given, and the same start again says the same", async () => {
  expect(await begin(given)).toBe("Sign in as Ada@example.com with the PIN given.");
  expect(await begin(given)).toBe("Sign in as Ada@example.com with the PIN given.");
  expect(await signIn("ada@example.com", "482913")).toBe(200);
});

test("[HOST-2] an account that exists keeps its PIN, and the start says so", async () => {
  await begin(given);
  expect(await begin({ ...given, ADMIN_PIN: "111111" })).toBe("Ada@example.com exists already and keeps its PIN, which isn't ADMIN_PIN.");
  expect(await signIn(given.ADMIN_EMAIL, "111111")).toBe(401);
  expect(await signIn(given.ADMIN_EMAIL, given.ADMIN_PIN)).toBe(200);
});

test("[HOST-2] an account that was disabled is not said to sign in", async () => {
  const { db } = box.host.deps;
  await begin(given);
  await db.update(admins).set({ active: false });
  expect(await begin(given)).toBe("Ada@example.com is disabled, and can't sign in until another super_admin enables it.");
});

test("[HOST-2] an account that only registered under the email doesn't keep the first super_admin out", async () => {
  const { db, pinCost } = box.host.deps;
  const stranger = { email: "ada@example.com", adminName: "A Stranger", pin: "739154", role: "moderator", permissions: viewOnly } as const;
  await addAdmin(db, { ...stranger, active: false }, pinCost, testNow);
  expect(await begin(given)).toBe("Sign in as Ada@example.com with the PIN given.");
  expect(await signIn("ada@example.com", stranger.pin)).toBe(401);
  expect(await signIn("ada@example.com", given.ADMIN_PIN)).toBe(200);
  expect(await findAdmin(db, given.ADMIN_EMAIL)).toMatchObject({ role: "super_admin", active: true, adminName: "First Admin" });
});

test("[AUD-1] a start that adds another super_admin leaves an alert by the host; the first of all, and a start that adds none, leave none", async () => {
  const { db } = box.host.deps;
  await begin(given);
  await begin(given);
  expect(await wholeLog(db)).toEqual([]);
  await begin({ ADMIN_EMAIL: "eve@example.com", ADMIN_PIN: "739154" });
  await begin({ ADMIN_EMAIL: "eve@example.com", ADMIN_PIN: "739154" });
  const log = await wholeLog(db);
  expect(log).toMatchObject([
    {
      action: "createAdmin",
      actorId: null,
      actor: null,
      address: "host",
      target: "eve@example.com",
      after: { email: "eve@example.com", role: "super_admin" },
      outcome: "done",
      alert: "raisedRole",
    },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/739154|scrypt/);
});

test("[HOST-4] a PIN that is tried first makes no account, and stops no start of a host that has it", async () => {
  await expect(begin({ ...given, ADMIN_PIN: "121212" })).rejects.toThrow(/^ADMIN_PIN is too easy to guess/);
  await begin(given);
  expect(await begin({ ...given, ADMIN_PIN: "121212" })).toContain("keeps its PIN, which isn't ADMIN_PIN.");
});

test("[HOST-2] the demonstration's account, named with a PIN, takes it, is no demonstration's any more, and its sessions end", async () => {
  expect(await begin({})).toBe("Sign in as admin@example.com with the PIN 246810.");
  const { body } = await box.call("POST /adminsignin/signin", { body: { email: demoAdmin.email, passwordPin: demoAdmin.pin } });
  const token = String(Object.getOwnPropertyDescriptor(body, "accessToken")?.value);
  expect(await begin({ ADMIN_EMAIL: demoAdmin.email, ADMIN_PIN: "482913" })).toBe("Sign in as admin@example.com with the PIN given.");
  expect(await signIn(demoAdmin.email, demoAdmin.pin)).toBe(401);
  expect(await signIn(demoAdmin.email, "482913")).toBe(200);
  expect((await findAdmin(box.host.deps.db, demoAdmin.email))?.demo).toBe(false);
  expect((await wholeLog(box.host.deps.db)).find(({ action }) => action === "setPin")).toMatchObject({
    actor: null,
    address: "host",
    target: demoAdmin.email,
    outcome: "done",
    alert: null,
  });
  expect((await box.call("GET /analytics/dashboard", { token })).status).toBe(403);
  expect(await begin({})).toBe("Sign in with your email and PIN.");
});
