import { readdirSync } from "node:fs";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstPolicy } from "../../host/approvals/policy.ts";
import { rows } from "../../host/db/rows.ts";
import { viewOnly } from "../../host/sessions/permissions.ts";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { writeAdminSettings } from "../../src/contract/admin-settings.ts";
import { changeAdmin, createAdmin, listAdmins } from "../../src/contract/admins.ts";
import {
  approvePolicy,
  approveSlip,
  changePolicy,
  makeSlip,
  refuseSlip,
  signSlip,
  withdrawPolicy,
  withdrawSlip,
} from "../../src/contract/approvals.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import type { Call } from "../../src/contract/call.ts";
import { renameNetwork, updateCryptoFee } from "../../src/contract/fees.ts";
import { deductUser, fundUser } from "../../src/contract/funding.ts";
import { bulkGiftCardRates, createGiftCardRate, deleteGiftCardRate, updateGiftCardRate } from "../../src/contract/gift-cards.ts";
import { logout } from "../../src/contract/logout.ts";
import { setGlobalMarkdown, toggleGlobalMarkdown } from "../../src/contract/markdown.ts";
import { setMarkup } from "../../src/contract/markup.ts";
import { setOfframpRate, setOnrampRate } from "../../src/contract/rates.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { endOtherSessions, endSessionById, listSessions } from "../../src/contract/sessions.ts";
import { askedForPasskey, register, resetPassword, signIn } from "../../src/contract/sign-in.ts";
import { registerOptions, registerPasskey, removePasskey, resetPasskeys, signInWithPasskey } from "../../src/contract/passkeys.ts";
import { deleteUser, disableTwoFactor, removePasswordPin } from "../../src/contract/user-tools.ts";
import { generateWallets, regenerateWallets } from "../../src/contract/wallet-generation.ts";
import { wipePending } from "../../src/contract/wallets.ts";
import { root } from "../../scripts/run.mjs";
import { SoftwarePasskey } from "../support/software-passkey.ts";
import { wholeLog } from "./support/audit.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

const isCall = (value: unknown): value is Call => typeof value === "object" && value !== null && "kind" in value && "answer" in value;

/** Every call in the contract, by its export's name. */
async function everyCall(): Promise<Map<string, Call>> {
  const calls = new Map<string, Call>();
  for (const file of readdirSync(`${root}src/contract`)) {
    const module: Record<string, unknown> = await import(`${root}src/contract/${file}`);
    for (const [name, value] of Object.entries(module)) if (isCall(value)) calls.set(name, value);
  }
  return calls;
}

interface Step {
  readonly call: Call;
  /** If the path has parameters. */
  readonly path?: string;
  readonly body?: object;
  readonly token?: string | undefined;
  readonly status?: number;
  /** Null: not authenticated. */
  readonly by: string | null;
  readonly claims?: string | null;
  readonly target?: string | null;
  /** Expected fields of `before` and `after`. */
  readonly before?: object;
  readonly after?: object;
}

const pins = { first: "904817", second: "718204", third: "627193", wrong: "550173", registered: "594082" };
const boss = "boss@example.com";
const viewer = "viewer@example.com";

let box: TestHost;
const secrets = new Set<string>(Object.values(pins));

beforeAll(async () => {
  box = await openTestHost({
    allowRegistration: true,
    approvals: true,
    verifySignature: async ({ digest, adminId }) => ({
      credentialId: "walk",
      publicKey: adminId,
      rpId: "localhost",
      origin: "https://localhost",
      authenticatorData: "",
      clientDataJSON: digest,
      signature: "",
    }),
  });
});
afterAll(() => box.close());

const fieldOf = (body: unknown, name: string): string => {
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  if (typeof value !== "string") throw new Error(`the answer has no ${name}`);
  return value;
};

