import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { playFunding } from "../support/played-funding.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const connectionLine = (page: Page) => page.getByRole("banner").getByTitle("What this screen stands on");

test("[SYNC-5, LAY-7, FUND-4] what an extension blocks is named in the connection panel; the rest is live, and money can move", async ({
  page,
  context,
  host,
  played,
}) => {
  playFunding(played);
  await context.route("**/analytics/**", (route) => route.abort("blockedbyclient"));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/users");
  await expect(page.getByRole("row").filter({ hasText: "ada@example.com" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await connectionLine(page).click();
  const panel = page.getByRole("dialog", { name: "What this screen stands on" });
  for (const call of ["GET /analytics/dashboard", "GET /analytics/recent-transactions"])
    await expect(panel.getByText(`${call} is blocked, perhaps by an extension`)).toBeVisible();
  await page.keyboard.press("Escape");
  const funding = await new FundingPage(page).open();
  await expect(connectionLine(page)).toHaveText(/^Host reached /);
  await funding.send();
  await expect.poll(() => played.callsOf("POST /funduser/fund").length).toBe(1);
  await expect(page.getByText("Funded ada").first()).toBeVisible();
});

test("[SYNC-4, LAY-7] an answer outweighs a browser that says it is offline: the screens are live, and money can move", async ({
  page,
  host,
  played,
}) => {
  playFunding(played);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(connectionLine(page)).toHaveText(/^Live /);
  const funding = await new FundingPage(page).open();
  await expect(connectionLine(page)).toHaveText(/^Host reached /);
  await funding.send();
  await expect(page.getByText("Funded ada").first()).toBeVisible();
});
