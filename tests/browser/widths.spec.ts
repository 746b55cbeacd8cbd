import type { Page } from "@playwright/test";
import { paths } from "../../src/app/links.ts";
import { fakeSession } from "../support/fake-login.ts";
import { analyticsAnswer, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { usersOf, wireUsers } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** At 1440 px, every-route.spec.ts already runs axe on every screen. */
async function expectAccessibleAt(page: Page, width: number): Promise<void> {
  if (width !== 1440) await expectAccessible(page);
}

/** Nothing overflows sideways, out of sight. */
async function expectToFit(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overhang, page.url()).toBeLessThanOrEqual(0);
}

test("[AUTH-2, AUTH-4, AUTH-6] at 320, 768 and 1440 px the pages before a sign-in fit, and are accessible in both themes", async ({
  page,
}) => {
  for (const path of [paths.login, paths.register, paths.resetPassword]) {
    await goTo(page, path);
    for (const { width, height } of sizes)
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height });
        await expectToFit(page);
        await expectAccessibleAt(page, width);
      });
  }
});

test("[LAY-1, LAY-8, DASH-2] at 320, 768 and 1440 px the dashboard and the page for an unknown path fit, and are accessible in both themes", async ({
  page,
  host,
  played,
}) => {
  playDashboard(played, wireRows(60));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByText("user3").first()).toBeVisible();
  for (const { width, height } of sizes)
    await test.step(`the dashboard at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await expect(page.getByText("user3").first()).toBeVisible();
      await expectToFit(page);
      const filters = page.getByRole("button", { name: "Filters", exact: true });
      await filters.click();
      await expect(page.getByLabel("Date from")).toBeVisible();
      await expectToFit(page);
      await expectAccessible(page);
      await filters.click();
      await expect(page.getByLabel("Date from")).toBeHidden();
    });
  await goTo(page, "/no/such/page");
  for (const { width, height } of sizes)
    await test.step(`an unknown path at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await expectToFit(page);
      await expectAccessibleAt(page, width);
    });
});

test("[LAY-1, LAY-7, FIND-3, DASH-9] at 320 × 256 px, as at 400 % on a laptop, the details of a transaction, the connection's panel and the columns can be read to their ends, and the header scrolls away", async ({
  page,
  host,
  played,
}) => {
  playDashboard(played, wireRows(3));
  await keepSession(page, host.origin, fakeSession());
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/transactions/tx-00001");
  const dialog = page.getByRole("dialog");
  const fields = dialog.getByRole("group", { name: "Transaction details" });
  await expect(fields.getByText("REF-00001-ABCDEFGH")).toBeAttached();
  expect(await fields.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(140);
  for (const last of [fields.locator("dd").last(), dialog.getByRole("button", { name: "Print" })]) {
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
  for (const [path, name, end] of [
    ["/", /\d\d:\d\d/, /^Last successful sync/],
    ["/", "Columns", "Reset columns"],
  ] as const) {
    await goTo(page, "/no/such/page");
    await goTo(page, path);
    await page.getByRole("button", { name }).first().click();
    const last = page.getByRole("dialog").getByText(end);
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
  }
  // The header would cover half of what is seen.
  const header = page.getByRole("banner");
  const scroll = (top: number) => page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
  await scroll(0);
  await expect(header).toBeInViewport({ ratio: 1 });
  await scroll(400);
  await expect(header).not.toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(header).toBeInViewport();
});

test("[LAY-1, DASH-1, DASH-3, FIND-1, USER-1] what is loading takes the room of what comes; a name that is cut has all of it as title; what is for touch alone, or for a wider screen, takes no other room", async ({
  page,
  host,
  played,
}) => {
  const long = "Oluwaseun Adebayo-Christopherson van der Meer";
  playDashboard(played, [wireRow(0, { username: long }), wireRow(1)]).on("GET /usermanagement/users", usersOf(wireUsers(3)));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  played.on("GET /analytics/dashboard", async () => {
    await answered;
    return { json: analyticsAnswer };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  const figures = page.getByRole("group", { name: "Figures" });
  const loading = page.getByRole("group", { name: "Total Trades" });
  await expect(loading).toContainText("...");
  const before = await figures.boundingBox();
  answer();
  await expect(loading).toContainText("900");
  expect(await figures.boundingBox()).toEqual(before);

  const name = page.getByRole("cell", { name: long });
  // Who gives it the title is loaded after the list.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await name.hover();
    expect(await name.getAttribute("title")).toBe(long);
  }).toPass();
  const short = page.getByRole("cell", { name: "user1", exact: true });
  await short.hover();
  await expect(name).not.toHaveAttribute("title");
  await expect(short).not.toHaveAttribute("title");
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Select", exact: true })).toBeHidden();

  await goTo(page, paths.users);
  await page.setViewportSize({ width: 320, height: 640 });
  const order = page.getByRole("button", { name: /^Descending/ });
  await expect(order).toBeInViewport({ ratio: 1 });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test("[LAY-1] the sidebar is a drawer, which closes on a route change", async ({ page, host, played }) => {
    playDashboard(played).on("GET /admin/settings", { json: { data: { emailNotifications: false } } });
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    const entry = page.getByRole("link", { name: "Settings", exact: true });
    await expect(entry).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Expand sidebar" }).click();
    await expect(entry).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Expand sidebar" }).click();
    await entry.click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(entry).toBeHidden();
  });
});
