import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { allTransactions } from "../support/browser/truth.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const filterCall = "GET /analytics/filter";
const recentCall = "GET /analytics/recent-transactions";
const paging = { page: "1", limit: "50" };

/** The query of the last filter call, once `count` of them have been made. */
async function lastFilter(played: PlayedHost, count: number): Promise<Readonly<Record<string, string>>> {
  await expect.poll(() => played.callsOf(filterCall).length).toBeGreaterThanOrEqual(count);
  return played.callsOf(filterCall).at(-1)?.query ?? {};
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByLabel("Date from")).toBeVisible();
}

const apply = (page: Page): Promise<void> => page.getByRole("button", { name: "Apply Filters" }).click();

test.describe("against a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playDashboard(played, wireRows(5));
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
  });

  test("[DASH-5] without a filter the recent transactions are asked for, fifty at a time", async ({ played }) => {
    expect(played.callsOf(recentCall)[0]?.query).toEqual(paging);
    expect(played.callsOf(filterCall)).toEqual([]);
  });

  test("[DASH-7] an amount with a comma for its point is pointed at, and filters nothing", async ({ page, played }) => {
    await openFilters(page);
    const least = page.getByLabel("Min amount");
    await least.pressSequentially("1,5");
    await apply(page);
    await expect(least).toBeFocused();
    await expect(least).toHaveAccessibleDescription("“,” can't stand here. Write digits, with a point before decimals: 1000.50");
    await least.fill("");
    await least.pressSequentially("1.5");
    await apply(page);
    expect(await lastFilter(played, 1)).toEqual({ minAmount: "1.5", ...paging });
    expect(played.callsOf(filterCall)).toHaveLength(1);
  });

  test("[DASH-7] the status filter offers the document's five, the verification filter its four, the type filter all seven", async ({
    page,
  }) => {
    await openFilters(page);
    const options = async (label: string): Promise<string[]> => (await page.getByLabel(label).locator("option").allInnerTexts()).slice(1);
    expect(await options("Transaction status")).toEqual(["Successful", "Completed", "Confirmed", "Pending", "Failed"]);
    const values = async (label: string): Promise<(string | null)[]> =>
      page
        .getByLabel(label)
        .locator("option")
        .evaluateAll((all) => all.slice(1).map((option) => option.getAttribute("value")));
    expect(await values("User verification")).toEqual(["emailVerified", "bvnVerified", "chatbotVerified", "unverified"]);
    expect(await values("Transaction type")).toEqual([
      "SWAP",
      "OBIEX_SWAP",
      "DEPOSIT",
      "WITHDRAWAL",
      "GIFTCARD",
      "INTERNAL_TRANSFER_SENT",
      "INTERNAL_TRANSFER_RECEIVED",
    ]);
    await expect(page.getByLabel("Min amount")).toHaveAttribute("type", "number");
    await expect(page.getByLabel("Max amount")).toHaveAttribute("type", "number");
  });

  test("[DASH-5, DASH-7] every filter goes out exactly once Apply Filters is pressed, with page 1 and empty ones left out", async ({
    page,
    played,
  }) => {
    await openFilters(page);
    await page.getByLabel("Search transactions").fill("ada");
    await page.getByLabel("Date from").fill("2026-01-02");
    await page.getByLabel("Date to").fill("2026-11-30");
    await page.getByLabel("Transaction type").selectOption("WITHDRAWAL");
    await page.getByLabel("Transaction status").selectOption({ label: "Pending" });
    await page.getByLabel("User verification").selectOption("bvnVerified");
    await page.getByLabel("Currency", { exact: true }).fill("btc");
    await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("BTC");
    await page.getByLabel("Min amount").fill("0.5");
    await page.getByLabel("Max amount").fill("100");
    expect(played.callsOf(filterCall)).toEqual([]);
    await apply(page);
    expect(await lastFilter(played, 1)).toEqual({
      searchTerm: "ada",
      dateFrom: "2026-01-02",
      dateTo: "2026-11-30",
      transactionType: "WITHDRAWAL",
      transactionStatus: "PENDING",
      userVerificationStatus: "bvnVerified",
      currency: "BTC",
      minAmount: "0.5",
      maxAmount: "100",
      ...paging,
    });
    // A day is a day in every time zone.
    await expect(page.getByRole("button", { name: "Remove Date from Jan 2, 2026" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove Date to Nov 30, 2026" })).toBeVisible();
  });

  test("[DASH-7] Enter in the search box applies", async ({ page, played }) => {
    await page.getByLabel("Search transactions").fill("ada");
    expect(played.callsOf(filterCall)).toEqual([]);
    await page.getByLabel("Search transactions").press("Enter");
    expect(await lastFilter(played, 1)).toEqual({ searchTerm: "ada", ...paging });
  });

  test("[DASH-7] each chip can be removed singly, and Clear All removes every filter", async ({ page, played }) => {
    await openFilters(page);
    await page.getByLabel("Currency", { exact: true }).fill("usdt");
    await page.getByLabel("Min amount").fill("1");
    await page.getByLabel("Transaction type").selectOption("DEPOSIT");
    await apply(page);
    expect(await lastFilter(played, 1)).toEqual({ currency: "USDT", minAmount: "1", transactionType: "DEPOSIT", ...paging });
    const chips = page.getByRole("button", { name: /^Remove / });
    await expect(chips).toHaveCount(3);
    const asked = played.callsOf(filterCall).length;
    await chips
      .filter({ hasText: /./ })
      .or(chips)
      .and(page.getByRole("button", { name: /USDT/ }))
      .click();
    await expect(chips).toHaveCount(2);
    expect(await lastFilter(played, asked + 1)).toEqual({ minAmount: "1", transactionType: "DEPOSIT", ...paging });

    const recent = played.callsOf(recentCall).length;
    await page.getByRole("button", { name: "Clear All" }).click();
    await expect(chips).toHaveCount(0);
    await expect(page.getByLabel("Min amount")).toHaveValue("");
    await expect.poll(() => played.callsOf(recentCall).length).toBeGreaterThan(recent);
    expect(played.callsOf(recentCall).at(-1)?.query).toEqual(paging);
  });

  test("[DASH-8] an empty list says so, and with filters what to try", async ({ page, played }) => {
    playDashboard(played, []);
    await openFilters(page);
    await page.getByLabel("Currency", { exact: true }).fill("doge");
    await apply(page);
    await expect(page.getByText("No transactions found")).toBeVisible();
    await expect(page.getByText("Try adjusting your filters")).toBeVisible();
  });

  test("[DASH-11] the filters are in the URL and survive a reload", async ({ page, played }) => {
    await page.getByLabel("Search transactions").fill("user3");
    await page.getByLabel("Search transactions").press("Enter");
    await lastFilter(played, 1);
    await page.reload();
    await expect(page.getByLabel("Search transactions")).toHaveValue("user3");
    expect(await lastFilter(played, 2)).toEqual({ searchTerm: "user3", ...paging });
  });
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

test("[DASH-8] an empty host says that there are no transactions, and nothing of filters", async ({ page, host, played }) => {
  playDashboard(played, []);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByText("No transactions found")).toBeVisible();
  await expect(page.getByText("Try adjusting your filters")).toBeHidden();
});

test("[DASH-5] rows under data.transactions are read as well as rows under data", async ({ page, host, played }) => {
  playDashboard(played, [wireRow(1)]).on(filterCall, {
    json: { success: true, data: { transactions: [wireRow(7)] }, pagination: { hasNextPage: false } },
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await page.getByLabel("Search transactions").fill("user7");
  await page.getByLabel("Search transactions").press("Enter");
  await expect(page.getByRole("cell", { name: "user7", exact: true })).toBeVisible();
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
