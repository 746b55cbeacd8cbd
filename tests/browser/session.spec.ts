import { fakeSession } from "../support/fake-login.ts";
import { keptBy } from "../support/browser/kept.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
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
  for (const kept of [left.storage, ...left.cachedUrls]) expect(kept).not.toMatch(/user3|grace@example\.com|analytics/);
  expect(left.storage).not.toContain(session.token);
});

test("[AUTH-10] a host that never answers holds Logout up for three seconds at most", async ({ page, host, played }) => {
  playDashboard(played).on("POST /adminsignin/logout", { is: "silence" });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await page.getByRole("button", { name: "User menu" }).first().click();
  const started = Date.now();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  // Three seconds for the host, the rest for the wipe and the page on a busy machine.
  expect(Date.now() - started).toBeLessThan(6000);
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
