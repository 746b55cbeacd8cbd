// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { config } from "../../src/contract/config.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { onrampRate } from "../../src/contract/rates.ts";
import { errorTexts } from "../../src/contract/refusal.ts";
import { logout } from "../../src/contract/logout.ts";
import { leftBehind } from "../../src/db/store/ended.ts";
import { markEnded } from "../../src/db/store/mark-ended.ts";
import { register, signIn } from "../../src/sync/session/auth.ts";
import { MutationPermit } from "../../src/sync/wire/host-client.ts";
import { meOf } from "../../src/sync/feeds/slips-feed.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import { isExpired, sessionStore } from "../../src/sync/state/session-store.ts";
import { refreshSession, signInAgain } from "../../src/sync/session/sign-in-again.ts";
import { readItem, removeItem, writeItem } from "../../src/sync/state/storage.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls, receivedCall } from "../support/played-calls.ts";

const tokenOf = (id: string, claims: Readonly<Record<string, unknown>> = {}): string =>
  fakeSession(new Date(), { email: `${id}@example.com`, ...claims }, id).token;
const adminOf = (id: string) => ({ id, email: `${id}@example.com` });
const unauthorised = { status: 401, json: { message: "Unauthorized" } };

let played: PlayedCalls;
let host: Host;
let stop: AbortController;

beforeEach(() => {
  played = new PlayedCalls();
  stop = new AbortController();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === "string" ? init.body : null;
    const answer = await played.answer(receivedCall(init.method ?? "GET", url, body, headers.get("authorization") ?? undefined));
    if (answer.is === "cut" || answer.is === "silence") throw new TypeError("Failed to fetch");
    return Response.json(answer.json, { status: answer.status ?? 200 });
  });
  host = connect(v.parse(config, { host: "http://host" }), stop.signal);
});

afterEach(() => {
  stop.abort();
  sessionStore.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  expect(played.unexpected).toEqual([]);
});

/** Another tab stores a session; this one gets the event. */
function signInElsewhere(token: string, id: string): void {
  writeItem("user", JSON.stringify(adminOf(id)));
  writeItem("token", token);
  dispatchEvent(new StorageEvent("storage", { key: "token" }));
}

const ask = () => host.client.send(dashboardAnalytics);
const fund = () =>
  host.client.mutate(new MutationPermit("attempt"), fundUser, { body: { email: "mo@example.com", currency: "BTC", amount: "0.25" } });

describe("[AUTH-15] what the host gave to refresh a token with", () => {
  test("renews the session that it came with, more than once", async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"), "again");
    for (const jti of ["first", "second"]) {
      played.on("POST /adminsignin/refresh-token", { json: { accessToken: tokenOf("ada", { jti }) } });
      expect(await refreshSession(host.client)).toBe(true);
      expect(sessionStore.current()).toMatchObject({ identity: "ada", claims: { jti } });
    }
    expect(played.calls.map(({ body }) => body)).toEqual([{ refreshToken: "again" }, { refreshToken: "again" }]);
  });

  test("is the next one where the host gives one with each answer", async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"), "first");
    for (const [jti, refreshToken] of [
      ["a", "second"],
      ["b", null],
      ["c", "third"],
    ]) {
      played.on("POST /adminsignin/refresh-token", { json: { accessToken: tokenOf("ada", { jti }), refreshToken } });
      expect(await refreshSession(host.client)).toBe(true);
    }
    expect(played.calls.map(({ body }) => body)).toEqual(["first", "second", "second"].map((refreshToken) => ({ refreshToken })));
    expect(sessionStore.refreshToken()).toBe("third");
  });

  test("leaves an admin of whom neither host nor token says who it is the same one, after a reload, too", async () => {
    sessionStore.open("opaque 1", { name: "Ada" }, "again");
    const { identity = "" } = sessionStore.current() ?? {};
    for (const accessToken of ["opaque 2", "opaque 3"]) {
      played.on("POST /adminsignin/refresh-token", { json: { accessToken } });
      expect(await refreshSession(host.client)).toBe(true);
      expect(sessionStore.current()).toMatchObject({ token: accessToken, identity, admin: { name: "Ada" } });
    }
    // Reads it anew, as a new page does.
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    expect(sessionStore.current()?.identity).toBe(identity);
  });

  test("is not sent for the admin who has signed in in another tab since", async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"), "ada's");
    const token = tokenOf("mo");
    signInElsewhere(token, "mo");
    expect(await refreshSession(host.client)).toBe(false);
    expect(played.calls).toEqual([]);
    expect(sessionStore.current()?.token).toBe(token);
  });

  test("goes with the session", async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"), "ada's");
    const token = sessionStore.current()?.token ?? "";
    sessionStore.close();
    signInElsewhere(token, "ada");
    expect(sessionStore.refreshToken()).toBeUndefined();
  });

  test("gives nobody a token that says it is somebody else's", async () => {
    const token = tokenOf("ada");
    sessionStore.open(token, adminOf("ada"), "again");
    for (const foreign of [tokenOf("mo"), tokenOf("mo", { sub: undefined })]) {
      played.on("POST /adminsignin/refresh-token", { json: { accessToken: foreign } });
      expect(await refreshSession(host.client)).toBe(false);
      expect(sessionStore.current()?.token).toBe(token);
    }
  });
});

