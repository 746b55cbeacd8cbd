import { chooseFromMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import type { Page } from "@playwright/test";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const guarded = ["/", "/dashboard", "/users", "/fees-rates", "/funding", "/security", "/audit", "/settings", "/no/such/page"];
const forbidden = { status: 403, json: { message: "Forbidden: Invalid admin token." } };

test("[AUTH-1, AUTH-8, AUTH-11, AUTH-13, HOST-4] without a token every page but the three public ones leads to /login; a token in local storage opens the app after a reload and is in no URL; a garbage token ends at the sign-in page", async ({
  page,
  host,
  session,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType()) && !request.url().endsWith("/config.json")) asked.push(request.url());
  });

  await test.step("without a token every page but the three public ones leads to /login, in the place of its history entry, and the host is asked nothing", async () => {
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
    expect(asked).toEqual([]);
  });

  await test.step("a garbage token ends at the sign-in page", async () => {
    await keepSession(page, host.origin, { token: "garbage", user: "{not json" });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  await test.step("a token in local storage opens the app after a reload, and is in no URL", async () => {
    await keepSession(page, host.origin, session);
    const urls: string[] = [];
    page.context().on("request", (request) => urls.push(request.url()));
    await page.goto("/");
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    expect([...urls, page.url()].filter((url) => url.includes(session.token))).toEqual([]);
  });
});

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

test("[AUTH-11, AUTH-14] signing out in one tab signs out the other one, and a refused token in one tab ends the session in every tab", async ({
  page,
  context,
  host,
  played,
}) => {
  playDashboard(played).on("POST /adminsignin/logout", { json: {} });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).first().click();
  await chooseFromMenu(page, "Logout");
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Welcome back!" })).toBeVisible();

  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
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
