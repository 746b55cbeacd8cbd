import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { HostSettings } from "../../host/host.ts";
import { listen } from "../../host/listen.ts";
import { readOptions } from "../../host/options.ts";
import { pinResets } from "../../host/db/schema.ts";
import { askForSecondStep } from "../../host/passkeys/passkeys.ts";
import { findAdmin } from "../../host/sessions/admins.ts";
import { finishPinReset } from "../../host/sessions/pin-resets.ts";
import { hashOf, openSession } from "../../host/sessions/sessions.ts";
import { openTestHost } from "./support/test-host.ts";

describe("[AUTH-6] the link in a mail", { timeout: 60_000 }, () => {
  const email = "super_admin1@example.com";
  const open: { close: () => unknown }[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const one of open.splice(0).reverse()) await one.close();
  });

  /** Requests a new PIN from a listening host, with a forged Host header. */
  async function ask(settings: Partial<HostSettings>, trustProxy: boolean) {
    const box = await openTestHost(settings);
    open.push(box);
    await box.tokenFor("super_admin");
    const { server, port } = await listen(box.host, 0, "127.0.0.1", trustProxy);
    open.push(server);
    const asked = request({ port, path: "/reset-password", method: "POST", headers: { Host: "evil.example" } });
    asked.end(JSON.stringify({ email }));
    const [answer]: IncomingMessage[] = await once(asked, "response");
    return { status: answer?.statusCode, text: answer === undefined ? "" : await text(answer), mails: box.mails, port };
  }

  test("leads to the address that people know, whatever the request says", async () => {
    const { status, mails } = await ask({ publicUrl: "https://desk.example" }, true);
    expect(status).toBe(200);
    expect(mails[0]?.text).toContain("\nhttps://desk.example/reset-password/confirm?token=");
    const given = { ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "123456" };
    expect(readOptions({ ...given, PUBLIC_URL: "https://desk.example/" }, []).PUBLIC_URL).toBe("https://desk.example/");
    expect(() => readOptions({ PUBLIC_URL: "desk" }, [])).toThrow("PUBLIC_URL is not an http(s) address.");
  });

  test("leads through a proxy that has the host below a path, and so does the form that it opens", async () => {
    const { mails } = await ask({ publicUrl: "https://desk.example/host" }, true);
    expect(mails[0]?.text).toContain("\nhttps://desk.example/host/reset-password/confirm?token=");
    const box = await openTestHost();
    open.push(box);
    const { body } = await box.call("GET /reset-password/confirm?token=x");
    const action = /action="([^"]+)"/.exec(String(body))?.[1] ?? "";
    expect(new URL(action, "https://desk.example/host/reset-password/confirm?token=x").pathname).toBe("/host/reset-password/confirm");
    const given = { ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "123456" };
    for (const PUBLIC_URL of ["https://desk.example/?x=1", "https://desk.example/#top", "https://me:pin@desk.example"])
      expect(() => readOptions({ ...given, PUBLIC_URL }, [])).toThrow("PUBLIC_URL has more than a name, a port and a path.");
  });

  test("leads to this machine where nobody else reaches the host", async () => {
    const { mails, port } = await ask({}, false);
    expect(mails[0]?.text).toContain(`\nhttp://localhost:${port}/reset-password/confirm?token=`);
  });

  test("is not mailed where others reach the host and it isn't told under which address", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, text: said, mails } = await ask({}, true);
    expect(status).toBe(501);
    expect(said).toContain("Whoever runs it has to set PUBLIC_URL");
    expect(mails).toEqual([]);
  });
});

test("[HOST-4] neither the time of an answer nor a mail that can't be written tells whose email is an admin's", async () => {
  const late = await openTestHost({
    sendMail: async () => {
      await pause(200);
      throw new Error("ENOSPC");
    },
  });
  await late.tokenFor("super_admin");
  const ask = async (email: string) => {
    const begun = performance.now();
    const { status, body } = await late.call("POST /reset-password", { body: { email } });
    return { status, body, ms: performance.now() - begun };
  };
  vi.spyOn(console, "error").mockImplementation(() => {});
  type Answers = Awaited<ReturnType<typeof ask>>[];
  const answers: { nobody: Answers; somebody: Answers } = { nobody: [], somebody: [] };
  for (let turn = 0; turn < 4; turn += 1) {
    answers.nobody.push(await ask("nobody@example.com"));
    answers.somebody.push(await ask("super_admin1@example.com"));
  }
  const said = ({ status, body }: Answers[number]) => ({ status, body });
  expect(answers.somebody.map(said)).toEqual(answers.nobody.map(said));
  const [quickest, other] = [answers.nobody, answers.somebody].map((all) => Math.min(...all.map(({ ms }) => ms)));
  expect(Math.abs((quickest ?? 0) - (other ?? 0))).toBeLessThan(150);
  vi.restoreAllMocks();
  await late.close();
});