for (const [what, meanwhile, left] of [
  ["Logout", () => sessionStore.close(), undefined],
  ["another admin's sign-in", () => signInElsewhere("mo's", "mo"), "mo's"],
] as const)
  test(`[AUTH-10, AUTH-15] a refresh that is answered after ${what} signs nobody in`, async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"), "again");
    played.on("POST /adminsignin/refresh-token", () => {
      meanwhile();
      return { json: { accessToken: tokenOf("ada", { jti: "late" }) } };
    });
    expect(await refreshSession(host.client)).toBe(false);
    expect(sessionStore.current()?.token).toBe(left);
    expect(readItem("token") ?? undefined).toBe(left);
  });

test("[SYNC-9] a refresh that is answered before this tab hears of another admin's sign-in leaves the other's name", async () => {
  sessionStore.open("opaque 1", { name: "Ada" }, "again");
  played.on("POST /adminsignin/refresh-token", () => {
    writeItem("user", JSON.stringify(adminOf("mo")));
    writeItem("token", "mo's");
    return { json: { accessToken: "opaque 2" } };
  });
  expect(await refreshSession(host.client)).toBe(false);
  dispatchEvent(new StorageEvent("storage", { key: "token" }));
  expect(sessionStore.current()).toMatchObject({ token: "mo's", identity: "mo" });
});

describe("[AUTH-15] a device whose clock is put right during a session", () => {
  const now = Date.now();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: now - 5 * 3_600_000 });
    sessionStore.open(fakeSession(new Date(now), {}, "ada").token, adminOf("ada"), "again");
    vi.setSystemTime(now);
  });

  const isOver = (): boolean => {
    const session = sessionStore.current();
    return session === undefined || isExpired(session);
  };

  test("takes the host's time from the refreshed token", async () => {
    expect(isOver()).toBe(true);
    played.on("POST /adminsignin/refresh-token", { json: { accessToken: fakeSession(new Date(now), { jti: "new" }, "ada").token } });
    expect(await refreshSession(host.client)).toBe(true);
    expect(isOver()).toBe(false);
  });

  test("asks for the PIN where the refreshed token counts as expired all the same", async () => {
    const token = sessionStore.current()?.token;
    played.on("POST /adminsignin/refresh-token", { json: { accessToken: tokenOf("ada", { iat: undefined, jti: "new" }) } });
    expect(await refreshSession(host.client)).toBe(false);
    expect(sessionStore.current()?.token).toBe(token);
  });
});

test("[AUTH-15] on a device whose clock is a day ahead, a token that doesn't say when it was given is good once it is given", () => {
  const exp = Math.floor(Date.now() / 1000) - 23 * 3600;
  sessionStore.open(tokenOf("ada", { iat: undefined, exp }), adminOf("ada"));
  const session = sessionStore.current();
  expect(session && isExpired(session)).toBe(false);
});

