import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { allTransactions } from "../support/browser/truth.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const filterCall = "GET /analytics/filter";
const paging = { page: "1", limit: "50" };

async function openFilters(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByLabel("Date from")).toBeVisible();
}

const apply = (page: Page): Promise<void> => page.getByRole("button", { name: "Apply Filters" }).click();

test("[DASH-7] an amount with a comma for its point is pointed at, and filters nothing", async ({ page, host, played }) => {
  playDashboard(played, wireRows(5));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
  await openFilters(page);
  const least = page.getByLabel("Min amount");
  await least.pressSequentially("1,5");
  await apply(page);
  await expect(least).toBeFocused();
  await expect(least).toHaveAccessibleDescription("“,” can't stand here. Write digits, with a point before decimals: 1000.50");
  await least.fill("");
  await least.pressSequentially("1.5");
  await apply(page);
  await expect.poll(() => played.callsOf(filterCall).map(({ query }) => query)).toEqual([{ minAmount: "1.5", ...paging }]);
});

test.describe("before a worker has kept the scripts", () => {
  test.use({ serviceWorkers: "block" });

  test("[DASH-10] a filter whose script can't be loaded says so, and the list is there once it can", async ({
    page,
    context,
    host,
    played,
  }) => {
    playDashboard(played, wireRows(5));
    await keepSession(page, host.origin, fakeSession());
    const script = /\/assets\/filtered-list-/;
    await context.route(script, (route) => route.abort("internetdisconnected"));
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await page.getByLabel("Search transactions").fill("user3");
    await page.getByLabel("Search transactions").press("Enter");
    await expect(page.getByText("This list can't be read")).toBeVisible();
    await context.unroute(script);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await expect(page.getByLabel("Search transactions")).toHaveValue("user3");
  });
});

test("[DASH-5, DASH-7] the embedded host's filter and the list agree", async ({ signedIn: page, host, session }) => {
  const wanted = await allTransactions(host, session, "transactionType=WITHDRAWAL&transactionStatus=FAILED");
  expect(wanted.length).toBeGreaterThan(0);
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await openFilters(page);
  await page.getByLabel("Transaction type").selectOption("WITHDRAWAL");
  await page.getByLabel("Transaction status").selectOption({ label: "Failed" });
  await apply(page);
  await expect(page.getByTitle(wanted[0]?.reference ?? "", { exact: true })).toBeVisible();
  await expect(page.getByTitle(wanted[1]?.reference ?? "", { exact: true })).toBeVisible();
});