test("[HOST-4] nor does it tell by what the log takes, which has an entry of its own for each admin's first", async () => {
  const box = await openTestHost();
  for (let turn = 0; turn < 4; turn += 1) await box.tokenFor("super_admin");
  const { db } = box.host.deps;
  const begin = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementation(async (work, config) => {
    const done = await begin(work, config);
    await pause(200);
    return done;
  });
  const timed = async (email: string) => {
    const begun = performance.now();
    await box.call("POST /reset-password", { body: { email } });
    return performance.now() - begun;
  };
  const [nobody, somebody]: [number[], number[]] = [[], []];
  for (let turn = 1; turn <= 4; turn += 1) {
    nobody.push(await timed("nobody@example.com"));
    somebody.push(await timed(`super_admin${turn}@example.com`));
  }
  expect(Math.min(...somebody) - Math.min(...nobody)).toBeLessThan(150);
  vi.restoreAllMocks();
  await box.close();
});

test("[AUTH-6] a PIN that was set opens the account at once, also where wrong ones had locked it, and no other link sets another one", async () => {
  const locked = await openTestHost({ publicUrl: "https://desk.example" });
  await locked.tokenFor("super_admin");
  const email = "super_admin1@example.com";
  const signIn = async (passwordPin: string) => (await locked.call("POST /adminsignin/signin", { body: { email, passwordPin } })).status;
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await signIn("000000")).toBe(401);
  expect(await signIn("135790")).toBe(429);
  await locked.call("POST /reset-password", { body: { email } });
  await locked.call("POST /reset-password", { body: { email: email.toUpperCase() } });
  const [first = "", second = ""] = locked.mails.map(({ text: said }) => /token=(\S+)/.exec(said)?.[1]);
  const confirm = async (token: string, pin: string) =>
    (
      await locked.call("POST /reset-password/confirm", {
        body: new URLSearchParams({ token, pin }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      })
    ).status;
  expect(await confirm(second, "739154")).toBe(200);
  expect(await confirm(first, "846205")).toBe(410);
  expect(await signIn("739154")).toBe(200);
  await locked.close();
});

test("[AUTH-6] a link mailed before its account was disabled sets no PIN, neither then nor once the account is enabled again", async () => {
  const box = await openTestHost({ publicUrl: "https://desk.example" });
  const boss = await box.tokenFor("super_admin");
  await box.tokenFor("admin");
  const email = "admin2@example.com";
  const { deps } = box.host;
  const id = (await findAdmin(deps.db, email))?.id ?? "";
  for (let asked = 0; asked < 2; asked += 1) await box.call("POST /reset-password", { body: { email } });
  const [first = "", second = ""] = box.mails.map(({ text: said }) => /token=(\S+)/.exec(said)?.[1]);
  const confirm = (token: string) =>
    box.call("POST /reset-password/confirm", {
      body: new URLSearchParams({ token, pin: "739154" }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  const set = async (active: boolean) => (await box.call(`PATCH /api/admins/${id}`, { token: boss, body: { active } })).status;
  expect(await set(false)).toBe(200);
  // One that was asked for just before, and stored just after.
  const [now, expiresAt] = [deps.clock(), new Date(deps.clock().getTime() + 60_000)];
  await deps.db.insert(pinResets).values({ tokenHash: hashOf("late"), adminId: id, createdAt: now, expiresAt });
  for (const token of [first, "late"]) expect((await confirm(token)).status).toBe(410);
  expect(await set(true)).toBe(200);
  for (const token of [second, "late"]) expect((await confirm(token)).status).toBe(410);
  expect((await box.call("POST /adminsignin/signin", { body: { email, passwordPin: "135790" } })).status).toBe(200);
  await box.close();
});

test("[AUTH-6] a sign-in whose PIN was checked before another one was set opens nothing", async () => {
  const box = await openTestHost();
  await box.tokenFor("super_admin");
  const { deps } = box.host;
  const { db, clock } = deps;
  const checked = await findAdmin(db, "super_admin1@example.com");
  if (checked === undefined) throw new Error("no admin");
  const [now, expiresAt] = [clock(), new Date(clock().getTime() + 60_000)];
  await db.insert(pinResets).values({ tokenHash: hashOf("link"), adminId: checked.id, createdAt: now, expiresAt });
  await finishPinReset(deps, "link", "739154");
  const changed = { status: 401, message: "Your account has just changed. Sign in again." };
  await expect(openSession(deps, checked, { address: "192.0.2.1", userAgent: undefined })).rejects.toMatchObject(changed);
  const party = { id: "localhost", origins: ["http://localhost"] };
  await expect(askForSecondStep(db, party, checked, now)).rejects.toMatchObject(changed);
  await box.close();
});