describe("[AUTH-15] whether the PIN is asked for", () => {
  beforeEach(() => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"));
    played
      .on("GET /analytics/dashboard", unauthorised)
      .on("POST /adminsignin/logout", unauthorised)
      .on("POST /funduser/fund", unauthorised);
  });

  test("is not the next session's affair, whatever the last one's logout was answered", async () => {
    await host.client.send(logout);
    expect(host.pinNeeded.get()).toBe("yes");
    sessionStore.close();
    sessionStore.open(tokenOf("ada", { jti: "next" }), adminOf("ada"));
    expect(host.pinNeeded.get()).toBe("no");
  });

  test("is over in every tab once it was given in one", async () => {
    await ask();
    expect(host.pinNeeded.get()).toBe("yes");
    signInElsewhere(tokenOf("ada", { jti: "next" }), "ada");
    expect(host.pinNeeded.get()).toBe("no");
  });

  test("is open again in a session after the one that declined", async () => {
    await ask();
    host.pinNeeded.set("declined");
    sessionStore.close();
    sessionStore.open(tokenOf("ada", { jti: "next" }), adminOf("ada"));
    await ask();
    expect(host.pinNeeded.get()).toBe("yes");
  });

  test("is asked again, once it was declined, by a refused mutation and by no refused read", async () => {
    host.pinNeeded.set("declined");
    await ask();
    expect(host.pinNeeded.get()).toBe("declined");
    await fund();
    expect(host.pinNeeded.get()).toBe("yes");
    expect(played.callsOf("POST /funduser/fund")).toHaveLength(1);
  });
});

describe("[AUTH-11] a token that the host disowns", () => {
  const sentence = "Forbidden: Invalid admin token.";

  for (const json of [
    { message: sentence },
    { error: sentence },
    { message: "Forbidden", error: sentence },
    { message: sentence, error: "Forbidden" },
    { message: { code: 403 }, error: sentence },
    { message: sentence, error: ["Forbidden"] },
  ])
    test(`is known by ${JSON.stringify(json)}`, async () => {
      sessionStore.open(tokenOf("ada"), adminOf("ada"));
      played.on("GET /analytics/dashboard", { status: 403, json });
      await ask();
      expect(host.disowned.get()).toBe(true);
    });

  test("says nothing of the next one", async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"));
    played.on("GET /analytics/dashboard", { status: 403, json: { error: sentence } });
    await ask();
    sessionStore.open(tokenOf("ada", { jti: "next" }), adminOf("ada"));
    expect(host.disowned.get()).toBe(false);
  });

  test("is known by nothing but the sentence", () => {
    for (const body of ["", "null", "[]", '"text"', "{not json", JSON.stringify({ error: { message: sentence } })])
      expect(errorTexts(body)).not.toContain(sentence);
  });
});

test.each([
  { success: false, message: "Wrong PIN" },
  { success: "false", message: "Wrong PIN", admin: adminOf("ada"), accessToken: tokenOf("ada") },
])("[AUTH-3] a sign-in that the host refuses in a 2xx opens nothing, and gives its message (%#)", async (json) => {
  played.on("POST /adminsignin/signin", { json });
  const outcome = await signIn(host.client, { email: "ada@example.com", passwordPin: "123456" });
  expect(outcome).toEqual({ is: "refused", message: "Wrong PIN" });
  expect(sessionStore.current()).toBeUndefined();
});

test.each([null, "", undefined])("[AUTH-3, AUTH-15] a host that refreshes no tokens (%j) signs in", async (refreshToken) => {
  played.on("POST /adminsignin/signin", { json: { admin: adminOf("ada"), accessToken: tokenOf("ada"), refreshToken } });
  expect(await signIn(host.client, { email: "ada@example.com", passwordPin: "123456" })).toEqual({ is: "done" });
  expect(sessionStore.current()?.identity).toBe("ada");
  expect(sessionStore.refreshToken()).toBeUndefined();
});

