import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const filterCall = "GET /analytics/filter";
const paging = { page: "1", limit: "50" };

const rows = [
  wireRow(0, { username: "ada", amount: "1000" }),
  wireRow(1, { username: "adam", amount: "1000.5" }),
  wireRow(2, { username: "bob", amount: "5000", reference: "ada-to-bob" }),
];

test.beforeEach(async ({ page, host, played }) => {
  playDashboard(played, rows);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "adam", exact: true })).toBeVisible();
});

test("[DASH-7] terms typed into the search box become filters, chips and the URL, and the host is asked for them", async ({
  page,
  played,
}) => {
  const box = page.getByLabel("Search transactions");
  await box.fill("type:deposit status:SUCCESSFUL currency:btc verified:email from:2026-01-01 gtb bank");
  await box.press("Enter");
  await expect
    .poll(() => played.callsOf(filterCall).at(-1)?.query)
    .toEqual({
      searchTerm: "gtb bank",
      transactionType: "DEPOSIT",
      transactionStatus: "SUCCESSFUL",
      currency: "BTC",
      userVerificationStatus: "emailVerified",
      dateFrom: "2026-01-01",
      ...paging,
    });
  await expect(box).toHaveValue("gtb bank");
  const chips = page.getByRole("group", { name: "Active filters" });
  await expect(chips.getByRole("button", { name: "Remove Transaction type Deposit" })).toBeVisible();
  await expect(page).toHaveURL(/transactionStatus=SUCCESSFUL/);
});

test("[DASH-7, DASH-10] what the host has no parameter for is asked for as narrowly as it can be, and sifted from its answer", async ({
  page,
  played,
}) => {
  const box = page.getByLabel("Search transactions");
  await box.fill("user:ada amount>1000");
  await box.press("Enter");
  await expect.poll(() => played.callsOf(filterCall).at(-1)?.query).toEqual({ searchTerm: "ada", minAmount: "1000", ...paging });
  await expect(page.getByText("No more transactions to load")).toBeVisible();
  await expect(page.getByRole("cell", { name: "adam", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: /^(ada|bob)$/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove Amount above 1,000" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove User ada" })).toBeVisible();
});

test("[DASH-6, DASH-7] pages that hold nothing of the query don't end the list", async ({ page, played }) => {
  const many = Array.from({ length: 130 }, (_, n) => wireRow(n, { username: n === 120 ? "ada" : `user${n}`, reference: `ada-${n}` }));
  playDashboard(played, many);
  await page.goto("/?user=ada");
  await expect(page.getByRole("cell", { name: "ada", exact: true })).toBeVisible();
  await expect(page.getByText("No more transactions to load")).toBeVisible();
});

test("[DASH-7, A11Y] a mistake is pointed at and nothing is asked for; the suggestion is taken with one button", async ({
  page,
  played,
}) => {
  const box = page.getByLabel("Search transactions");
  await box.fill("gtb type:SWOP");
  await box.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "“SWOP” is none of SWAP" });
  await expect(alert).toContainText("At 5");
  await expect(box).toHaveAttribute("aria-invalid", "true");
  expect(await box.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))).toBe(
    "type:SWOP",
  );
  expect(played.callsOf(filterCall)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use type:SWAP" }).click();
  await expect.poll(() => played.callsOf(filterCall).at(-1)?.query).toEqual({ searchTerm: "gtb", transactionType: "SWAP", ...paging });
  await expect(alert).toHaveCount(0);
});

test("[DASH-7, SYNC-3] offline the terms filter the cached rows, and the list says so", async ({ page, played, context }) => {
  await untilShellIsKept(page);
  await played.cutOff(context);
  const box = page.getByLabel("Search transactions");
  await box.fill("amount<=1000.5 user:ada");
  await box.press("Enter");
  await expect(page.getByText("Cached matches; the host is out of reach.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "adam", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: "bob", exact: true })).toHaveCount(0);
});
