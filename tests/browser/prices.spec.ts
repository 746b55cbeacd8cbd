import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const path = "/fees-rates/price-calculator";

test("[PRICE-1, PRICE-2] the host calculates a price, asked without a token; what is wrong is said in the document's words", async ({
  page,
  host,
  played,
}) => {
  playFigures(played);
  const data = { asset: "BTC", originalPrice: 1000, discountAmount: 50, discountedPrice: 950, markdownPercentage: 5, isActive: true };
  played.on("GET /asset-markdown/calculate-price", { json: { success: true, data } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto(path);
  await expect(page.getByRole("tab")).toHaveText(["Price Calculator", "Global Asset", "Global Swap"]);
  const calculate = page.getByRole("button", { name: "Calculate", exact: true });
  await calculate.click();
  await expect(page.getByRole("main").getByText("Provide an amount")).toBeVisible();
  await expect(page.getByRole("main").getByText("Provide an asset label")).toBeVisible();
  await page.getByLabel("Asset Label").fill("BTC");
  for (const wrong of ["0", "-5", "abc"]) {
    await page.getByLabel("Original Price").fill(wrong);
    await calculate.click();
    await expect(page.getByRole("main").getByText("Invalid amount")).toBeVisible();
  }
  await page.getByLabel("Original Price").fill("1000");
  await calculate.click();
  await expect(page.getByText("N950.00", { exact: true })).toBeVisible();
  await expect(page.getByText("N50.00", { exact: true })).toBeVisible();
  await expect(page.getByText("Price calculated")).toBeVisible();
  const calls = played.callsOf("GET /asset-markdown/calculate-price");
  expect(calls.map(({ query, authorization }) => [query, authorization])).toEqual([[{ originalPrice: "1000", asset: "BTC" }, undefined]]);
  played.on("GET /asset-markdown/calculate-price", { json: { success: false, message: "No such asset" } });
  await calculate.click();
  await expect(page.getByRole("main").getByText("No such asset")).toBeVisible();
  played.on("GET /asset-markdown/calculate-price", { status: 422, json: {} });
  await calculate.click();
  await expect(page.getByRole("main").getByText("Failed to calculate")).toBeVisible();
});

test("[PRICE-2, PRICE-4] offline prices and swaps are reckoned here, and say how old each figure is", async ({
  page,
  host,
  played,
  context,
}) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto(`${path}?tab=swap`);
  await expect(page.getByText("1.5%").first()).toBeVisible();
  await page.getByLabel("Amount").fill("152250");
  await expect(page.getByRole("cell", { name: /^99 USDT/ })).toBeVisible();
  await page.getByRole("tab", { name: "Global Asset" }).click();
  await expect(page.getByText("Sale")).toBeVisible();
  await page.getByRole("tab", { name: "Price Calculator" }).click();
  await context.setOffline(true);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("Original Price").fill("1000.01");
  await page.getByLabel("Asset Label").fill("BTC");
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  await expect(page.getByText("N950.01", { exact: true })).toBeVisible();
  await expect(page.getByText(/Calculated on this device/)).toBeVisible();
  await page.getByRole("tab", { name: "Global Swap" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByLabel("From").selectOption("USDT");
  await page.getByLabel("To", { exact: true }).selectOption("NGN");
  const steps = page.getByRole("table", { name: "Steps of the sum" });
  await expect(steps.getByRole("cell", { name: "₦1,428.25" })).toBeVisible();
  await expect(steps.getByRole("cell", { name: "141,396.75 NGN" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Figures in use" }).getByText(/as of/)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Update markup" })).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
});

test("[PRICE-4, SYNC-8] a swap says that the fee is not known, and that a rate of 0 is none", async ({ page, host, played }) => {
  const figures = playFigures(played);
  figures.onramp = { success: true, data: { rate: 0 } };
  played.on("GET /set-fee/crypto-fee", { status: 422, json: {} });
  await keepSession(page, host.origin, fakeSession());
  await page.goto(`${path}?tab=swap`);
  await expect(page.getByRole("main").getByText("Failed to fetch crypto fees")).toBeVisible();
  await expect(page.getByLabel("Network").getByRole("option")).toHaveText(["Fees not known yet"]);
  await page.getByLabel("Amount").fill("100");
  await expect(page.getByText("The onramp rate is not known.")).toBeVisible();
  await page.getByLabel("From").selectOption("USDT");
  await page.getByLabel("To", { exact: true }).selectOption("NGN");
  const inUse = page.getByRole("region", { name: "Figures in use" });
  await expect(inUse.getByText("Network fee of USDT")).toBeVisible();
  await expect(inUse.getByText("not known, taken as 0")).toBeVisible();
});

const markdowns = {
  "markdown, active and last_updated": { data: { markdown: "7.5", active: 1, last_updated: "2026-03-04T05:06:07.000Z" } },
  "lastUpdated and no formattedPercentage": {
    success: true,
    data: { markdownPercentage: 7.5, isActive: true, lastUpdated: 1772600767000 },
  },
  "fields at the top": { markdownPercentage: 7.5, isActive: "true" },
};
for (const [what, answer] of Object.entries(markdowns)) {
  test(`[PRICE-3] a markdown answered with ${what} is shown`, async ({ page, host, played }) => {
    playFigures(played).markdown = answer;
    await keepSession(page, host.origin, fakeSession());
    await page.goto(`${path}?tab=asset`);
    await expect(page.getByRole("group", { name: "Current markdown" }).getByText("7.5%")).toBeVisible();
    await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
    expect(played.callsOf("GET /asset-markdown/global")[0]?.authorization).toBeUndefined();
  });
}

test("[PRICE-3, RATE-3] the markdown is set and toggled, with the document's checks and words", async ({ page, host, played }) => {
  const figures = playFigures(played);
  played.on("POST /asset-markdown/set-global", { json: { success: true } }).on("PUT /asset-markdown/toggle-global", () => {
    figures.markdown = { success: true, data: { markdownPercentage: 5, isActive: false } };
    return { json: { success: true } };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto(`${path}?tab=asset`);
  const box = page.getByLabel("Markdown percentage (0–100)");
  const update = page.getByRole("button", { name: "Update markdown" });
  for (const [text, message] of [
    ["", "Provide a markdown percentage"],
    ["101", "Invalid percentage"],
    ["-1", "Invalid percentage"],
  ] as const) {
    await box.fill(text);
    await update.click();
    await expect(page.getByRole("main").getByText(message)).toBeVisible();
  }
  // What it is described as stays, unless something else is typed.
  await expect(page.getByLabel("Description")).toHaveAttribute("placeholder", "Sale");
  for (const [percentage, description] of [
    ["5.1", undefined],
    ["5.2", " Spring "],
  ] as const) {
    await box.fill(percentage);
    if (description) await page.getByLabel("Description").fill(description);
    await update.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Update markdown" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  }
  await expect(page.getByText("Markdown updated").first()).toBeVisible();
  expect(played.callsOf("POST /asset-markdown/set-global").map(({ body }) => body)).toEqual([
    { markdownPercentage: 5.1, description: "Sale" },
    { markdownPercentage: 5.2, description: "Spring" },
  ]);
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Toggled")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  expect(played.callsOf("PUT /asset-markdown/toggle-global").map(({ body }) => body)).toEqual([{}]);
  played.on("PUT /asset-markdown/toggle-global", { status: 422, json: {} });
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("main").getByText("Failed to toggle")).toBeVisible();
  figures.markdown = { success: true, data: { markdownPercentage: 5, isActive: true } };
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("main").getByText(/Somebody else has changed it meanwhile/)).toBeVisible();
  expect(played.callsOf("PUT /asset-markdown/toggle-global").length).toBe(2);
});

for (const [what, answer] of Object.entries({
  "a bare number": 2.5,
  "a number under data": { data: "2.50" },
  "an object at the top": { markup: 2.5, lastUpdated: "2026-03-04T05:06:07.000Z" },
})) {
  test(`[MARK-1] a markup answered as ${what} is shown, and set`, async ({ page, host, played }) => {
    playFigures(played).markup = answer;
    played.on("PUT /marker/markup", { status: 403, json: {} });
    await keepSession(page, host.origin, fakeSession());
    await page.goto(`${path}?tab=swap`);
    await expect(page.getByRole("group", { name: "Markup" }).getByText("2.5%")).toBeVisible();
    await page.getByLabel("Markup (%)").fill("2.6");
    await page.getByRole("button", { name: "Update markup" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Update markup" }).click();
    await expect(dialog.getByText("Failed to update markup")).toBeVisible();
    expect(played.callsOf("PUT /marker/markup").map(({ body }) => body)).toEqual([{ markup: 2.6 }]);
  });
}

test("[MARK-1] a markup that can't be fetched is said in the document's words", async ({ page, host, played }) => {
  playFigures(played);
  played.on("GET /marker/markup-record", { status: 404, json: {} });
  await keepSession(page, host.origin, fakeSession());
  await page.goto(`${path}?tab=swap`);
  await expect(page.getByText("Failed to fetch markup")).toBeVisible();
});

test("[PRICE-1] the three tabs are accessible in both themes", async ({ page, host, played }) => {
  // Each look with axe takes a while, and there are several.
  test.slow();
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  for (const tab of ["calculator", "asset", "swap"]) {
    await page.goto(`${path}?tab=${tab}`);
    if (tab === "swap") {
      await expect(page.getByText("1.5%").first()).toBeVisible();
      await page.getByLabel("Amount").fill("100000");
    }
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expectAccessible(page);
  }
});