describe("[AUTH-14] a token that was ended and that the host gives again", () => {
  /** Whether the mark was gone by the time the session opened. */
  async function marksAtOpening(send: () => Promise<unknown>, token: string): Promise<boolean> {
    let checked: Promise<{ ended: boolean }> | undefined;
    const unfollow = sessionStore.subscribe(() => {
      checked ??= leftBehind(token);
    });
    await send();
    unfollow();
    return (await checked)?.ended ?? true;
  }

  test("opens a session at the next sign-in, and with the PIN", async () => {
    const token = tokenOf("ada");
    played.on("POST /adminsignin/signin", { json: { admin: adminOf("ada"), accessToken: token } });
    await markEnded(token);
    expect((await leftBehind(token)).ended).toBe(true);
    const email = "ada@example.com";
    expect(await marksAtOpening(() => signIn(host.client, { email, passwordPin: "123456" }), token)).toBe(false);
    expect(sessionStore.current()?.token).toBe(token);

    sessionStore.open(tokenOf("ada", { jti: "other" }), adminOf("ada"));
    await markEnded(token);
    expect(await marksAtOpening(() => signInAgain(host, email, "123456"), token)).toBe(false);
    expect(sessionStore.current()?.token).toBe(token);
  });

  test("[AUTH-3, AUTH-15] opens one also where IndexedDB never answers", async () => {
    vi.useFakeTimers();
    vi.spyOn(indexedDB, "deleteDatabase").mockReturnValue(new EventTarget() as IDBOpenDBRequest);
    onTestFinished(() => void vi.restoreAllMocks());
    const email = "ada@example.com";
    const ways = {
      signIn: () => signIn(host.client, { email, passwordPin: "123456" }),
      unlock: () => signInAgain(host, email, "123456"),
    };
    for (const [jti, send] of Object.entries(ways)) {
      const token = tokenOf("ada", { jti });
      played.on("POST /adminsignin/signin", { json: { admin: adminOf("ada"), accessToken: token } });
      void send();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(sessionStore.current()?.token).toBe(token);
    }
  });
});

