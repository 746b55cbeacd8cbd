import { FundingPage } from "../support/browser/funding-page.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

// A worker would have cached them.
test.use({ serviceWorkers: "block" });

test("[DASH-9, DASH-10, DASH-13, FUND-2, LAY-4, LAY-6, LAY-7, PWA-2] a part whose script can't be loaded says so in its place, takes nothing with it, and is asked for again", async ({
  page,
  context,
  host,
  played,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  const rows = wireRows(5);
  playDashboard(playFunding(played), rows);
  await keepSession(page, host.origin, fakeSession());
  const lost = page.getByText("A part of the app could not be loaded");
  // The app's own, not the first sight of it.
  const cell = page.locator("#root").getByRole("cell", { name: "user3", exact: true });
  const chooseInRow = async (name: string) => {
    await page
      .getByRole("row")
      .nth(1)
      .getByRole("button", { name: /^Actions for / })
      .click();
    await chooseFromMenu(page, name);
  };
  /** Runs a step on a fresh dashboard whose script of this name can't be loaded. */
  const without = (script: RegExp, what: string, look: () => Promise<void>) =>
    test.step(what, async () => {
      await page.route(script, (route) => route.abort("internetdisconnected"));
      await page.goto("/");
      await expect(cell).toBeVisible();
      await look();
      await page.unroute(script);
    });

  await without(/\/assets\/details-panel-/, "details leave the list", async () => {
    await chooseInRow("View Full Details");
    await expect(lost).toBeInViewport();
    await expect(cell).toBeVisible();
  });

  await without(/\/assets\/menu-list-/, "a user menu leaves the screen, and says so until it is closed", async () => {
    await page.getByRole("banner").getByRole("button", { expanded: false }).last().click();
    await expect(lost).toBeInViewport();
    await page.getByRole("banner").getByRole("button", { expanded: true }).click();
    await expect(lost).toBeHidden();
    await expect(cell).toBeVisible();
  });

  await without(/\/assets\/connection-panel-/, "a connection panel says so in its place", async () => {
    await page.getByRole("banner").getByTitle("What this screen stands on").click();
    await expect(page.getByRole("dialog").filter({ has: lost })).toBeInViewport({ ratio: 1 });
  });

  await without(/\/assets\/chart-panel-/, "a chart leaves the list", async () => {
    await page.getByRole("button", { name: "Chart", exact: true }).click();
    await expect(page.getByRole("main")).toContainText("A part of the app could not be loaded");
    await expect(cell).toBeVisible();
    await page.getByRole("button", { name: "Chart", exact: true }).click();
    await expect(page.getByRole("main")).not.toContainText("A part of the app could not be loaded");
  });

  await without(/\/assets\/filtered-list-/, "a filter says so, and the list is there once it can be loaded", async () => {
    await page.getByLabel("Search transactions").fill("user3");
    await page.getByLabel("Search transactions").press("Enter");
    await expect(page.getByText("This list can't be read")).toBeVisible();
    await page.unroute(/\/assets\/filtered-list-/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(cell).toBeVisible();
    await expect(page.getByLabel("Search transactions")).toHaveValue("user3");
  });

  await test.step("a confirmation sends nothing, and leaves what was typed", async () => {
    await page.route(/\/assets\/dialog-frame-/, (route) => route.abort("internetdisconnected"));
    const funding = await new FundingPage(page).open();
    await funding.enter({});
    await funding.submitButton.click();
    await expect(lost).toBeInViewport();
    await expect(page.getByLabel("User Email")).toHaveValue("ada@example.com");
    await expect(page.getByLabel("Amount")).toHaveValue("0.25");
    expect(played.callsOf("POST /funduser/fund")).toEqual([]);
    await page.unroute(/\/assets\/dialog-frame-/);
  });

  await test.step("a part that is answered with a page once, for good as the browser's cache has it, is asked for past the cache", async () => {
    // No step before loads it.
    let answers = 0;
    await page.route(/\/assets\/details-panel-/, (route) => {
      answers += 1;
      const headers = { "content-type": "text/html", "cache-control": "public, max-age=31536000, immutable" };
      return answers === 1 ? route.fulfill({ headers, body: "<h1>Hotel</h1>" }) : route.continue();
    });
    await page.goto("/");
    await chooseInRow("View Full Details");
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    expect(answers).toBeGreaterThan(1);
    await page.unroute(/\/assets\/details-panel-/);
  });

  await without(/\/assets\/toast-stack-/, "a toast takes nothing with it", async () => {
    const refused = page.waitForEvent("requestfailed", (request) => /\/assets\/toast-stack-/.test(request.url()));
    await chooseInRow("Copy Reference");
    await refused;
    await chooseInRow("View Full Details");
    await expect(page.getByRole("dialog", { name: "Transaction details" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(rows[0]?.["reference"]);
  });
});
