import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAdminSettings } from "../../src/contract/admin-settings.ts";
import { config } from "../../src/contract/config.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

let box: TestHost;
beforeAll(async () => {
  box = await openTestHost();
});
afterAll(() => box.close());

const path = readAdminSettings.path;
const settingsOf = async (token: string) => v.parse(readAdminSettings.answer, (await box.call(`GET ${path}`, { token })).body);

test("[CONF-1, SET-1] config.json announces the settings call", async () => {
  expect(v.parse(config, (await box.call("GET /config.json")).body).settings).toBe(path);
});

test("[SET-1] each admin has settings of their own, everything off until they say otherwise", async () => {
  const [mine, theirs] = [await box.tokenFor("moderator"), await box.tokenFor("admin")];
  expect(await settingsOf(mine)).toEqual({ emailNotifications: false });
  expect((await box.call(`PUT ${path}`, { token: mine, body: { emailNotifications: true } })).status).toBe(200);
  expect(await settingsOf(mine)).toEqual({ emailNotifications: true });
  expect(await settingsOf(theirs)).toEqual({ emailNotifications: false });
});

test("[SET-1, HOST-4] bad input names its field, and nobody gets in without a token", async () => {
  const token = await box.tokenFor("admin");
  const { status, body } = await box.call(`PUT ${path}`, { token, body: { emailNotifications: "yes" } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ field: "emailNotifications" });
  expect((await box.call(`GET ${path}`)).status).toBe(401);
});

test("[SET-1] who wants it is mailed at each sign-in, and nobody else", async () => {
  const token = await box.tokenFor("super_admin");
  const body = { email: "mailed@example.com", adminName: "Mailed", passwordPin: "739154", role: "admin" };
  expect((await box.call("POST /admin/register", { token, body })).status).toBe(200);
  const signIn = () => box.call("POST /adminsignin/signin", { body: { email: body.email, passwordPin: body.passwordPin } });
  const { accessToken } = v.parse(v.looseObject({ accessToken: v.string() }), (await signIn()).body);
  const before = box.mails.length;
  await box.call(`PUT ${path}`, { token: accessToken, body: { emailNotifications: true } });
  await signIn();
  expect(box.mails.slice(before).map(({ to }) => to)).toEqual([body.email]);
  expect(box.mails.at(-1)?.text).toContain("192.0.2.1");
  await box.call(`PUT ${path}`, { token: accessToken, body: { emailNotifications: false } });
  await signIn();
  expect(box.mails.length).toBe(before + 1);
});