describe("[AUTH-15] a token that runs out while nothing is asked of the host", () => {
  const open = (seconds: number): void => {
    const now = Math.floor(Date.now() / 1000);
    sessionStore.open(tokenOf("ada", { iat: now, exp: now + seconds }), adminOf("ada"));
  };
  const show = (state: "hidden" | "visible"): void => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("asks for the PIN within a second of it", async () => {
    open(100);
    await vi.advanceTimersByTimeAsync(99_000);
    expect(host.pinNeeded.get()).toBe("no");
    await vi.advanceTimersByTimeAsync(2000);
    expect(host.pinNeeded.get()).toBe("yes");
    expect(played.calls.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test("asks in a hidden tab once it is seen", async () => {
    open(100);
    show("hidden");
    await vi.advanceTimersByTimeAsync(200_000);
    expect(host.pinNeeded.get()).toBe("no");
    show("visible");
    await vi.advanceTimersByTimeAsync(100);
    expect(host.pinNeeded.get()).toBe("yes");
  });

  test("[AUTH-16] asks nobody while the host is out of reach, and then at once", async () => {
    played.on("HEAD /asset-markdown/global", { is: "cut" }).on("GET /set-fee/crypto-fee", { is: "cut" });
    open(100);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(host.pinNeeded.get()).toBe("no");
    played.on("HEAD /asset-markdown/global", { json: {} }).on("GET /set-fee/crypto-fee", { json: {} });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(host.pinNeeded.get()).toBe("yes");
  });
});

describe("[AUTH-15] a session that is refused as soon as it is opened", () => {
  const openFresh = (jti: string): void => sessionStore.open(tokenOf("ada", { jti }), adminOf("ada"));

  test("is asked about once more, then said; a new PIN is not asked for a third time", async () => {
    played.on("GET /analytics/dashboard", unauthorised);
    openFresh("first");
    await ask();
    expect([host.pinNeeded.get(), host.spurned.get()]).toEqual(["yes", "GET /analytics/dashboard"]);
    openFresh("second");
    expect(host.pinNeeded.get()).toBe("no");
    await ask();
    expect(host.pinNeeded.get()).toBe("spurned");
    host.pinNeeded.set("no");
    await ask();
    expect(host.pinNeeded.get()).toBe("spurned");
  });

  test("is another matter than one that was good for a while", async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    played.on("GET /analytics/dashboard", unauthorised);
    for (const jti of ["first", "second", "third"]) {
      openFresh(jti);
      vi.setSystemTime(Date.now() + 600_000);
      await ask();
      expect([host.pinNeeded.get(), host.spurned.get()]).toEqual(["yes", undefined]);
    }
  });
});

describe("[AUTH-15, SET-1] signing in again, as to unlock", () => {
  const email = "ada@example.com";
  const ends = "DELETE /staff/sessions/s-1";
  const read = "GET /onramp/onramp-rate";

  /** Signs Ada in under session s-1; the host may list sessions, and answers the next sign-in with `next`. */
  function signedIn(next: string, sessions?: string): Host {
    stop.abort();
    stop = new AbortController();
    sessionStore.open(tokenOf("ada", { sid: "s-1" }), adminOf("ada"));
    played.on("POST /adminsignin/signin", { json: { admin: adminOf("ada"), accessToken: next } }).on(ends, { json: { success: true } });
    return connect(v.parse(config, { host: "http://host", ...(sessions ? { sessions } : {}) }), stop.signal);
  }
  const next = (sid: string) => tokenOf("ada", { sid, jti: "next" });

  test("ends the session that it replaces, under the new one, once nothing of it is on its way", async () => {
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const token = next("s-2");
    const desk = signedIn(token, "/staff/sessions");
    played.on(read, async () => {
      await held;
      return { json: { success: true, data: null } };
    });
    const reading = desk.client.send(onrampRate);
    expect(await signInAgain(desk, email, "123456")).toEqual({ is: "done" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(played.callsOf(ends)).toEqual([]);
    answer?.();
    await reading;
    await vi.waitFor(() => expect(played.callsOf(ends)).toMatchObject([{ authorization: `Bearer ${token}` }]));
  });

  test("asks for no end at a host that doesn't list sessions, nor where the session is the same", async () => {
    expect(await signInAgain(signedIn(next("s-2")), email, "123456")).toEqual({ is: "done" });
    expect(await signInAgain(signedIn(next("s-1"), "/staff/sessions"), email, "123456")).toEqual({ is: "done" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(played.callsOf(ends)).toEqual([]);
  });

  test("goes on where the end can't be told", async () => {
    const token = next("s-2");
    const desk = signedIn(token, "/staff/sessions");
    played.on(ends, { is: "cut" });
    expect(await signInAgain(desk, email, "123456")).toEqual({ is: "done" });
    await vi.waitFor(() => expect(played.callsOf(ends)).toHaveLength(1));
    expect(sessionStore.current()?.token).toBe(token);
  });
});

for (const [what, token, user] of [
  ["a Logout", undefined, undefined],
  ["another admin's sign-in", "mo's", JSON.stringify(adminOf("mo"))],
] as const)
  test(`[AUTH-14, SYNC-9] a PIN that is answered before this tab hears of ${what} signs nobody in`, async () => {
    sessionStore.open(tokenOf("ada"), adminOf("ada"));
    played.on("POST /adminsignin/signin", () => {
      for (const [key, value] of [
        ["user", user],
        ["token", token],
      ] as const)
        if (value === undefined) removeItem(key);
        else writeItem(key, value);
      return { json: { admin: adminOf("ada"), accessToken: tokenOf("ada", { jti: "late" }) } };
    });
    expect(await signInAgain(host, "ada@example.com", "123456")).toMatchObject({ is: "refused" });
    expect([readItem("token") ?? undefined, readItem("user") ?? undefined]).toEqual([token, user]);
  });

test.each(["signIn", "register"] as const)(
  "[AUTH-3, AUTH-4, SYNC-9] a %s that is answered after another tab has signed somebody else in leaves that session",
  async (way) => {
    const answer = { admin: adminOf("ada"), accessToken: tokenOf("ada") };
    played.on(way === "signIn" ? "POST /adminsignin/signin" : "POST /register", () => {
      writeItem("user", JSON.stringify(adminOf("mo")));
      writeItem("token", "mo's");
      return { json: way === "signIn" ? answer : { token: answer.accessToken, user: answer.admin } };
    });
    const email = "ada@example.com";
    const sent =
      way === "signIn"
        ? signIn(host.client, { email, passwordPin: "123456" })
        : register(host.client, { name: "Ada", email, passwordPin: "123456", confirmPassword: "123456" });
    expect(await sent).toEqual({ is: "refused", message: undefined });
    expect([readItem("token"), readItem("user")]).toEqual(["mo's", JSON.stringify(adminOf("mo"))]);
  },
);

test("[AUTH-14, SYNC-5] the rows and requests that the connection to a host remembers go with the session, and so do pauses", async () => {
  sessionStore.open(tokenOf("ada"), adminOf("ada"));
  played.on("GET /analytics/dashboard", { status: 503, json: { message: "no figures for ada@example.com" } });
  const stopped = new AbortController();
  void host.reads.read(dashboardAnalytics, {}, stopped.signal);
  await vi.waitFor(() => expect(host.trouble.get()?.answer).toMatchObject({ message: "no figures for ada@example.com" }));
  stopped.abort();
  expect(host.failing.get().size).toBe(1);
  host.recovered.set({ key: '["GET","/usermanagement/users",{"q":"ada@example.com"}]' });
  host.live.rows.set({ put: [], removed: ["ada's"] });
  sessionStore.close();
  expect([host.trouble.get(), host.recovered.get(), host.live.rows.get()]).toEqual([undefined, undefined, undefined]);
  expect(host.failing.get().size).toBe(0);
  sessionStore.open(tokenOf("mo"), adminOf("mo"));
  played.on("GET /analytics/dashboard", { status: 403, json: { message: "not yours" } });
  const asked = await Promise.race([
    host.reads.read(dashboardAnalytics, {}, new AbortController().signal),
    new Promise((resolve) => setTimeout(resolve, 300)),
  ]);
  expect(asked).toMatchObject({ is: "refused", status: 403 });
});

describe("[AUTH-15, SYNC-9] a host that begins to send an id with a sign-in", () => {
  const email = "ada@example.com";
  const admin = { name: undefined, username: undefined, adminName: undefined, email };
  const signsIn = (accessToken: string, more: object) =>
    played.on("POST /adminsignin/signin", { json: { success: true, admin: { email, ...more }, accessToken } });

  test("leaves the cache with its name, through reloads and renewals, and counts the admin's slips by the new id", async () => {
    sessionStore.open(tokenOf("ada", { jti: "1" }), admin);
    signsIn(tokenOf("ada", { jti: "2" }), { _id: "Adm-1" });
    expect(await signInAgain(host, email, "123456")).toEqual({ is: "done" });
    const session = () => {
      dispatchEvent(new StorageEvent("storage", { key: "token" }));
      const now = sessionStore.current();
      return now && { identity: now.identity, me: meOf(now).id };
    };
    expect(session()).toEqual({ identity: email, me: "adm-1" });
    signsIn(tokenOf("ada", { jti: "3" }), { _id: "Adm-1" });
    expect(await signInAgain(host, email, "123456")).toEqual({ is: "done" });
    expect(session()).toEqual({ identity: email, me: "adm-1" });
    sessionStore.close();
    sessionStore.open(tokenOf("ada", { jti: "4" }), { ...admin, _id: "Adm-1" });
    expect(session()).toEqual({ identity: "adm-1", me: "adm-1" });
  });
});

describe("[AUTH-9] where local storage takes no more", () => {
  let device: DeviceStorage;
  let stored: string;
  let fresh: string;

  beforeEach(() => {
    device = new DeviceStorage();
    vi.stubGlobal("localStorage", device);
    [stored, fresh] = [tokenOf("ada", { jti: "old" }), tokenOf("ada", { jti: "fresh" })];
    sessionStore.open(stored, adminOf("ada"));
    device.isRefused = true;
    sessionStore.open(fresh, adminOf("ada"));
  });

  test("[AUTH-15] the token that the PIN brought counts in this page, and other tabs keep the stored one", () => {
    expect(sessionStore.current()?.token).toBe(fresh);
    expect(device.getItem("token")).toBe(stored);
  });

  test("[AUTH-14] another tab's sign-out or new token, stored later, counts here too", () => {
    device.isRefused = false;
    const other = tokenOf("ada", { jti: "other" });
    device.setItem("token", other);
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    expect(sessionStore.current()?.token).toBe(other);
    device.isRefused = true;
    sessionStore.open(fresh, adminOf("ada"));
    device.removeItem("token");
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    expect(sessionStore.current()).toBeUndefined();
  });
});
