import { FundingPage } from "../support/browser/funding-page.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

// A worker would have cached them.
test.use({ serviceWorkers: "block" });

const lost = "A part of the app could not be loaded";

test.beforeEach(async ({ page, host }) => {
  await keepSession(page, host.origin, fakeSession());
});

test("[DASH-9] details whose script can't be loaded leave the list", async ({ page, played }) => {
  playDashboard(played, [wireRow(0)]);
  await page.route(/\/assets\/details-panel-/, (route) => route.abort("internetdisconnected"));
  await page.goto("/");
  const cell = page.getByRole("cell", { name: "user0", exact: true });
  await page
    .getByRole("row")
    .nth(1)
    .getByRole("button", { name: /^Actions for / })
    .click();
  await page.getByRole("menuitem", { name: "View Full Details" }).click();
  await expect(page.getByText(lost)).toBeInViewport();
  await expect(cell).toBeVisible();
});

test("[FUND-2] a confirmation whose script can't be loaded sends nothing, and leaves what was typed", async ({ page, played }) => {
  playFunding(played);
  await page.route(/\/assets\/dialog-frame-/, (route) => route.abort("internetdisconnected"));
  const funding = await new FundingPage(page).open();
  await funding.enter({});
  await funding.submitButton.click();
  await expect(page.getByText(lost)).toBeInViewport();
  await expect(page.getByLabel("User Email")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Amount")).toHaveValue("0.25");
  expect(played.callsOf("POST /funduser/fund")).toEqual([]);
});

test("[LAY-4] a user menu whose script can't be loaded leaves the screen, and says so until it is closed", async ({ page, played }) => {
  playDashboard(played, [wireRow(0)]);
  await page.route(/\/assets\/menu-list-/, (route) => route.abort("internetdisconnected"));
  await page.goto("/");
  const cell = page.getByRole("cell", { name: "user0", exact: true });
  await expect(cell).toBeVisible();
  const button = page.getByRole("banner").getByRole("button", { expanded: false }).last();
  await button.click();
  await expect(page.getByText(lost)).toBeInViewport();
  await page.getByRole("banner").getByRole("button", { expanded: true }).click();
  await expect(page.getByText(lost)).toBeHidden();
  await expect(cell).toBeVisible();
});

test("[LAY-7] a connection panel whose script can't be loaded says so in its place", async ({ page, played }) => {
  playDashboard(played, [wireRow(0)]);
  await page.route(/\/assets\/connection-panel-/, (route) => route.abort("internetdisconnected"));
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user0", exact: true })).toBeVisible();
  await page.getByRole("banner").getByTitle("What this screen stands on").click();
  await expect(page.getByRole("dialog").getByText(lost)).toBeInViewport({ ratio: 1 });
});

test("[PWA-2] a part that is answered with a page once, for good as the browser's cache has it, is asked for again past the cache", async ({
  page,
  played,
}) => {
  playDashboard(played, [wireRow(0)]);
  let answers = 0;
  await page.route(/\/assets\/details-panel-/, (route) => {
    answers += 1;
    const headers = { "content-type": "text/html", "cache-control": "public, max-age=31536000, immutable" };
    return answers === 1 ? route.fulfill({ headers, body: "<h1>Hotel</h1>" }) : route.continue();
  });
  await page.goto("/");
  await page
    .getByRole("row")
    .nth(1)
    .getByRole("button", { name: /^Actions for / })
    .click();
  await page.getByRole("menuitem", { name: "View Full Details" }).click();
  await expect(page.getByRole("dialog").getByRole("heading")).toBeVisible();
  expect(answers).toBeGreaterThan(1);
});
