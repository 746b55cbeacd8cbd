import { beforeEach, describe, expect, test, vi } from "vitest";
import { holdSessions, lockOf, sessionIdOf } from "../../src/sync/session/hold-sessions.ts";
import { endAllOthers, endOwnSession } from "../../src/sync/session/own-sessions.ts";
import { register, resetPassword } from "../../src/sync/session/auth.ts";
import { takeAway } from "../../src/sync/session/passkeys.ts";
import { endReplaced } from "../../src/sync/session/replaced-session.ts";
import { findRefreshTokens } from "../../src/sync/session/users-tokens.ts";
import { type Session, sessionStore } from "../../src/sync/state/session-store.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { readHeld } from "../../src/sync/wire/held-answer.ts";
import { messageIn } from "../../src/sync/wire/message-in.ts";
import { listSessions } from "../../src/contract/sessions.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { FakeLocks } from "../support/fake-locks.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed } from "../support/played-host.ts";

const ending = (sid: string): string => `DELETE /api/sessions/${sid}`;

let played: PlayedCalls;
let locks: FakeLocks;
let closed: AbortController;

beforeEach(() => {
  played = new PlayedCalls();
  locks = new FakeLocks();
  closed = new AbortController();
});

function connected(settings: object = { sessions: "/api/sessions" }): Host {
  const host = connectPlayed(played, settings);
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("navigator", { onLine: true, locks: locks.of("tab") });
  sessionStore.close();
  return host;
}
function signIn(sid: unknown): Session {
  sessionStore.open(fakeSession(new Date(), { sid }).token, { email: "grace@example.com" });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  return session;
}
const held = async (): Promise<string[]> => (await locks.of("tab").query()).held.map(({ name }) => name);
const holds = (...sids: string[]): Promise<void> => vi.waitFor(async () => expect(await held()).toEqual(sids.map(lockOf)));

test("[AUTH-10] a session has the id that its token names", () => {
  connected();
  expect(sessionIdOf(signIn("s-1"))).toBe("s-1");
  for (const none of ["", 7, undefined]) expect(sessionIdOf(signIn(none))).toBeUndefined();
  expect(sessionIdOf(undefined)).toBeUndefined();
});

describe("[AUTH-15] a tab holds its session", () => {
  test("until it has another one, which it then holds; the lock's name doesn't tell the id", async () => {
    const host = connected();
    signIn("s-1");
    holdSessions(host, closed.signal);
    await holds("s-1");
    expect(lockOf("s-1")).not.toContain("s-1");
    signIn("s-2");
    await holds("s-2");
    closed.abort();
    await holds();
  });

  test("as long as a call runs under it", async () => {
    const host = connected();
    const session = signIn("s-1");
    holdSessions(host, closed.signal);
    await holds("s-1");
    let answer: () => void = () => {};
    played.on("GET /api/sessions", async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { json: { success: true, data: [] } };
    });
    const call = host.client.send(listSessions);
    await vi.waitFor(() => expect(played.callsOf("GET /api/sessions")).toHaveLength(1));
    signIn("s-2");
    await vi.waitFor(async () => expect(new Set(await held())).toEqual(new Set([lockOf("s-1"), lockOf("s-2")])));
    const replaced = endReplaced(host, session);
    await new Promise((resolve) => setTimeout(resolve));
    expect(played.callsOf(ending("s-1"))).toEqual([]);
    played.on(ending("s-1"), { json: { success: true } });
    answer();
    await Promise.all([call, replaced]);
    expect(played.callsOf(ending("s-1"))).toHaveLength(1);
    closed.abort();
  });

  test("again, once it is back after none", async () => {
    const host = connected();
    signIn("s-1");
    holdSessions(host, closed.signal);
    await holds("s-1");
    sessionStore.close();
    await holds();
    signIn("s-1");
    await holds("s-1");
    closed.abort();
  });

  test("not on a host that doesn't list sessions, nor where there are no locks", async () => {
    holdSessions(connected({}), closed.signal);
    signIn("s-1");
    const host = connected();
    vi.stubGlobal("navigator", { onLine: true });
    holdSessions(host, closed.signal);
    signIn("s-2");
    expect(await held()).toEqual([]);
  });
});

