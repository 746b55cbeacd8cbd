import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { cachePrefix } from "../../src/db/store/cache-name.ts";
import { lockKeys } from "../../src/sync/state/idle-lock.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { writeItem } from "../../src/sync/state/storage.ts";
import { bootApp } from "../support/boot-app.tsx";
import { chooseItem } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

const disowned = { status: 403, json: { error: "Forbidden: Invalid admin token." } };

async function signIn(user: Awaited<ReturnType<typeof bootApp>>["user"]): Promise<void> {
  await user.type(await screen.findByLabelText("Email"), "grace@example.com");
  await user.type(screen.getByLabelText("Password"), "123456");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByRole("heading", { name: "Dashboard", level: 1 });
}

for (const path of ["/login", "/reset-password"])
  test(`[AUTH-11] a token that the host disowns is cleared where ${path} was opened, and so is the next one`, async () => {
    const host = playDashboard(new PlayedCalls()).on("GET /set-fee/crypto-fee", disowned).on("GET /analytics/dashboard", disowned);
    const stale = fakeSession(new Date(), { jti: `stale at ${path}` });
    const { user } = await bootApp(host, { path, session: stale });
    await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
    await waitFor(() => expect(location.pathname).toBe("/login"));

    const { token } = fakeSession(new Date(), { jti: `fresh at ${path}` });
    playDashboard(host).on("POST /adminsignin/signin", {
      json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: token },
    });
    await signIn(user);
    host.on("GET /analytics/dashboard", disowned).on("GET /analytics/recent-transactions", disowned);
    await waitFor(() => {
      dispatchEvent(new Event("focus"));
      expect(localStorage.getItem("token")).toBeNull();
    });
    expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
  });

test("[AUTH-10, AUTH-14] a Logout tells the host with the bearer, and whatever it answers leaves nothing of the session: no key in local storage, no cache, no list of requests", async () => {
  const refused = { status: 500, json: { message: "no" } };
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("POST /adminsignin/logout", refused);
  const session = fakeSession(new Date(), { jti: "signs out" }, "admin who signs out");
  const { user } = await bootApp(host, { path: "/login", session: "nobody" });
  host.on("POST /adminsignin/signin", { json: { admin: JSON.parse(session.user), accessToken: session.token } });
  const before = Object.keys(localStorage);
  await signIn(user);
  await screen.findByText("user1");
  expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(["token", "user", "counterfoil.clock", lockKeys.input]));
  // The browser's list of what was asked, with the emails in the addresses.
  const cleared = vi.spyOn(performance, "clearResourceTimings");
  const header = await screen.findByRole("banner");
  await chooseItem(user, within(header).getByRole("button", { name: /User menu/ }), "Logout");
  await screen.findByRole("heading", { name: "Welcome back!" });
  expect(cleared).toHaveBeenCalled();
  await waitFor(async () => expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith(cachePrefix))).toEqual([]));
  expect(Object.keys(localStorage)).toEqual(before);
  expect(location.pathname).toBe("/login");
  expect(host.callsOf("POST /adminsignin/logout").map(({ authorization }) => authorization)).toEqual([`Bearer ${session.token}`]);
});

test("[AUTH-10, PWA-2] a sign-out that finds neither network nor worker ends on the sign-in page, which was loaded before", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("POST /adminsignin/logout", { is: "cut" });
  const { user } = await bootApp(host);
  await screen.findByText("user1");
  // A part of the background that is drawn: all of it is there.
  await screen.findByRole("log");
  await vi.dynamicImportSettled();
  vi.doMock("../../src/app/session/auth/sign-in-screen.tsx", () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  onTestFinished(() => vi.doUnmock("../../src/app/session/auth/sign-in-screen.tsx"));
  await chooseItem(user, within(await screen.findByRole("banner")).getByRole("button", { name: /User menu/ }), "Logout");
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
});

