import { fakeSession } from "../support/fake-login.ts";
import type { Page } from "@playwright/test";
import { FundingPage } from "../support/browser/funding-page.ts";
import { keptBy } from "../support/browser/kept.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const guarded = ["/", "/dashboard", "/users", "/fees-rates", "/funding", "/security", "/audit", "/settings", "/no/such/page"];
const forbidden = { status: 403, json: { message: "Forbidden: Invalid admin token." } };

test("[AUTH-1] without a token every page but the three public ones leads to /login, in the place of its history entry", async ({
  page,
  played,
}) => {
  for (const path of guarded) {
    await page.goto("/reset-password");
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/reset-password$/);
  }
  for (const path of ["/login", "/register", "/reset-password"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(played.calls).toEqual([]);
});

test("[AUTH-1, AUTH-8] a token in local storage opens the app after a reload", async ({ signedIn: page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

for (const place of ["message", "error"]) {
  test(`[AUTH-11] a 403 "Forbidden: Invalid admin token." under ${place} ends the session from any screen`, async ({
    page,
    host,
    played,
  }) => {
    const answer = { status: 403, json: { [place]: "Forbidden: Invalid admin token." } };
    for (const path of ["/", "/dashboard"]) {
      playDashboard(played).on("GET /analytics/dashboard", answer);
      await keepSession(page, host.origin, fakeSession());
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => [localStorage.getItem("token"), localStorage.getItem("user")])).toEqual([null, null]);
    }
  });
}

test("[AUTH-11] another 403 ends nothing", async ({ page, host, played }) => {
  playDashboard(played).on("GET /analytics/dashboard", { status: 403, json: { message: "Forbidden: you may not see this." } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByText("Failed to load dashboard analytics").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
});

test("[AUTH-11, HOST-4] a garbage token ends at the sign-in page", async ({ page, host }) => {
  await keepSession(page, host.origin, { token: "garbage", user: "{not json" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("[AUTH-10, AUTH-14] Logout tells the host with the bearer, then forgets the session and wipes the cache", async ({
  page,
  host,
  played,
}) => {
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
});

test("[AUTH-10] a host that never answers holds Logout up for three seconds at most, and all of it is over within four", async ({
  page,
  host,
  played,
}) => {
  playDashboard(played).on("POST /adminsignin/logout", { is: "silence" });
  await keepSession(page, host.origin, fakeSession());
  let started = 0;
  await page.exposeFunction("noteClick", () => {
    started = Date.now();
  });
  await page.goto("/");
  // As on a machine with other things to do.
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.getByRole("button", { name: "User menu" }).first().click();
  const logout = page.getByRole("menuitem", { name: "Logout" });
  await logout.evaluate((item) => {
    const note = Reflect.get(globalThis, "noteClick") as () => void;
    item.addEventListener("click", note, { capture: true, once: true });
  });
  await logout.click();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(started).toBeGreaterThan(0);
  expect(Date.now() - started).toBeLessThan(4000);
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

const names = [
  {
    user: { name: "Grace Brewster Hopper", username: "ghopper", adminName: "Admin Grace" },
    shown: "Grace Brewster Hopper",
    initials: "GBH",
  },
  { user: { username: "ghopper", adminName: "Admin Grace" }, shown: "ghopper", initials: "g" },
  { user: { adminName: "Admin Grace" }, shown: "Admin Grace", initials: "AG" },
  { user: { adminName: "𝒜da 𝒢race 𝓑rewster Hopper" }, shown: "𝒜da 𝒢race 𝓑rewster Hopper", initials: "𝒜𝒢𝓑" },
];
for (const { user, shown, initials } of names) {
  test(`[AUTH-12, LAY-4] an admin known as ${JSON.stringify(user)} is shown as ${shown}`, async ({ page, host, played }) => {
    playDashboard(played);
    await keepSession(page, host.origin, { token: fakeSession().token, user: JSON.stringify({ ...user, email: "grace@example.com" }) });
    await page.goto("/");
    const button = page.getByRole("banner").getByRole("button", { name: "User menu" });
    await expect(button).toHaveText(new RegExp(`^${initials}$`, "i"));
    await button.click();
    const menu = page.getByRole("menu").filter({ hasText: "Logout" });
    await expect(menu).toContainText(shown);
    await expect(menu).toContainText("grace@example.com");
  });
}

test("[AUTH-13] the token is in no URL, and in no cache", async ({ signedIn: page, session }) => {
  const urls: string[] = [];
  page.context().on("request", (request) => urls.push(request.url()));
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  expect(urls.filter((url) => url.includes(session.token))).toEqual([]);
  expect(page.url()).not.toContain(session.token);
});

test("[AUTH-18] an admin who may not view transactions is told which permission it takes", async ({ page, host, played }) => {
  playDashboard(played).on("GET /analytics/recent-transactions", {
    status: 403,
    json: { message: "Forbidden: your account may not do this." },
  });
  await keepSession(page, host.origin, fakeSession(new Date(), { permissions: { canViewTransactions: false } }));
  await page.goto("/");
  await expect(page.getByText(/canViewTransactions/)).toBeVisible();
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

const unauthorised = { status: 401, json: { message: "Unauthorized" } };
const pinDialog = (page: Page) => page.getByRole("alertdialog", { name: "Confirm that it's you" });
const focus = (page: Page): Promise<void> => page.evaluate(() => void globalThis.dispatchEvent(new Event("focus")));

async function enterPin(page: Page, pin: string): Promise<void> {
  await pinDialog(page).getByLabel("Password", { exact: true }).fill(pin);
  await pinDialog(page).getByRole("button", { name: "Go on" }).click();
}

test("[AUTH-15] a 401 asks for the PIN over the screen; what was typed stays, and the right PIN goes on with the new token", async ({
  page,
  host,
  played,
}) => {
  const old = fakeSession();
  playDashboard(played, wireRows(12));
  await keepSession(page, host.origin, old);
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
  await page.getByLabel("Search transactions").fill("half a na");
  const renewed = fakeSession(new Date(), { jti: "renewed" });
  played.on("GET /analytics/recent-transactions", (call) =>
    call.authorization === `Bearer ${renewed.token}` ? pageOf([wireRow(-1, { username: "after" }), ...wireRows(12)])(call) : unauthorised,
  );
  await expect(async () => {
    await focus(page);
    await expect(pinDialog(page)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(pinDialog(page).getByLabel("Email")).toHaveValue("grace@example.com");
  await expect(pinDialog(page).getByLabel("Email")).toHaveAttribute("readonly");
  await expect(page.getByText("user3", { exact: true })).toBeVisible();

  played.on("POST /adminsignin/signin", { status: 401, json: { message: "Invalid email or PIN" } });
  await enterPin(page, "000000");
  await expect(pinDialog(page).getByText("Invalid email or PIN")).toBeVisible();
  played.on("POST /adminsignin/signin", { json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: renewed.token } });
  await enterPin(page, "123456");
  await expect(pinDialog(page)).toBeHidden();
  expect(played.callsOf("POST /adminsignin/signin").at(-1)?.body).toEqual({ email: "grace@example.com", passwordPin: "123456" });
  await expect(page.getByRole("cell", { name: "after", exact: true })).toBeVisible();
  await expect(page.getByLabel("Search transactions")).toHaveValue("half a na");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(renewed.token);
});

test("[AUTH-15, AUTH-16] a token that has run out is not sent; Cancel goes on with the cache, and offline nobody is asked", async ({
  page,
  context,
  host,
  played,
}) => {
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
});

test("[AUTH-15] where the sign-in gave something to refresh with, a 401 is met with that, and nobody is asked", async ({
  page,
  played,
}) => {
  const first = fakeSession();
  const second = fakeSession(new Date(), { jti: "refreshed" });
  playDashboard(played)
    .on("POST /adminsignin/signin", {
      json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: first.token, refreshToken: "again" },
    })
    .on("POST /adminsignin/refresh-token", { json: { accessToken: second.token } });
  await page.goto("/login");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  played.on("GET /analytics/recent-transactions", (call) =>
    call.authorization === `Bearer ${second.token}` ? pageOf(wireRows(12))(call) : unauthorised,
  );
  await expect(async () => {
    await focus(page);
    await expect(page.getByRole("cell", { name: "user8", exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass();
  expect(await pinDialog(page).count()).toBe(0);
  const [refresh] = played.callsOf("POST /adminsignin/refresh-token");
  expect([refresh?.body, refresh?.authorization]).toEqual([{ refreshToken: "again" }, undefined]);
  expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain("again");
});

test("[AUTH-15] a mutation that was refused with 401 is not repeated by itself once the PIN was entered", async ({
  page,
  host,
  played,
}) => {
  playFunding(played).on("POST /funduser/fund", unauthorised);
  await keepSession(page, host.origin, fakeSession());
  const funding = await new FundingPage(page).open();
  await funding.send();
  await expect(pinDialog(page)).toBeVisible();
  const renewed = fakeSession(new Date(), { jti: "renewed" });
  played
    .on("POST /adminsignin/signin", { json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: renewed.token } })
    .on("POST /funduser/fund", { json: { success: true, data: { newBalance: 0.75 } } });
  await enterPin(page, "123456");
  await expect(pinDialog(page)).toBeHidden();
  await expect(page.getByLabel("Amount")).toHaveValue("0.25");
  await page.reload();
  await funding.open();
  expect(played.callsOf("POST /funduser/fund")).toHaveLength(1);
});