describe("[AUTH-15] a session that was replaced", () => {
  test("is ended at the host, without locks too", async () => {
    const host = connected();
    const session = signIn("s-1");
    signIn("s-2");
    vi.stubGlobal("navigator", { onLine: true });
    played.on(ending("s-1"), { status: 500, json: {} });
    await endReplaced(host, session);
    expect(played.callsOf(ending("s-1"))).toHaveLength(1);
  });

  test("is left alone where it is this one, has no id, or the host lists none; a refused lock is no error", async () => {
    const host = connected();
    await endReplaced(host, signIn("s-1"));
    const without = signIn(undefined);
    signIn("s-2");
    await endReplaced(host, without);
    const old = signIn("s-3");
    signIn("s-4");
    await endReplaced({ ...host, config: { ...host.config, sessions: undefined } }, old);
    vi.stubGlobal("navigator", { onLine: true, locks: { request: () => Promise.reject(new DOMException("no", "SecurityError")) } });
    await endReplaced(host, old);
    expect(played.calls.filter(({ name }) => name.startsWith("DELETE"))).toEqual([]);
  });
});

describe("what is read or ended once, and never cached", () => {
  test("[AUTH-10] an own session, or all others, with the host's words", async () => {
    const host = connected();
    signIn("s-1");
    played
      .on("DELETE /api/sessions/a%2Fb", { json: { success: true, message: "Ended" } })
      .on("DELETE /api/sessions/others", { status: 403, json: { message: "Not now" } });
    expect(await endOwnSession(host, "a/b")).toEqual({ is: "done", message: "Ended" });
    expect(await endAllOthers(host)).toEqual({ is: "failed", message: "Not now" });
    played.on("DELETE /api/sessions/others", { is: "cut" });
    expect(await endAllOthers(host)).toEqual({ is: "failed", message: undefined });
  });

  const ends: [string, (host: Host) => Promise<object>][] = [
    ["DELETE /api/sessions/s1", (host) => endOwnSession(host, "s1")],
    ["DELETE /api/sessions/others", (host) => endAllOthers(host)],
    ["DELETE /api/passkeys/k1", (host) => takeAway(host, "k1")],
    ["POST /reset-password", ({ client }) => resetPassword(client, { email: "ada@example.com" })],
  ];
  test.each(ends)("[AUTH-6, AUTH-10, PASS-1] %s that the host refuses in a 2xx is not done, and asks for no PIN", async (call, end) => {
    const host = connected({ sessions: "/api/sessions", passkeys: "/api/passkeys" });
    signIn("s-1");
    for (const success of [false, "false", 0]) {
      played.on(call, { json: { success, message: "Not allowed" } });
      expect(await end(host)).toMatchObject({ is: expect.stringMatching(/^(failed|refused)$/), message: "Not allowed" });
    }
    expect(host.pinNeeded.get()).toBe("no");
  });

  test.each(ends)("[AUTH-6, AUTH-10, PASS-1] %s is done by an answer without a body", async (call, end) => {
    const host = connected({ sessions: "/api/sessions", passkeys: "/api/passkeys" });
    signIn("s-1");
    played.on(call, { body: "" });
    expect(await end(host)).toMatchObject({ is: "done" });
  });

  test("[AUTH-4, SYNC-8] an answer without a body opens no session", async () => {
    const host = connected();
    played.on("POST /register", { body: "" });
    const form = { name: "Ada", email: "ada@example.com", passwordPin: "123456", confirmPassword: "123456" };
    expect(await register(host.client, form)).toMatchObject({
      is: "unreachable",
      message: expect.stringContaining("POST /register answered"),
    });
    expect(sessionStore.current()).toBeUndefined();
  });

  test("[SEC-1] a user's refresh tokens, asked for once", async () => {
    const host = connected();
    const call = "GET /fetching/refresh-tokens";
    played.on(call, { json: { success: true, refreshTokens: [{ token: "r" }] } });
    expect(await findRefreshTokens(host, "ada@example.com")).toMatchObject({ is: "found", tokens: [{ token: "r" }] });
    played.on(call, { status: 500, json: { message: "Down" } });
    expect(await findRefreshTokens(host, "ada@example.com")).toEqual({ is: "failed", message: "Down" });
    expect(played.callsOf(call)).toHaveLength(2);
  });

  test("[SYNC-8] an answer for one screen: its value and time, the host's words, or what can't be read", async () => {
    const host = connected();
    const read = () => readHeld(host, listSessions, { path: "/api/sessions" }, closed.signal);
    expect(await read()).toMatchObject({ is: "known", value: [], asOf: expect.any(Number) });
    played.on("GET /api/sessions", { status: 403, json: { message: "Not you" } });
    expect(await read()).toEqual({ is: "failed", message: "Not you" });
    played.on("GET /api/sessions", { json: { data: 7 } });
    expect(await read()).toMatchObject({ is: "failed", message: expect.stringContaining("GET /api/sessions answered") });
    expect(messageIn({ is: "malformed", status: 200, problem: "p", body: "" })).toBeUndefined();
  });
});