test("[AUTH-14] a start without a session wipes what is left where the browser refuses local storage alone", async () => {
  const { wipeLeftovers } = await import("../../src/app/session/session-end.ts");
  const cache = `${cachePrefix}left`;
  await new Promise((resolve) => {
    const opening = indexedDB.open(cache);
    opening.addEventListener("success", () => {
      opening.result.close();
      resolve(undefined);
    });
  });
  const refused = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  onTestFinished(() => refused.mockRestore());
  await wipeLeftovers();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(cache);
});

test("[AUTH-15] a time of the last input that is no time keeps nothing open", async () => {
  const { watchInput } = await import("../../src/app/session/lock/watch-input.ts");
  localStorage.clear();
  sessionStore.open(fakeSession().token, {});
  onTestFinished(() => sessionStore.close());
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  writeItem(lockKeys.input, "abc");
  watchInput(() => {}, stop.signal);
  expect(localStorage.getItem(lockKeys.locked)).toBe("yes");
});

// A screen reader presses a button with mouse events and a click, and without pointer or key events.
test.each(["mousedown", "click"])("[AUTH-15] a press by a screen reader counts as input: %s", async (kind) => {
  const { watchInput } = await import("../../src/app/session/lock/watch-input.ts");
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const before = Date.now();
  writeItem(lockKeys.input, String(before - 300_000));
  watchInput(() => {}, stop.signal);
  document.body.dispatchEvent(new Event(kind, { bubbles: true }));
  expect(Number(localStorage.getItem(lockKeys.input))).toBeLessThan(before);
  document.body.dispatchEvent(Object.defineProperty(new Event(kind, { bubbles: true }), "isTrusted", { value: true }));
  expect(Number(localStorage.getItem(lockKeys.input))).toBeGreaterThanOrEqual(before);
});

/** The toasts of a new page, in which this admin is signed in. */
async function openToaster() {
  vi.resetModules();
  const { sessionStore } = await import("../../src/sync/state/session-store.ts");
  const { toast } = await import("../../src/app/ui/toast.ts");
  const { Toaster } = await import("../../src/app/ui/toaster.tsx");
  sessionStore.open(fakeSession().token, { email: "one@example.com" });
  onTestFinished(() => sessionStore.close());
  render(<Toaster />);
  return { sessionStore, say: (title: string) => act(() => toast({ tone: "info", title })) };
}

test("[SYNC-9, AUTH-14] a toast that is on the screen goes with the session", async () => {
  const { sessionStore, say } = await openToaster();
  say("Funded ada@example.com");
  await screen.findByText("Funded ada@example.com");
  act(() => sessionStore.close());
  expect(screen.queryByText("Funded ada@example.com")).toBeNull();
});

test("[SYNC-9, AUTH-14] a toast that the lock holds back goes with the session, and the next admin's is shown", async () => {
  document.body.inert = true;
  onTestFinished(() => void (document.body.inert = false));
  const { sessionStore, say } = await openToaster();
  say("Funded ada@example.com");
  act(() => sessionStore.open(fakeSession().token, { email: "two@example.com" }));
  document.body.inert = false;
  say("Saved");
  await screen.findByText("Saved");
  expect(screen.queryByText("Funded ada@example.com")).toBeNull();
});

test("[AUTH-14] a toast that the lock holds back isn't shown by signing out from its cover", async () => {
  const { say } = await openToaster();
  const { auth } = await import("../../src/app/state/auth.ts");
  document.body.inert = true;
  onTestFinished(() => void (document.body.inert = false));
  say("Funded ada@example.com");
  await act(async () => {
    auth.ending = true;
    document.body.inert = false;
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.queryByText("Funded ada@example.com")).toBeNull();
  await act(async () => void (auth.ending = false));
});

test("[SYNC-9] the open list of unknown outcomes is closed for the next admin", async () => {
  vi.resetModules();
  const { sessionStore } = await import("../../src/sync/state/session-store.ts");
  const { openAttention, useAttention } = await import("../../src/app/parts/attention-state.ts");
  sessionStore.open(fakeSession().token, { email: "one@example.com" });
  onTestFinished(() => sessionStore.close());
  const { result } = renderHook(useAttention);
  await act(async () => openAttention("a"));
  expect(result.current.open).toBe(true);
  await act(async () => sessionStore.close());
  expect(result.current.open).toBe(false);
});
