import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";

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

test("[DASH-7, SYNC-3, A11Y] a mistake is pointed at; offline the terms filter the cached rows, and the list says so", async ({
  page,
  played,
  context,
}) => {
  const box = page.getByLabel("Search transactions");
  await box.fill("gtb type:SWOP");
  await box.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "“SWOP” is none of SWAP" })).toContainText("At 5");
  await expectAccessible(page);

  await untilShellIsKept(page);
  await played.cutOff(context);
  await box.fill("amount<=1000.5 user:ada");
  await box.press("Enter");
  await expect(page.getByText("Cached matches; the host is out of reach.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "adam", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: "bob", exact: true })).toHaveCount(0);
});