test("[AUD-1] every mutation and every session call, done and refused, is in the log with actor and outcome, and no PIN or token is", async () => {
  const { db } = box.host.deps;
  const walked = new Set<Call>();

  const say = async (email: string, pin: string) => {
    const { body } = await box.call("POST /adminsignin/signin", { body: { email, passwordPin: pin } });
    const [access, refresh] = [fieldOf(body, "accessToken"), fieldOf(body, "refreshToken")];
    secrets.add(access).add(refresh);
    return { access, refresh };
  };
  const root = await box.tokenFor("super_admin");
  secrets.add(root);
  const super1 = "super_admin1@example.com";
  const made = await box.call("POST /admin/register", {
    token: root,
    body: { adminName: "Boss", email: boss, passwordPin: pins.first, role: "super_admin" },
  });
  expect(made.status).toBe(200);
  const { access: token, refresh } = await say(boss, pins.first);
  const looker = await box.tokenFor("moderator", viewOnly);
  secrets.add(looker);
  const lookerEmail = "moderator2@example.com";

  const [ada, bea] = (await everyUser(box, token)).filter((user) => user.phonenumber !== undefined);
  if (ada?.email === undefined || bea?.email === undefined) throw new Error("the seed has no users with phones");
  const { email, phonenumber } = ada;
  const other = { email: bea.email, phonenumber: bea.phonenumber };
  const pending = await box.call(`GET /admin/users/wallets?email=${encodeURIComponent(email)}`, { token });
  expect(pending.status).toBe(200);

  const step = async ({ call, path = call.path, body, token, status = 200, by, claims = by, target, before, after }: Step) => {
    const known = (await wholeLog(db)).length;
    const answer = await box.call(`${call.method} ${path}`, { token, body });
    expect({ path, status: answer.status, body: answer.status === status ? "" : answer.body }).toEqual({ path, status, body: "" });
    const added: AuditEntry[] = (await wholeLog(db)).slice(known);
    expect(added, `${call.method} ${path} leaves one entry`).toHaveLength(1);
    const [entry] = added;
    expect(entry).toMatchObject({
      action: call.action,
      outcome: status < 400 ? "done" : "refused",
      status,
      actor: claims,
      address: "192.0.2.1",
      ...(target === undefined ? {} : { target }),
    });
    expect(entry?.actorId === null, `${path} knows who`).toBe(by === null);
    if (status >= 400) expect(entry).toMatchObject({ before: null, after: null });
    if (before !== undefined) expect(entry).toMatchObject({ before });
    if (after !== undefined) expect(entry).toMatchObject({ after });
    walked.add(call);
    return answer;
  };

  const rate = {
    cardType: "VANILLA",
    vanillaType: "Walk",
    country: "SWITZERLAND",
    rate: "900",
    physicalRate: "900",
    ecodeRate: "880",
    minAmount: "10",
    maxAmount: "500",
    notes: "walk",
  };
  const deeds: Omit<Step, "by">[] = [
    {
      call: createAdmin,
      body: { adminName: "Viewer", email: viewer, passwordPin: pins.second, role: "moderator" },
      target: viewer,
      after: { role: "moderator" },
    },
    { call: fundUser, body: { email, currency: "BTC", amount: 0.005, reason: "refund" }, target: email, after: { currency: "BTC" } },
    { call: deductUser, body: { email, currency: "BTC", amount: 0.0025, reason: "refund" }, target: email, before: { currency: "BTC" } },
    { call: disableTwoFactor, body: { email }, target: email, after: { twoFactorEnabled: false } },
    { call: removePasswordPin, body: { email }, target: email, after: { pinIsSet: false } },
    { call: generateWallets, body: { phonenumber: other.phonenumber, force: true }, target: other.email },
    { call: regenerateWallets, body: { phonenumber, tokens: ["BTC_BTC"], force: true }, target: email },
    { call: updateCryptoFee, body: { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: "3.5" } },
    {
      call: renameNetwork,
      body: { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin main" },
      after: { networkName: "Bitcoin main" },
    },
    { call: setOnrampRate, body: { rate: "1602.25" }, target: "onramp", after: { value: "1602.25" } },
    { call: setOfframpRate, body: { rate: "1599" }, target: "offramp", after: { value: "1599" } },
    { call: setMarkup, body: { markup: "1.75" }, target: "markup", after: { value: "1.75" } },
    { call: setGlobalMarkdown, body: { markdownPercentage: "4", description: "walk" }, target: "markdown", after: { value: "4" } },
    { call: toggleGlobalMarkdown, body: {}, target: "markdown" },
    { call: bulkGiftCardRates, body: { rates: [{ ...rate, country: "CANADA" }] } },
  ];
  for (const deed of deeds) {
    await step({ ...deed, token, by: boss });
    await step({ call: deed.call, ...(deed.body === undefined ? {} : { body: deed.body }), token: looker, status: 403, by: lookerEmail });
  }
  const [held] = await rows(
    db,
    v.object({ owner: v.string(), currency: v.string() }),
    sql`select owner, currency from ledger_accounts where kind = 'pending' and balance > 0 limit 1`,
  );
  const holder = (await everyUser(box, token)).find((user) => user.id === held?.owner)?.email;
  const wipe = { email: holder, currency: held?.currency };
  await step({
    call: wipePending,
    body: wipe,
    token,
    by: boss,
    ...(holder === undefined ? {} : { target: holder }),
    before: { currency: held?.currency },
  });
  await step({ call: wipePending, body: wipe, token, status: 409, by: boss });

  const created = await step({ call: createGiftCardRate, body: rate, token, by: boss, after: { cardType: "VANILLA", rate: "900" } });
  await step({ call: createGiftCardRate, body: rate, token, status: 409, by: boss });
  const id = fieldOf(Object.getOwnPropertyDescriptor(created.body, "data")?.value, "id");
  const path = `/admingiftcard/rates/${id}`;
  const edited = { rate: "950", notes: "", isActive: true };
  await step({
    call: updateGiftCardRate,
    path,
    body: edited,
    token,
    by: boss,
    target: `gift-card/${id}`,
    before: { rate: "900" },
    after: { rate: "950" },
  });
  await step({ call: updateGiftCardRate, path, body: { isActive: "maybe" }, token, status: 400, by: boss, target: id });
  await step({ call: deleteGiftCardRate, path, token, by: boss, target: `gift-card/${id}`, before: { rate: "950" } });
  await step({ call: deleteGiftCardRate, path, token, status: 404, by: boss });
  await step({
    call: deleteUser,
    body: { email: other.email, force: true },
    token,
    by: boss,
    target: other.email,
    after: { deleted: true },
  });
  await step({ call: deleteUser, body: { email: other.email }, token, status: 404, by: boss, target: other.email });
  await step({ call: fundUser, body: { email, currency: "BTC", amount: 1 }, token: `${token}x`, status: 403, by: null });

  const settings = { emailNotifications: true };
  await step({
    call: writeAdminSettings,
    body: settings,
    token,
    by: boss,
    target: boss,
    before: { emailNotifications: false },
    after: settings,
  });
  await step({ call: writeAdminSettings, body: { emailNotifications: "yes" }, token, status: 400, by: boss });

  const policy = { ...firstPolicy, signing: "passkey" };
  const proposed = await step({ call: changePolicy, body: policy, token, by: boss, target: "approvals" });
  await step({ call: changePolicy, body: policy, token: looker, status: 403, by: lookerEmail });
  const { digest: withdrawn } = v.parse(changePolicy.answer, proposed.body);
  await step({ call: withdrawPolicy, body: { digest: withdrawn }, token: looker, status: 403, by: lookerEmail });
  await step({ call: withdrawPolicy, body: { digest: withdrawn }, token, by: boss, target: "approvals", after: { digest: withdrawn } });
  const proposedAgain = await step({ call: changePolicy, body: policy, token, by: boss, target: "approvals" });
  const { digest: proposal } = v.parse(changePolicy.answer, proposedAgain.body);
  await step({ call: approvePolicy, body: { digest: proposal }, token, status: 403, by: boss });
  await step({
    call: approvePolicy,
    body: { digest: proposal },
    token: root,
    by: super1,
    target: "approvals",
    after: { signing: "passkey" },
  });
  const ask = async (amount: string) => {
    const body = { operation: "fund", email, currency: "BTC", amount, reason: "refund" };
    const made = await step({ call: makeSlip, body, token, by: boss, status: 201, target: email, after: { digest: expect.any(String) } });
    const { id, digest } = v.parse(makeSlip.answer, made.body);
    const to = (call: Call, more: Partial<Step>, body: object = { digest, signature: { id: "walk" } }) =>
      step({ call, path: call.path.replace("{id}", id), body, target: email, token, by: boss, ...more });
    await to(signSlip, { after: { slip: id } });
    return { to, id };
  };
  const one = await ask("0.02");
  await one.to(approveSlip, { status: 403 });
  await one.to(approveSlip, { token: root, by: super1, before: { currency: "BTC" }, after: { slip: one.id, amount: "0.02" } });
  await one.to(approveSlip, { token: root, by: super1, status: 409 });
  const two = await ask("0.03");
  await two.to(refuseSlip, { token: root, by: super1, after: { slip: two.id, decisionNote: "No" } }, { note: "No" });
  await two.to(signSlip, { status: 409 });
  const three = await ask("0.04");
  await three.to(withdrawSlip, { token: root, by: super1, status: 403 }, {});
  await three.to(withdrawSlip, { after: { slip: three.id } }, {});

  const people = v.parse(listAdmins.answer, (await box.call(`GET ${listAdmins.path}`, { token })).body);
  const viewerAt = `/api/admins/${people.find((one) => one.email === viewer)?.id ?? ""}`;
  await step({
    call: changeAdmin,
    path: viewerAt,
    body: { role: "admin" },
    token,
    by: boss,
    target: viewer,
    before: { role: "moderator", active: true },
    after: { role: "admin", active: true },
  });
  await step({ call: changeAdmin, path: viewerAt, body: { active: false }, token: looker, status: 403, by: lookerEmail });
  await say(boss, pins.first);
  const running = v.parse(listSessions.answer, (await box.call(`GET ${listSessions.path}`, { token })).body);
  const session = running.find(({ current }) => current !== true)?.id ?? "";
  await step({ call: endSessionById, path: `/api/sessions/${session}`, token, by: boss, target: boss, after: { session, ended: true } });
  await step({ call: endSessionById, path: `/api/sessions/${session}`, token: looker, status: 404, by: lookerEmail });
  await say(boss, pins.first);
  await step({ call: endOtherSessions, token, by: boss, target: boss, after: { ended: 1 } });

  const look = `/fetching/refresh-tokens?email=${encodeURIComponent(email)}`;
  const shown = await step({ call: refreshTokensOf, path: look, token, by: boss, target: email, after: { masked: false } });
  for (const { token: one } of v.parse(refreshTokensOf.answer, shown.body).refreshTokens) secrets.add(one);
  await step({ call: refreshTokensOf, path: look, token: looker, status: 403, by: lookerEmail, target: email });

  const signed = await step({ call: signIn, body: { email: boss, passwordPin: pins.first }, by: boss, target: boss });
  secrets.add(fieldOf(signed.body, "accessToken")).add(fieldOf(signed.body, "refreshToken"));
  await step({ call: signIn, body: { email: boss, passwordPin: pins.wrong }, status: 401, by: null, claims: boss });
  await step({ call: signIn, body: { email: boss }, status: 400, by: null, claims: null, target: boss });

  const optionsFor = async (by: string) =>
    v.parse(registerOptions.answer, (await box.call(`POST ${registerOptions.path}`, { token: by, body: {} })).body).options;
  const passkey = new SoftwarePasskey();
  const adding = { name: "Key", credential: passkey.create(await optionsFor(token)) };
  await step({ call: registerPasskey, body: adding, token, status: 201, by: boss, target: boss, after: { name: "Key" } });
  await step({ call: registerPasskey, body: adding, token, status: 409, by: boss, target: boss });
  const asked = await box.call("POST /adminsignin/signin", { body: { email: boss, passwordPin: pins.first } });
  const { ticket, options } = v.parse(askedForPasskey, asked.body).passkey;
  secrets.add(ticket);
  const confirming = { ticket, credential: passkey.get({ ...options, rpId: "localhost" }) };
  const confirmed = await step({ call: signInWithPasskey, body: confirming, by: boss, target: boss, after: { name: "Key" } });
  secrets.add(fieldOf(confirmed.body, "accessToken")).add(fieldOf(confirmed.body, "refreshToken"));
  await step({ call: signInWithPasskey, body: confirming, status: 401, by: null });
  const keyAt = `/api/passkeys/${adding.credential.id}`;
  await step({ call: removePasskey, path: keyAt, token: looker, status: 404, by: lookerEmail, target: lookerEmail });
  await step({ call: removePasskey, path: keyAt, token, by: boss, target: boss, before: { name: "Key" } });
  await box.call(`POST ${registerPasskey.path}`, {
    token: looker,
    body: { name: "Lost", credential: new SoftwarePasskey().create(await optionsFor(looker)) },
  });
  await step({ call: resetPasskeys, body: { email: lookerEmail }, token: looker, status: 403, by: lookerEmail, target: lookerEmail });
  await step({
    call: resetPasskeys,
    body: { email: lookerEmail },
    token,
    by: boss,
    target: lookerEmail,
    before: { passkeys: 1 },
    after: { passkeys: 0 },
  });

  const newcomer = { name: "New", email: "new@example.com", passwordPin: pins.registered, confirmPassword: pins.registered };
  const joined = await step({ call: register, body: newcomer, by: newcomer.email, after: { role: "moderator" } });
  secrets.add(fieldOf(joined.body, "token"));
  const again = await step({ call: register, body: newcomer, by: null, claims: newcomer.email });
  secrets.add(fieldOf(again.body, "token"));
  const renewed = await step({ call: refreshToken, body: { refreshToken: refresh }, by: boss, target: boss });
  secrets.add(fieldOf(renewed.body, "accessToken"));
  await step({ call: refreshToken, body: { refreshToken: "gone" }, status: 401, by: null });
  await step({ call: resetPassword, body: { email: viewer }, by: null, target: viewer });
  await step({ call: resetPassword, body: { email: "nobody" }, status: 400, by: null });
  const link = /token=(\S+)/.exec(box.mails.at(-1)?.text ?? "")?.[1] ?? "";
  secrets.add(link);
  const chosen = await box.host.app.request(
    "/reset-password/confirm",
    { method: "POST", body: new URLSearchParams({ token: link, pin: pins.third }) },
    { address: "192.0.2.1" },
  );
  expect(chosen.status).toBe(200);
  expect((await wholeLog(db)).at(-1)).toMatchObject({ action: "setPin", actor: viewer, outcome: "done" });
  await step({ call: logout, token, by: boss, target: boss });
  await step({ call: logout, status: 401, by: null });

  const names = [...(await everyCall())].filter(([, call]) => call.kind !== "read" || call.action !== undefined);
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter(([, call]) => !walked.has(call)).map(([name]) => name),
    "calls that this walk leaves out",
  ).toEqual([]);

  const log = await wholeLog(db);
  expect(log.some((entry) => entry.actor === super1)).toBe(true);
  const told = log.map(({ hash: _hash, previous: _previous, ...entry }) => JSON.stringify(entry)).join("\n");
  expect(secrets.size).toBeGreaterThan(12);
  for (const secret of secrets) expect(told.includes(secret), `the log tells ${secret.slice(0, 12)}…`).toBe(false);
  expect((await checkChain(db)).broken).toBeUndefined();
});
