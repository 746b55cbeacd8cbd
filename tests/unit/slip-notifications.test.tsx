import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { approvalsConfig, cleo, playSlips, wireSlip } from "../support/played-approvals.ts";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { chooseItem } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";

const grace = { id: "admin-grace", name: "Grace Hopper", email: "grace@example.com" };
type Slips = ReturnType<typeof wireSlip>[];

interface Shown {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tag: string;
  readonly path: string;
  readonly close: () => void;
}

/** `waitFor` with real timers. */
const soon = <T,>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 40_000 });

/** Advances the clock in steps of 5 s, two minutes at most, until the check passes. */
function later<T>(check: () => T): Promise<T> {
  let steps = 24;
  return soon(() => {
    if (steps > 0) vi.advanceTimersByTime(5000);
    steps -= 1;
    return check();
  });
}

/** Notifications shown, and the service worker that receives clicks on them. */
let shown: Shown[] = [];
let worker = new EventTarget();
let permission: NotificationPermission = "granted";
const sight = vi.spyOn(document, "visibilityState", "get");

beforeEach(() => {
  shown = [];
  worker = new EventTarget();
  permission = "granted";
  sight.mockReturnValue("visible");
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const registration = {
    active: {},
    async showNotification(title: string, { body, tag = "", data }: NotificationOptions) {
      const notice = {
        title,
        body,
        tag,
        path: (data as { path: string }).path,
        close: () => void (shown = shown.filter((one) => one !== notice)),
      };
      shown = [...shown.filter((one) => one.tag !== tag), notice];
    },
    getNotifications: async () => shown,
  };
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  });
  const serviceWorker = Object.assign(worker, { getRegistration: async () => registration });
  for (const [name, value] of Object.entries({ serviceWorker, locks: undefined }))
    Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => {
    for (const name of ["serviceWorker", "locks"]) Reflect.deleteProperty(navigator, name);
  });
});

/** A signed-in admin with push notifications on and a hidden tab. */
async function away(slips: () => Slips) {
  const host = playSlips(playFunding(new PlayedCalls()), slips);
  host.on("GET /admin/settings", { json: { success: true, data: { emailNotifications: false } } });
  host.on("POST /adminsignin/logout", { json: { success: true } });
  host.on("GET /api/approvals/slip-00000", { json: { success: true, data: wireSlip(0) } });
  const { user } = await bootApp(host, { path: "/settings", config: approvalsConfig });
  const toggle = await soon(() => screen.getByRole("switch", { name: /^Push notifications/ }));
  await user.click(toggle);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await soon(() => expect(host.callsOf("GET /api/approvals").length).toBeGreaterThan(0));
  sight.mockReturnValue("hidden");
  const asked = host.callsOf("GET /api/approvals").length;
  await later(() => expect(host.callsOf("GET /api/approvals").length).toBeGreaterThan(asked));
  return user;
}

test("[APPR-4, SET-1] a slip that comes, and an own one that is decided, are told by the system, a new own one isn't; a click opens it, and signing out leaves none", async () => {
  const own = wireSlip(5, { maker: grace });
  let slips: Slips = [own];
  const user = await away(() => slips);
  expect(shown).toEqual([]);
  slips = [wireSlip(0), wireSlip(1, { maker: grace }), { ...own, state: "executed", checker: cleo, decidedAt: new Date().toISOString() }];
  await later(() => expect(shown).toHaveLength(2));
  const told = Object.fromEntries(shown.map(({ path, title, body }) => [path, `${title}: ${body}`]));
  expect(told).toEqual({
    "/approvals/slip-00000": "Approvals: 1 slip waits for your decision",
    "/approvals/slip-00005": "Approvals: What you asked for was decided: Executed",
  });
  worker.dispatchEvent(new MessageEvent("message", { data: { is: "open", path: "/approvals/slip-00000" } }));
  await soon(() => expect(location.pathname).toBe("/approvals/slip-00000"));
  vi.useRealTimers();
  const header = screen.getByRole("banner");
  await chooseItem(user, within(header).getByRole("button", { name: /User menu/ }), "Logout");
  await soon(() => screen.getByRole("heading", { name: "Welcome back!" }));
  await soon(() => expect(shown).toEqual([]));
});

test("[SET-1, AUTH-14] signing out from the cover of a locked start leaves no notification of the last one", async () => {
  vi.useRealTimers();
  shown = [{ title: "Approvals", tag: "counterfoil-slips", path: "/approvals", close: () => void (shown = []) }];
  const host = playFunding(new PlayedCalls()).on("POST /adminsignin/logout", { json: { success: true } });
  const config = async () => {
    localStorage.setItem("counterfoil.locked", "yes");
    return Response.json({});
  };
  const { user } = await bootApp(host, { path: "/settings", config });
  const page = within(document.documentElement);
  await page.findByRole("heading", { level: 1, name: "Locked" });
  expect(shown).toHaveLength(1);
  await user.click(await page.findByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Welcome back!" });
  await soon(() => expect(shown).toEqual([]));
});

test("[APPR-4, SYNC-7] a slip that comes is told by the system also where the browser refuses locks", async () => {
  const refuse = () => Promise.reject(new DOMException("storage is off", "SecurityError"));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request: refuse, query: refuse } });
  let slips: Slips = [];
  await away(() => slips);
  slips = [wireSlip(0)];
  await later(() => expect(shown.map(({ body }) => body)).toEqual(["1 slip waits for your decision"]));
});

test("[SET-1] a long action that ends in the background is told by the system, without saying whom it was about", async () => {
  const put = "PUT /admin/settings";
  const gate = new Gate();
  const host = playFunding(new PlayedCalls())
    .on("GET /admin/settings", { json: { success: true, data: { emailNotifications: false } } })
    .on(put, async () => {
      await gate.opened;
      return { json: { success: true } };
    });
  const { user } = await bootApp(host, { path: "/settings", config: { settings: "/admin/settings" } });
  // What tells of it is loaded once it is switched on, and must be there when the action ends.
  await import("../../src/app/frame/background/push-notifications.tsx");
  const { loadWords } = await import("../../src/app/words/language.ts");
  await loadWords(["attempts", "settings"]);
  await untilStanding();
  const flip = async (name: RegExp) => {
    const toggle = await soon(() => screen.getByRole<HTMLInputElement>("switch", { name }));
    await soon(() => expect(toggle.disabled).toBe(false));
    await user.click(toggle);
    await user.click(screen.getByRole("button", { name: "Save" }));
  };
  await flip(/^Push notifications/);
  await soon(() => expect(screen.queryAllByText("Settings saved")).not.toEqual([]));
  await flip(/^Email notifications/);
  await soon(() => expect(host.callsOf(put)).toHaveLength(1));
  sight.mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  vi.setSystemTime(Date.now() + 11_000);
  gate.open();
  await soon(() => expect(shown.map(({ title, body }) => `${title}: ${body}`)).toEqual(["Save settings: Done"]));
});

test.each([
  ["permission was taken away", () => (permission = "denied")],
  [
    "another tab of the app is in sight",
    () => {
      const request = async (_name: string, _options: object, run: (lock: null) => unknown) => run(null);
      Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
    },
  ],
])("[APPR-4, SET-1] nothing is told by the system where %s", async (_name, happen) => {
  let slips: Slips = [];
  await away(() => slips);
  slips = [wireSlip(0)];
  happen();
  await later(() => screen.getByText(/1 to decide/));
  expect(shown).toEqual([]);
});
