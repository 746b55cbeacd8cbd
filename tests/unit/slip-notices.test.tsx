import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, bea, playSlips, wireSlip } from "../support/played-approvals.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";

const grace = { id: "admin-grace", name: "Grace Hopper", email: "grace@example.com" };
const askEveryMs = 60_000;
let told: string[];
/** What runs once a minute, to be run by the test instead. */
let everyMinute: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  told = [];
  everyMinute = [];
  class PlayedNotification extends EventTarget {
    static readonly permission = "granted";
    constructor(title: string, { body = "" }: NotificationOptions = {}) {
      super();
      told.push(`${title}: ${body}`);
    }
  }
  vi.stubGlobal("Notification", PlayedNotification);
  const real = globalThis.setInterval;
  vi.spyOn(globalThis, "setInterval").mockImplementation(((handler: () => void, ms?: number) => {
    if (ms !== askEveryMs) return real(handler, ms);
    everyMinute.push(handler);
    return 0;
  }) as typeof setInterval);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

const see = (state: "hidden" | "visible"): void => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const aMinuteLater = (): Promise<void> =>
  act(async () => {
    vi.setSystemTime(Date.now() + askEveryMs);
    for (const run of everyMinute) run();
    await Promise.resolve();
  });

type Slips = ReturnType<typeof wireSlip>[];

/** An admin who has switched notifications on. */
async function notified(slips: Slips, id: string): Promise<void> {
  const host = playSlips(playFunding(new PlayedCalls()), () => slips);
  await bootApp(host, { path: "/approvals", config: approvalsConfig, session: fakeSession(new Date(), {}, id) });
  await screen.findByText(/slips? · as of/);
  const { keepSettings, settings } = await import("../../src/app/state/settings.ts");
  const others = everyMinute.length;
  act(() => keepSettings({ ...settings.kept, pushNotifications: true }));
  // Its part is loaded by that.
  await waitFor(() => expect(everyMinute.length).toBeGreaterThan(others));
}
const entry = () => within(screen.getByRole("navigation", { name: "Main menu" }));

test("[APPR-4] a slip that comes while no tab is seen is told by the system without user data, and the badge counts it", async () => {
  const slips = [wireSlip(5)];
  await notified(slips, "notified-1");
  see("hidden");
  slips.unshift(wireSlip(1));
  await aMinuteLater();
  await waitFor(() => expect(told).toEqual(["Approvals: 2 slips wait for your decision"]));
  expect(await entry().findByRole("link", { name: /Approvals.*2 to decide/ })).toBeTruthy();
  // Nothing new is nothing to tell.
  await aMinuteLater();
  // One is decided while another one comes: as many as before, and yet a new one.
  slips.splice(1, 1);
  slips.unshift(wireSlip(0));
  await aMinuteLater();
  await waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toBe("Approvals: 2 slips wait for your decision");
});

test("[APPR-4] in a tab that is seen, and of one's own slips, nothing is told; the badge counts all the same", async () => {
  const slips = [wireSlip(5)];
  await notified(slips, "notified-2");
  slips.unshift(wireSlip(2));
  window.dispatchEvent(new Event("focus"));
  expect(await entry().findByRole("link", { name: /Approvals.*2 to decide/ })).toBeTruthy();
  see("hidden");
  slips.unshift(wireSlip(1, { maker: grace }));
  await aMinuteLater();
  slips.unshift(wireSlip(0, { maker: bea }));
  await aMinuteLater();
  await waitFor(() => expect(told).toEqual(["Approvals: 3 slips wait for your decision"]));
});

test("[APPR-4] who waits for a decision on an own slip is told of it, once", async () => {
  const slips = [wireSlip(3, { maker: grace }), wireSlip(5)];
  await notified(slips, "notified-3");
  see("hidden");
  slips[0] = wireSlip(3, { maker: grace, state: "executed", decidedAt: new Date().toISOString() });
  await aMinuteLater();
  await waitFor(() => expect(told).toEqual(["Approvals: What you asked for was decided: Executed"]));
  await aMinuteLater();
  expect(told).toHaveLength(1);
});
