import { fakeSession } from "../support/fake-login.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { signInAt } from "../support/browser/truth.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const dashboard = { name: "Dashboard", level: 1 };

testWithShell(
  "[SYNC-1, LAY-7] a host that is down at start leaves the cached rows readable, and is found again within seconds",
  async ({ page, ownHost }) => {
    // Starts a host twice.
    test.slow();
    await keepSession(page, ownHost.origin, await signInAt(ownHost));
    await page.goto(ownHost.origin);
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    // Without the checkbox, and without a pending row's changing age.
    const firstRow = async () => (await page.getByRole("row").nth(1).getByRole("cell").allInnerTexts()).filter(Boolean).slice(0, 3);
    const first = await firstRow();
    await untilShellIsKept(page);
    await ownHost.stop();
    await page.reload();
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    expect(await firstRow()).toEqual(first);
    await expect(page.getByRole("banner").getByText(/Host out of reach|Cached · as of/)).toBeVisible();
    await ownHost.start();
    await expect(page.getByRole("banner").getByText(/Live ·/)).toBeVisible({ timeout: 30_000 });
  },
);

test("[SYNC-8] a username of 10,000 characters with markup in it is text, and breaks no layout", async ({ page, host, played }) => {
  const username = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>${"W".repeat(10_000)}`;
  playDashboard(played, [wireRow(0, { username }), ...wireRows(5).slice(1)]);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
  await expect(page.getByText("<img src=x onerror=").first()).toBeVisible();
  await expect(page).toHaveTitle(/Dashboard/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  const rows = await page.getByRole("row").evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...rows)).toBeLessThan(80);
});

test("[AUTH-15, AUTH-3] a device whose clock is a year behind or a year ahead signs in and reads", async ({ page, host }) => {
  const year = 365 * 86_400_000;
  await page.clock.install({ time: Date.now() - year });
  for (const which of ["behind", "ahead"])
    await test.step(`a year ${which}`, async () => {
      if (which === "ahead") await page.clock.setSystemTime(Date.now() + year);
      await page.goto("/login");
      await page.getByLabel("Email").fill(firstAdmin.email);
      await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByRole("heading", dashboard)).toBeVisible();
      await expect(page.getByRole("row").nth(5)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("row").nth(5)).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
      expect(new URL(page.url()).origin).toBe(host.origin);
      await page.evaluate(() => localStorage.clear());
    });
});
