import { decodeJwt } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstPolicy } from "../../host/approvals/policy.ts";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { readOptions } from "../../host/options.ts";
import { passkeysOf } from "../../host/passkeys/passkeys.ts";
import { relyingPartyOf } from "../../host/passkeys/relying-party.ts";
import { findAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { openSession } from "../../host/sessions/sessions.ts";
import { problemsOf } from "../../scripts/receipt-problems.mjs";
import { type Slip, slip } from "../../src/contract/approvals.ts";
import { config } from "../../src/contract/config.ts";
import { listPasskeys, registerOptions, registerPasskey, signOptions } from "../../src/contract/passkeys.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { type Lies, SoftwarePasskey } from "../support/software-passkey.ts";
import { resetPasskeysOf } from "../../host/reset-passkeys.ts";
import { wholeLog } from "./support/audit.ts";
import { addPasskey, asked, confirm, holder, newAdmin, signInAs, ticketIn, tokenOf } from "./support/passkeys.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

describe("passkeys", () => {
  let box: TestHost;
  beforeAll(async () => {
    box = await openTestHost();
  });
  afterAll(() => box.close());
  const list = async (token: string) => v.parse(listPasskeys.answer, (await box.call("GET /api/passkeys", { token })).body).passkeys;

  test("[PASS-1] a passkey is added under a name, listed with its times, and removed; each stands in the log", async () => {
    expect(v.parse(config, (await box.call("GET /config.json")).body).passkeys).toBe("/api/passkeys");
    const email = await newAdmin(box);
    const token = tokenOf(await signInAs(box, email));
    expect(await list(token)).toEqual([]);
    const { answer } = await addPasskey(box, token, "Phone");
    expect(answer.status).toBe(201);
    const { id } = v.parse(registerPasskey.answer, answer.body);
    expect(await list(token)).toEqual([{ id, name: "Phone", addedAt: testNow.toISOString(), lastUsedAt: null }]);
    expect((await box.call(`DELETE /api/passkeys/${id}`, { token })).status).toBe(200);
    expect(await list(token)).toEqual([]);
    expect((await box.call(`DELETE /api/passkeys/${id}`, { token })).status).toBe(404);
    const log = (await wholeLog(box.host.deps.db)).filter(({ actor }) => actor === email);
    expect(log.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "signIn done",
      "addPasskey done",
      "removePasskey done",
      "removePasskey refused",
    ]);
    expect(log[1]).toMatchObject({ target: email, asked: { name: "Phone" }, after: { passkey: id, name: "Phone" } });
    expect(log[2]).toMatchObject({ target: email, before: { passkey: id, name: "Phone" } });
  });

  test("[PASS-1] a passkey that lies about anything is not added, and one challenge adds one passkey", async () => {
    const token = tokenOf(await signInAs(box, await newAdmin(box)));
    const lies: readonly Lies[] = [
      { origin: "http://elsewhere.example" },
      { origin: "http://localhost:81" },
      { rpId: "elsewhere.example" },
      { type: "webauthn.get" },
      { userVerified: false },
    ];
    for (const lie of lies) expect((await addPasskey(box, token, "Liar", new SoftwarePasskey(), lie)).answer.status).toBe(403);
    const unasked = { challenge: Buffer.from("not asked for").toString("base64url") };
    expect((await addPasskey(box, token, "Liar", new SoftwarePasskey(), unasked)).answer.status).toBe(409);
    expect(await list(token)).toEqual([]);
    const { options, passkey } = await addPasskey(box, token);
    const again = (one: SoftwarePasskey) =>
      box.call("POST /api/passkeys/register", { token, body: { name: "Second", credential: one.create(options) } });
    expect((await again(new SoftwarePasskey())).status, "its challenge was used").toBe(409);
    expect((await addPasskey(box, token, "Same", passkey)).answer.status, "it was added before").toBe(409);
    expect(await list(token)).toHaveLength(1);
    const other = tokenOf(await signInAs(box, await newAdmin(box)));
    const foreign = v.parse(
      registerOptions.answer,
      (await box.call("POST /api/passkeys/register/options", { token: other, body: {} })).body,
    );
    const stolen = new SoftwarePasskey().create(foreign.options);
    expect((await box.call("POST /api/passkeys/register", { token, body: { name: "Stolen", credential: stolen } })).status).toBe(409);
  });

  test("[PASS-1] [HOST-4] what a passkey says of its device is neither checked nor followed, whatever it names", async () => {
    const token = tokenOf(await signInAs(box, await newAdmin(box)));
    for (const fmt of ["android-key", "android-safetynet", "apple", "fido-u2f", "packed", "tpm", "unheard-of"]) {
      const attStmt = new Map<string, unknown>([
        ["alg", -7],
        ["sig", new Uint8Array(8)],
        ["x5c", [new Uint8Array(8)]],
      ]);
      const { answer } = await addPasskey(box, token, fmt, new SoftwarePasskey(), { statement: { fmt, attStmt } });
      expect({ fmt, status: answer.status }).toEqual({ fmt, status: 201 });
    }
  });

  test("[PASS-1] [APPR-11] a key of another kind than its algorithm is not added, as no receipt's reader could use it", async () => {
    const token = tokenOf(await signInAs(box, await newAdmin(box)));
    for (const alg of [-8, -257, -35])
      expect((await addPasskey(box, token, "Liar", new SoftwarePasskey(), { alg })).answer.status).toBe(403);
    expect(await list(token)).toEqual([]);
  });

  test("[PASS-1] nobody removes another admin's passkey", async () => {
    const { token } = await holder(box);
    const other = await holder(box);
    const [theirs] = await list(other.token);
    expect((await box.call(`DELETE /api/passkeys/${theirs?.id}`, { token })).status).toBe(404);
    expect(await list(other.token)).toHaveLength(1);
  });

  test("[PASS-3] removing the last passkey is an alert, and ends the admin's other sessions", async () => {
    const { email, token, passkey } = await holder(box);
    const { answer } = await addPasskey(box, token, "Phone");
    const { ticket, options } = await asked(box, email);
    const other = tokenOf(await confirm(box, ticket, passkey.get(options)));
    const remove = async (id: string) => (await box.call(`DELETE /api/passkeys/${id}`, { token })).status;
    const alerts = async () =>
      (await wholeLog(box.host.deps.db))
        .filter(({ actor, action }) => actor === email && action === "removePasskey")
        .map(({ alert }) => alert);
    expect(await remove(v.parse(registerPasskey.answer, answer.body).id)).toBe(200);
    expect(await list(other)).toHaveLength(1);
    expect(await remove(passkey.id.toString("base64url"))).toBe(200);
    expect(await alerts()).toEqual([null, "resetPasskeys"]);
    expect((await box.call("GET /api/passkeys", { token: other })).status).toBe(403);
    expect(await list(token)).toEqual([]);
  });

  test("[PASS-1] nobody has more than 20, also where more were asked for before", async () => {
    const token = tokenOf(await signInAs(box, await newAdmin(box)));
    const options = async () =>
      v.parse(registerOptions.answer, (await box.call("POST /api/passkeys/register/options", { token, body: {} })).body).options;
    const register = async (one: Awaited<ReturnType<typeof options>>) =>
      (await box.call("POST /api/passkeys/register", { token, body: { name: "One", credential: new SoftwarePasskey().create(one) } }))
        .status;
    const early = await options();
    for (let at = 0; at < 20; at += 1) expect(await register(await options())).toBe(201);
    expect(await register(early)).toBe(409);
  });

  test("[PASS-2] [PASS-3] the right PIN of an admin with a passkey opens nothing; the passkey then does, and says so in the log", async () => {
    const { email, passkey, token } = await holder(box);
    const first = await signInAs(box, email);
    expect(first.status).toBe(200);
    expect(JSON.stringify(first.body)).not.toContain("accessToken");
    const { ticket, options } = ticketIn(first.body);
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [{ type: "public-key" }] });
    box.wait(60_000);
    const second = await confirm(box, ticket, passkey.get(options));
    expect(second.status).toBe(200);
    const { admin, accessToken } = v.parse(openedSession, second.body);
    expect(admin.email).toBe(email);
    expect((await box.call("GET /onramp/onramp-rate", { token: accessToken })).status).toBe(200);
    expect((await list(token))[0]?.lastUsedAt).not.toBeNull();
    const last = (await wholeLog(box.host.deps.db)).filter(({ actor }) => actor === email).slice(-2);
    expect(last).toMatchObject([
      { action: "rightPin", actorId: null, role: null, outcome: "done", message: "The PIN is right. Confirm with your passkey." },
      { action: "signInWithPasskey", outcome: "done", target: email, after: { name: "Desk" } },
    ]);
    expect(JSON.stringify(last)).not.toContain(ticket);
  });

  test("[PASS-2] a ticket used twice, and one after two minutes, is a 401", async () => {
    const { email, passkey } = await holder(box);
    const one = await asked(box, email);
    const credential = passkey.get(one.options);
    expect((await confirm(box, one.ticket, credential)).status).toBe(200);
    expect((await confirm(box, one.ticket, credential)).status).toBe(401);
    expect((await confirm(box, one.ticket, passkey.get(one.options))).status, "a challenge used twice").toBe(401);
    const late = await asked(box, email);
    box.wait(2 * 60_000 - 1);
    const inTime = await asked(box, email);
    box.wait(1);
    expect((await confirm(box, late.ticket, passkey.get(late.options))).status).toBe(401);
    expect((await confirm(box, inTime.ticket, passkey.get(inTime.options))).status).toBe(200);
    expect((await confirm(box, "never-was-one", passkey.get(inTime.options))).status).toBe(401);
  });

  test("[PASS-2] of two uses of a ticket at the same moment one opens a session", async () => {
    const { email } = await holder(box);
    // Without a counter, so that only the ticket tells the two apart.
    const still = new SoftwarePasskey("http://localhost", 0);
    const fresh = await newAdmin(box);
    await addPasskey(box, tokenOf(await signInAs(box, fresh)), "Synced", still);
    expect(email).not.toBe(fresh);
    const { ticket, options } = await asked(box, fresh);
    const credential = still.get(options);
    const [one, other] = await Promise.all([confirm(box, ticket, credential), confirm(box, ticket, credential)]);
    expect([one.status, other.status]).toSatisfy((all: number[]) => all.includes(200) && all.includes(401));
  });

  test("[PASS-2] a wrong origin, a wrong name, no user verification, an old counter and another challenge are refused, and leave the ticket as it is", async () => {
    const { email, passkey } = await holder(box);
    const { ticket, options } = await asked(box, email);
    const other = await asked(box, email);
    const lies: readonly Lies[] = [
      { origin: "https://localhost" },
      { origin: "http://localhost.evil.example" },
      { rpId: "evil.example" },
      { type: "webauthn.create" },
      { userVerified: false },
      { counter: 1 },
      { challenge: other.options.challenge },
      { userHandle: Buffer.from("somebody else").toString("base64url") },
    ];
    for (const [at, lie] of lies.entries()) {
      const { status, body } = await confirm(box, ticket, passkey.get(options, lie), { address: `198.51.100.${at + 1}` });
      expect({ lie, status }).toEqual({ lie, status: 403 });
      expect(body).toMatchObject({ success: false, field: "credential" });
    }
    const tampered = passkey.get(options);
    const authenticatorData = Buffer.from(tampered.response.authenticatorData, "base64url");
    authenticatorData.writeUInt32BE(9999, 33);
    const changed = { ...tampered, response: { ...tampered.response, authenticatorData: authenticatorData.toString("base64url") } };
    expect((await confirm(box, ticket, changed, { address: "198.51.100.99" })).status).toBe(403);
    expect((await confirm(box, ticket, passkey.get(options))).status).toBe(200);
  });

  test("[PASS-2] another admin's passkey opens nobody's session", async () => {
    const { email } = await holder(box);
    const other = await holder(box);
    const { ticket, options } = await asked(box, email);
    expect((await confirm(box, ticket, other.passkey.get(options))).status).toBe(403);
    expect((await confirm(box, ticket, new SoftwarePasskey().get(options))).status).toBe(403);
  });

  test("[PASS-2] a counter that has been seen is refused: the passkey may have been copied", async () => {
    const { email, passkey } = await holder(box);
    const one = await asked(box, email);
    expect((await confirm(box, one.ticket, passkey.get(one.options, { counter: 500 }))).status).toBe(200);
    for (const counter of [500, 499, 0]) {
      const next = await asked(box, email);
      expect((await confirm(box, next.ticket, passkey.get(next.options, { counter }))).status).toBe(403);
    }
    const next = await asked(box, email);
    expect((await confirm(box, next.ticket, passkey.get(next.options, { counter: 501 }))).status).toBe(200);
  });

  test("[PASS-2] [HOST-4] wrong passkeys are counted like wrong PINs, and the right PIN doesn't begin the count afresh", async () => {
    const { email, passkey } = await holder(box);
    const stranger = { address: "203.0.113.77" };
    for (let at = 0; at < 5; at += 1) {
      const { ticket, options } = await asked(box, email, stranger);
      expect((await confirm(box, ticket, new SoftwarePasskey().get(options), stranger)).status).toBe(403);
    }
    const locked = await signInAs(box, email, stranger);
    expect([locked.status, locked.headers.get("Retry-After")], "as long as after five wrong PINs").toEqual([429, "900"]);
    // Nobody else is locked.
    const { ticket, options } = await asked(box, email);
    const done = await confirm(box, ticket, passkey.get(options));
    expect(done.status).toBe(200);
    expect(done.headers.get("Set-Cookie"), "the device is known from the second step on").toContain("counterfoil-device");
  });

  test("[PASS-2] the first step alone makes no known device", async () => {
    const { email } = await holder(box);
    expect((await signInAs(box, email)).headers.get("Set-Cookie")).toBeNull();
  });

  test("[PASS-3] whoever runs the host takes an admin's passkeys away on its machine: an alert in the log, and the sessions end", async () => {
    const { db } = box.host.deps;
    const { email, token } = await holder(box);
    expect(await resetPasskeysOf(db, email.toUpperCase(), testNow)).toBe(`${email} has no passkey any more, and was signed out everywhere`);
    expect((await box.call("GET /api/passkeys", { token })).status).toBe(403);
    expect((await signInAs(box, email)).body).toMatchObject({ accessToken: expect.any(String) });
    const entry = (await wholeLog(db)).findLast(({ action }) => action === "resetPasskeys");
    expect(entry).toMatchObject({
      actor: null,
      address: "host",
      target: email,
      alert: "resetPasskeys",
      before: { passkeys: 1 },
      after: { passkeys: 0 },
    });
    expect((await checkChain(db)).broken).toBeUndefined();
    await expect(resetPasskeysOf(db, email, testNow)).rejects.toThrow(`${email} has no passkey.`);
    await expect(resetPasskeysOf(db, "nobody@example.com", testNow)).rejects.toThrow("There is no admin nobody@example.com.");
    expect(readOptions({}, ["--reset-passkeys", email]).RESET_PASSKEYS).toBe(email);
    expect(() => readOptions({}, ["--reset-passkeys", "nobody"])).toThrow(/RESET_PASSKEYS/);
  });

  test("[PASS-3] another super_admin resets an admin's passkeys: an alert in the log, and the sessions end", async () => {
    const { email, token, passkey } = await holder(box, "moderator");
    const { ticket, options } = await asked(box, email);
    const boss = await newAdmin(box);
    const bossToken = tokenOf(await signInAs(box, boss));
    const reset = (by: string, whom = email) => box.call("POST /api/passkeys/reset", { token: by, body: { email: whom } });
    expect((await reset(token)).status, "not one's own").toBe(403);
    expect((await reset(tokenOf(await signInAs(box, await newAdmin(box, "admin"))))).status).toBe(403);
    const delegate = await box.tokenFor("admin", permissionsOf.super_admin);
    expect((await reset(delegate)).status, "a super_admin alone").toBe(403);
    expect((await reset(bossToken, "nobody@example.com")).status).toBe(404);
    expect((await reset(bossToken, boss)).status).toBe(403);
    expect((await reset(bossToken)).status).toBe(200);
    expect((await reset(bossToken)).status, "there is none any more").toBe(409);
    expect((await box.call("GET /api/passkeys", { token })).status).toBe(403);
    expect((await confirm(box, ticket, passkey.get(options))).status, "its tickets are over").toBe(401);
    expect((await signInAs(box, email)).body).toMatchObject({ message: "Signed in" });
    const entry = (await wholeLog(box.host.deps.db)).findLast(({ action, outcome }) => action === "resetPasskeys" && outcome === "done");
    expect(entry).toMatchObject({ actor: boss, target: email, alert: "resetPasskeys", before: { passkeys: 1 }, after: { passkeys: 0 } });
  });

  test("[PASS-3] a sign-in whose passkey was reset since it confirmed opens nothing", async () => {
    const { email } = await holder(box);
    const { deps } = box.host;
    const admin = await findAdmin(deps.db, email);
    if (admin === undefined) throw new Error("no admin");
    const [used] = await passkeysOf(deps.db, admin.id);
    await resetPasskeysOf(deps.db, email, deps.clock());
    const opening = openSession(deps, admin, { address: "192.0.2.1", userAgent: undefined }, false, used?.id);
    await expect(opening).rejects.toMatchObject({ status: 401, message: "Your account has just changed. Sign in again." });
  });

  test("[PASS-3] choosing a new PIN by mail leaves the passkeys, and ends what waits for one", async () => {
    const { email, passkey } = await holder(box);
    const { ticket, options } = await asked(box, email);
    await box.call("POST /reset-password", { body: { email } });
    const link = /token=([\w-]+)/.exec(box.mails.at(-1)?.text ?? "")?.[1] ?? "";
    const chosen = "739154";
    const { status } = await box.call("POST /reset-password/confirm", {
      body: new URLSearchParams({ token: link, pin: chosen }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(status).toBe(200);
    expect((await confirm(box, ticket, passkey.get(options))).status).toBe(401);
    const { body } = await box.call("POST /adminsignin/signin", { body: { email, passwordPin: chosen } });
    expect(ticketIn(body).ticket).toBeTruthy();
  });

  test("[PASS-4] a digest's bytes are the challenge, and user verification is asked for", async () => {
    const { token } = await holder(box);
    const digest = "00ff".repeat(16);
    const { options } = v.parse(signOptions.answer, (await box.call("POST /api/passkeys/sign/options", { token, body: { digest } })).body);
    expect(Buffer.from(options.challenge, "base64url").toString("hex")).toBe(digest);
    expect(options).toMatchObject({ userVerification: "required", rpId: "localhost" });
    for (const wrong of ["", "00FF".repeat(16), "00ff", 7])
      expect((await box.call("POST /api/passkeys/sign/options", { token, body: { digest: wrong } })).status).toBe(400);
    const without = tokenOf(await signInAs(box, await newAdmin(box)));
    expect((await box.call("POST /api/passkeys/sign/options", { token: without, body: { digest } })).status).toBe(409);
  });
});

describe("a signed slip", () => {
  let box: TestHost;
  let emails: string[];
  let at = 0;
  type Signer = Awaited<ReturnType<typeof holder>>;
  let maker: Signer;
  let checker: Signer;

  beforeAll(async () => {
    box = await openTestHost({ approvals: true });
    [maker, checker] = [await holder(box), await holder(box)];
    emails = (await everyUser(box, maker.token)).flatMap(({ email }) => email ?? []);
    const policy = { ...firstPolicy, signing: "passkey" };
    const { body } = await box.call("PUT /api/approvals/policy", { token: maker.token, body: policy });
    const { digest } = v.parse(v.object({ data: v.looseObject({ digest: v.string() }) }), body).data;
    expect((await box.call("POST /api/approvals/policy/approve", { token: checker.token, body: { digest } })).status).toBe(200);
  });
  afterAll(() => box.close());

  const slipIn = ({ body }: { readonly body: unknown }): Slip => v.parse(v.object({ data: slip }), body).data;
  async function make(): Promise<Slip> {
    at += 1;
    const body = { operation: "fund", email: emails[at], currency: "NGNB", amount: "2500000", reason: "refund" };
    return slipIn(await box.call("POST /api/approvals", { token: maker.token, body }));
  }
  const askedFor = async ({ token }: Signer, digest: string) =>
    v.parse(signOptions.answer, (await box.call("POST /api/passkeys/sign/options", { token, body: { digest } })).body).options;
  const send = ({ token }: Signer, what: "sign" | "approve", { id, digest }: Slip, signature: object) =>
    box.call(`POST /api/approvals/${id}/${what}`, { token, body: { digest, signature } });
  const sign = async (by: Signer, what: "sign" | "approve", one: Slip, lies: Lies = {}) =>
    send(by, what, one, by.passkey.get(await askedFor(by, one.digest), lies));
  const receiptOf = async ({ id }: Slip) =>
    v.parse(v.object({ data: v.looseObject({}) }), (await box.call(`GET /api/approvals/${id}/receipt`, { token: checker.token })).body)
      .data;

  test("[APPR-10] [APPR-11] both signatures are kept, and the receipt holds without the host", async () => {
    const one = await make();
    expect((await sign(checker, "approve", one)).status, "not before its maker").toBe(409);
    expect((await sign(maker, "sign", one)).status).toBe(200);
    const done = slipIn(await sign(checker, "approve", one));
    expect(done).toMatchObject({ state: "executed", makerSignedAt: expect.any(String), checkerSignedAt: expect.any(String) });
    const receipt = await receiptOf(one);
    expect(receipt).toMatchObject({
      signatures: {
        maker: { credentialId: maker.passkey.id.toString("base64url"), rpId: "localhost", origin: "http://localhost" },
        checker: { credentialId: checker.passkey.id.toString("base64url") },
      },
    });
    expect(problemsOf(receipt)).toEqual([]);
  });

  test("[PASS-4] [APPR-10] one for another digest, by another admin's passkey, or that lies about anything is refused", async () => {
    const [one, other] = [await make(), await make()];
    const options = await askedFor(maker, one.digest);
    const wrong = maker.passkey.get(await askedFor(maker, other.digest));
    const refused: [string, object][] = [
      ["another digest", wrong],
      ["another admin's passkey", checker.passkey.get(options)],
      ["a wrong origin", maker.passkey.get(options, { origin: "https://evil.example" })],
      ["a wrong name", maker.passkey.get(options, { rpId: "evil.example" })],
      ["no user verification", maker.passkey.get(options, { userVerified: false })],
      ["an old counter", maker.passkey.get(options, { counter: 1 })],
      ["a registration's", maker.passkey.get(options, { type: "webauthn.create" })],
      ["nothing", {}],
    ];
    for (const [what, signature] of refused) {
      const { status, body } = await send(maker, "sign", one, signature);
      expect({ what, status, body }).toMatchObject({ what, status: 400, body: { field: "signature" } });
    }
    // Refused attempts don't use up the request.
    expect((await send(maker, "sign", one, maker.passkey.get(options))).status).toBe(200);
  });

  test("[PASS-4] it was asked for in the last two minutes, and counts once", async () => {
    const one = await make();
    const challenge = Buffer.from(one.digest, "hex").toString("base64url");
    expect((await send(maker, "sign", one, maker.passkey.get({ challenge, rpId: "localhost" }))).status, "not asked for").toBe(409);
    const late = await askedFor(maker, one.digest);
    box.wait(2 * 60_000);
    expect((await send(maker, "sign", one, maker.passkey.get(late))).status).toBe(409);
    const signature = maker.passkey.get(await askedFor(maker, one.digest));
    expect((await send(maker, "sign", one, signature)).status).toBe(200);
    expect((await send(maker, "sign", one, signature)).status, "a challenge used twice").toBe(409);
    await askedFor(maker, one.digest);
    expect((await send(maker, "sign", one, signature)).status, "also when it is asked for anew").toBe(409);
    expect((await send(checker, "approve", one, signature)).status, "nor for the checker").toBe(400);
  });

  /** The same signature in DER without the zero that marks a number as positive; undefined where it has none. */
  function shortened(signature: string): string | undefined {
    const der = Buffer.from(signature, "base64url");
    const second = 4 + (der[3] ?? 0);
    const at = der[3] === 33 ? 3 : der[second + 1] === 33 ? second + 1 : undefined;
    if (at === undefined) return undefined;
    der[1] = (der[1] ?? 0) - 1;
    der[at] = 32;
    return Buffer.concat([der.subarray(0, at + 1), der.subarray(at + 2)]).toString("base64url");
  }

  test("[APPR-10] [APPR-11] one that a receipt's reader would call false is refused", async () => {
    const one = await make();
    const options = await askedFor(maker, one.digest);
    let [signed, short]: [ReturnType<SoftwarePasskey["get"]>, string | undefined] = [maker.passkey.get(options), undefined];
    while ((short = shortened(signed.response.signature)) === undefined) signed = maker.passkey.get(options);
    const refused = { status: 400, body: { field: "signature" } };
    expect(await send(maker, "sign", one, { ...signed, response: { ...signed.response, signature: short } })).toMatchObject(refused);
    expect(await send(maker, "sign", one, maker.passkey.get(options, { before: "\uFEFF" }))).toMatchObject(refused);
    expect((await send(maker, "sign", one, maker.passkey.get(options))).status).toBe(200);
  });

  test("[PASS-4] one whose approval is refused is used up, and so is what asked for it", async () => {
    const one = await make();
    const unused = async (of: Signer, signature: object, what: "sign" | "approve") => {
      await askedFor(of, one.digest);
      expect(await send(of, what, one, signature), "not again").toMatchObject({ status: 400, body: { field: "signature" } });
    };
    const late = maker.passkey.get(await askedFor(maker, one.digest));
    box.wait(2 * 60_000);
    expect((await send(maker, "sign", one, late)).status).toBe(409);
    await unused(maker, late, "sign");
    const early = checker.passkey.get(await askedFor(checker, one.digest));
    expect((await send(checker, "approve", one, early)).status, "not before its maker").toBe(409);
    expect((await sign(maker, "sign", one)).status).toBe(200);
    await unused(checker, early, "approve");
    const { fundCeilingUsd } = box.host.deps;
    Object.assign(box.host.deps, { fundCeilingUsd: 1 });
    const uncounted = new SoftwarePasskey("http://localhost", 0);
    expect((await addPasskey(box, checker.token, "Synced", uncounted)).answer.status).toBe(201);
    const counting = checker.passkey.get(await askedFor(checker, one.digest));
    expect(await send(checker, "approve", one, counting)).toMatchObject({ status: 409, body: { data: { state: "open" } } });
    const still = uncounted.get(await askedFor(checker, one.digest));
    expect((await send(checker, "approve", one, still)).status).toBe(409);
    Object.assign(box.host.deps, { fundCeilingUsd });
    expect((await send(checker, "approve", one, still)).status, "nobody asked for it since").toBe(409);
    await unused(checker, counting, "approve");
    expect(slipIn(await sign(checker, "approve", one)).state).toBe("executed");
    const log = await wholeLog(box.host.deps.db);
    expect(log.findLast(({ action }) => action === "approveSlip")).toMatchObject({ asked: { signature: "withheld" } });
    expect(JSON.stringify(log)).not.toContain("authenticatorData");
  });
});

describe("where every admin has to have a passkey", () => {
  let box: TestHost;
  beforeAll(async () => {
    box = await openTestHost({ requirePasskey: true });
  });
  afterAll(() => box.close());

  test("[PASS-3] one without can do nothing but add one, and then signs in with it", async () => {
    const email = await newAdmin(box);
    const opened = await signInAs(box, email);
    const token = tokenOf(opened);
    const claims = decodeJwt(token);
    expect(claims["mustAddPasskey"]).toBe(true);
    expect(Object.values(v.parse(v.record(v.string(), v.boolean()), claims["permissions"]))).not.toContain(true);
    const refused = [
      "GET /analytics/recent-transactions",
      "GET /onramp/onramp-rate",
      "GET /admin/settings",
      "GET /api/sessions",
      "GET /api/admins",
      "GET /audit/logs",
      "POST /api/passkeys/sign/options",
      "DELETE /api/passkeys/x",
      "POST /api/attempts/k/close",
    ];
    for (const line of refused) {
      const { status, body } = await box.call(line, { token, ...(line.startsWith("POST") ? { body: {} } : {}) });
      expect({ line, status }).toEqual({ line, status: 403 });
      expect(body).toMatchObject({ mustAddPasskey: true });
    }
    const { refreshToken: withIt = "" } = v.parse(openedSession, opened.body);
    const renewed = v.parse(
      refreshToken.answer,
      (await box.call("POST /adminsignin/refresh-token", { body: { refreshToken: withIt } })).body,
    );
    expect(decodeJwt(renewed.accessToken)["mustAddPasskey"]).toBe(true);
    const { answer, passkey } = await addPasskey(box, token);
    expect(answer.status).toBe(201);
    expect((await box.call("GET /onramp/onramp-rate", { token })).status, "this session stays as it was").toBe(403);
    expect((await box.call("GET /api/passkeys", { token })).status).toBe(200);
    expect((await box.call("POST /adminsignin/logout", { token })).status).toBe(200);
    expect((await box.call("GET /api/passkeys", { token })).status, "a session that was signed out").toBe(403);
    const { ticket, options } = await asked(box, email);
    const full = tokenOf(await confirm(box, ticket, passkey.get(options)));
    expect(decodeJwt(full)["mustAddPasskey"]).toBeUndefined();
    expect((await box.call("GET /onramp/onramp-rate", { token: full })).status).toBe(200);
    const [only] = v.parse(listPasskeys.answer, (await box.call("GET /api/passkeys", { token: full })).body).passkeys;
    expect((await box.call(`DELETE /api/passkeys/${only?.id}`, { token: full })).status, "the last one stays").toBe(409);
  });
});

test("[PASS-3] sessions from before a passkey was required ask for the PIN again", async () => {
  const box = await openTestHost();
  const email = await newAdmin(box);
  const before = v.parse(openedSession, (await signInAs(box, email)).body);
  const { deps } = box.host;
  Object.assign(deps, { requirePasskey: true });
  const renewed = async ({ refreshToken: kept }: { readonly refreshToken?: string | null | undefined }) =>
    (await box.call("POST /adminsignin/refresh-token", { body: { refreshToken: kept } })).status;
  expect((await box.call("GET /onramp/onramp-rate", { token: before.accessToken })).status).toBe(401);
  expect(await renewed(before)).toBe(401);
  const adding = v.parse(openedSession, (await signInAs(box, email)).body);
  expect(await renewed(adding), "it may add one").toBe(200);
  await addPasskey(box, adding.accessToken);
  expect(await renewed(before)).toBe(200);
  await box.close();
});

test("[PASS-2] the name of the passkeys is that of PUBLIC_URL, never an address; other origins count below it alone", () => {
  expect(relyingPartyOf("https://desk.example/counterfoil")).toEqual({ id: "desk.example", origins: ["https://desk.example"] });
  expect(
    relyingPartyOf("https://desk.example:8443", ["https://app.desk.example", "https://evil.example", "https://evildesk.example"]),
  ).toEqual({
    id: "desk.example",
    origins: ["https://desk.example:8443", "https://app.desk.example"],
  });
  expect(relyingPartyOf("http://localhost:4173")?.id).toBe("localhost");
  for (const none of ["http://desk.example", "https://192.0.2.7", "https://[2001:db8::1]", "http://127.0.0.1:4173"])
    expect(relyingPartyOf(none), none).toBeUndefined();
});

test("[PASS-3] REQUIRE_PASSKEY stops the start of a host that can't have passkeys", () => {
  const env = { ADMIN_EMAIL: "first@example.com", ADMIN_PIN: "482913", REQUIRE_PASSKEY: "on" };
  expect(readOptions(env, []).REQUIRE_PASSKEY, "on this machine they belong to localhost").toBe(true);
  expect(readOptions({ ...env, PUBLIC_URL: "https://desk.example" }, []).REQUIRE_PASSKEY).toBe(true);
  for (const more of [{ PUBLIC_URL: "http://desk.example" }, { PUBLIC_URL: "https://192.0.2.7" }, { HOST: "0.0.0.0" }])
    expect(() => readOptions({ ...env, ...more }, []), JSON.stringify(more)).toThrow(/REQUIRE_PASSKEY needs a PUBLIC_URL/);
});

test("[PASS-3] a host that can't have passkeys announces none, and lets nobody in past the one that an admin has", async () => {
  const box = await openTestHost();
  const { email } = await holder(box);
  Object.assign(box.host.deps, { publicUrl: "http://desk.example" });
  expect(v.parse(config, (await box.call("GET /config.json")).body).passkeys).toBeUndefined();
  expect((await signInAs(box, email)).status).toBe(501);
  await box.close();
});
