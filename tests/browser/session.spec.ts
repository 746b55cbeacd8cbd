import { fakeSession } from "../support/fake-login.ts";
import type { Page } from "@playwright/test";
import { keptBy } from "../support/browser/kept.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const guarded = ["/", "/dashboard", "/users", "/fees-rates", "/funding", "/security", "/audit", "/settings", "/no/such/page"];
const forbidden = { status: 403, json: { message: "Forbidden: Invalid admin token." } };

test("[AUTH-1] without a token every page but the three public ones leads to /login, in the place of its history entry", async ({
  page,
  played,
}) => {
  await page.goto("/reset-password");
  for (const path of guarded) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/reset-password$/);
  }
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(played.calls).toEqual([]);
});

test("[AUTH-1, AUTH-8, AUTH-13] a token in local storage opens the app after a reload, and is in no URL", async ({
  signedIn: page,
  session,
}) => {
  const urls: string[] = [];
  page.context().on("request", (request) => urls.push(request.url()));
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect([...urls, page.url()].filter((url) => url.includes(session.token))).toEqual([]);
});

test("[AUTH-11, HOST-4] a garbage token ends at the sign-in page", async ({ page, host }) => {
  await keepSession(page, host.origin, { token: "garbage", user: "{not json" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

testWithShell(
  "[AUTH-10, AUTH-14] Logout tells the host with the bearer, then forgets the session and wipes the cache",
  async ({ page, host, played }) => {
    const session = fakeSession();
    playDashboard(played, wireRows(20)).on("POST /adminsignin/logout", { status: 500, json: { message: "no" } });
    await keepSession(page, host.origin, session);
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await expect.poll(async () => (await keptBy(page)).records.join("")).toContain("user3");

    await page.getByRole("button", { name: "User menu" }).first().click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(played.callsOf("POST /adminsignin/logout")[0]?.authorization).toBe(`Bearer ${session.token}`);
    expect(await page.evaluate(() => [localStorage.getItem("token"), localStorage.getItem("user")])).toEqual([null, null]);
    const left = await keptBy(page);
    expect(left.records).toEqual([]);
    for (const kept of [left.storage, ...left.cachedUrls]) expect(kept).not.toMatch(/user3|grace@example\.com|\/analytics\//);
    expect(left.storage).not.toContain(session.token);
  },
);

test("[AUTH-10] a host that never answers holds Logout up for three seconds at most", async ({ page, host, played }) => {
  playDashboard(played).on("POST /adminsignin/logout", { is: "silence" });
  await keepSession(page, host.origin, fakeSession());
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("button", { name: "User menu" }).first().click();
  const logout = page.getByRole("menuitem", { name: "Logout" });
  await expect(logout).toBeVisible();
  // The page's clock, which is independent of the machine's load.
  await page.clock.pauseAt(Date.now() + 60_000);
  const now = () => page.evaluate(() => Date.now());
  const started = await now();
  await logout.click();
  const isOut = async () => {
    await page.clock.runFor(200);
    return page.getByRole("heading", { name: "Welcome back!" }).isVisible();
  };
  await expect.poll(isOut, { intervals: [50], timeout: 30_000 }).toBe(true);
  // Three seconds for the host, the rest for the wipe.
  expect((await now()) - started).toBeLessThan(6000);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("[AUTH-14] signing out in one tab signs out the other one", async ({ page, context, host, played }) => {
  playDashboard(played).on("POST /adminsignin/logout", { json: {} });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).first().click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
});

test("[AUTH-11] a refused token in one tab ends the session in every tab", async ({ page, context, host, played }) => {
  playDashboard(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const other = await context.newPage();
  played.on("GET /analytics/dashboard", forbidden).on("GET /analytics/recent-transactions", forbidden);
  await other.goto("/");
  await expect(other.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
});

const pinDialog = (page: Page) => page.getByRole("alertdialog", { name: "Confirm that it's you" });
const focus = (page: Page): Promise<void> => page.evaluate(() => void globalThis.dispatchEvent(new Event("focus")));

testWithShell(
  "[AUTH-15, AUTH-16] a token that has run out is not sent; Cancel goes on with the cache, and offline nobody is asked",
  async ({ page, context, host, played }) => {
    playDashboard(played, wireRows(12));
    await keepSession(page, host.origin, fakeSession());
    await neverLocks(page, fakeSession());
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await untilShellIsKept(page);
    const sent = played.calls.length;
    await page.clock.install({ time: Date.now() + 2 * 3_600_000 });
    await page.reload();
    await expect(pinDialog(page)).toBeVisible();
    await pinDialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(pinDialog(page)).toBeHidden();
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await focus(page);
    await page.getByRole("link", { name: "User Management" }).first().click();
    await expect(page.getByRole("heading", { name: "User Management", level: 1 })).toBeVisible();
    await expect(pinDialog(page)).toBeHidden();
    expect(played.calls.slice(sent).filter((call) => call.authorization !== undefined)).toEqual([]);

    await played.cutOff(context);
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await expect(pinDialog(page)).toBeHidden();
  },
);
