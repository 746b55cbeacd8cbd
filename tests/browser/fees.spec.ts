import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/browser/gate.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

test("[FEE-1, FEE-2] the fees are listed under their breadcrumbs, the first of three tabs", async ({ page, host, played }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  for (const crumb of ["Fees & Rates", "Crypto Fees", "View all fees & rates"])
    await expect(crumbs.getByText(crumb, { exact: true })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["Crypto Fees", "Onramp Rate", "Offramp Rate"]);
  await expect(page.getByRole("row").nth(2).getByRole("cell", { name: "$1.00" })).toBeVisible();
  await page.getByRole("tab", { name: "Offramp Rate" }).click();
  await expect(page).toHaveURL(/tab=offramp/);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Offramp Rate" })).toHaveAttribute("aria-selected", "true");
});

test("[FEE-2] no fee, and a fetch that failed, are said in the document's words", async ({ page, host, played }) => {
  playFigures(played).fees = [];
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  await expect(page.getByText("No results.")).toBeVisible();
  played.on("GET /set-fee/crypto-fee", { status: 403, json: { message: "Not for you" } });
  await page.reload();
  await expect(page.getByText("Failed to fetch crypto fees")).toBeVisible();
});

test("[FEE-3] one fee opens by its address, encoded, and by the row menu", async ({ page, host, played }) => {
  const figures = playFigures(played);
  const odd = { currency: "USDT", network: "BNB/BEP 20", networkName: "BNB Smart Chain", networkFee: "0.30" };
  figures.fees.push(odd);
  played.on("GET /set-fee/crypto-fee/USDT/BNB%2FBEP%2020", { json: { success: true, data: odd } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  await page.getByRole("button", { name: "Actions for USDT on BNB/BEP 20" }).click();
  await page.getByRole("menuitem", { name: "View" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "View Specific Fee" })).toBeVisible();
  await expect(page.getByText("$0.30").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("$0.30").first()).toBeVisible();
  expect(played.callsOf("GET /set-fee/crypto-fee/USDT/BNB%2FBEP%2020").length).toBeGreaterThan(0);
});

test("[FEE-3] a fee that can't be fetched falls back to what came along, and says what failed", async ({ page, host, played }) => {
  playFigures(played);
  played.on("GET /set-fee/crypto-fee/BTC/Bitcoin", { status: 404, json: { message: "No such fee" } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  await page.getByRole("link", { name: "BTC" }).click();
  await expect(page.getByText("Failed to fetch crypto fee")).toBeVisible();
  await expect(page.getByText("$2.50").first()).toBeVisible();
});

test("[FEE-4, RATE-3] a fee is updated with its name trimmed and its figure a number", async ({ page, host, played }) => {
  const figures = playFigures(played);
  played.on("PUT /set-fee/crypto-fee", ({ body }) => {
    figures.fees[1] = body as Record<string, unknown>;
    return { json: { success: true, message: "whatever" } };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  await page.getByRole("button", { name: "Actions for USDT on Tron" }).click();
  await page.getByRole("menuitem", { name: "Edit fee" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Update Fees" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("USDT");
  await expect(page.getByLabel("Network", { exact: true })).toHaveValue("Tron");
  await page.getByLabel("Network name", { exact: true }).fill("  Tron  ");
  const fee = page.getByLabel("Network fee (USD)", { exact: true });
  await fee.fill("");
  await fee.pressSequentially("1,05");
  await page.getByRole("button", { name: "Update fee" }).click();
  await expect(fee).toBeFocused();
  await expect(fee).toHaveAccessibleDescription(/“,” can't stand here/);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await fee.fill("");
  await fee.fill("1.05");
  await page.getByRole("button", { name: "Update fee" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("+5.00%")).toBeVisible();
  await dialog.getByRole("button", { name: "Update fee" }).click();
  await expect(page.getByText("Crypto fee updated")).toBeVisible();
  expect(played.callsOf("PUT /set-fee/crypto-fee").map(({ body }) => body)).toEqual([
    { currency: "USDT", network: "Tron", networkName: "Tron", networkFee: 1.05 },
  ]);
});

test("[FEE-4] without currency and network nothing is sent; a refusal says so", async ({ page, host, played }) => {
  playFigures(played);
  const held = new Gate();
  played.on("PUT /set-fee/crypto-fee", async () => {
    await held.opened;
    return { status: 422, json: {} };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates/edit-fee");
  await page.getByRole("button", { name: "Update fee" }).click();
  await expect(page.getByRole("main").getByText("Please select currency and network").first()).toBeVisible();
  for (const [label, options] of [
    ["Currency", ["BTC", "ETH", "USDT"]],
    ["Network", ["Bitcoin", "Ethereum", "Tron"]],
  ] as const)
    for (const option of options)
      await expect(page.getByLabel(label, { exact: true }).getByRole("option", { name: option })).toHaveCount(1);
  await page.getByLabel("Currency", { exact: true }).selectOption("BTC");
  await page.getByLabel("Network", { exact: true }).selectOption("Bitcoin");
  await page.getByLabel("Network name", { exact: true }).fill("Bitcoin");
  await page.getByLabel("Network fee (USD)", { exact: true }).fill("2.6");
  await page.getByRole("button", { name: "Update fee" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Update fee" }).click();
  await expect(dialog.getByRole("button", { name: "Saving…" })).toBeVisible();
  held.open();
  await expect(dialog.getByText("Failed to update fee")).toBeVisible();
});

test("[FEE-4] another choice brings its own name and fee into the boxes", async ({ page, host, played }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates/edit-fee?currency=BTC&network=Bitcoin");
  const [name, fee] = [page.getByLabel("Network name", { exact: true }), page.getByLabel("Network fee (USD)", { exact: true })];
  await expect(name).toHaveValue("Bitcoin");
  await page.getByLabel("Network", { exact: true }).selectOption("Tron");
  await expect(name).toHaveValue("");
  await expect(fee).toHaveValue("");
  await page.getByLabel("Currency", { exact: true }).selectOption("USDT");
  await expect(name).toHaveValue("Tron (TRC-20)");
  await expect(fee).toHaveValue("1");
});

test("[FEE-5] a network is renamed; currency and network can't be changed", async ({ page, host, played }) => {
  playFigures(played);
  played.on("PATCH /set-fee/crypto-fee-name", { json: { success: true, message: "Renamed" } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates/edit-network-name?currency=USDT&network=Tron");
  await expect(page.getByRole("heading", { level: 1, name: "Update Network Name" })).toBeVisible();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveAttribute("readonly");
  await page.getByLabel("Network name", { exact: true }).fill("Tron network");
  await page.getByRole("button", { name: "Update network name" }).click();
  await expect(page.getByText("Renamed")).toBeVisible();
  expect(played.callsOf("PATCH /set-fee/crypto-fee-name").map(({ body }) => body)).toEqual([
    { currency: "USDT", network: "Tron", networkName: "Tron network" },
  ]);
  played.on("PATCH /set-fee/crypto-fee-name", { json: { success: true } });
  await page.getByRole("button", { name: "Update network name" }).click();
  await expect(page.getByText("Network name updated")).toBeVisible();
  played.on("PATCH /set-fee/crypto-fee-name", { json: { success: false } });
  await page.getByRole("button", { name: "Update network name" }).click();
  await expect(page.getByRole("main").getByText("Failed to update network name")).toBeVisible();
  await page.goto("/fees-rates/edit-network-name");
  await page.getByRole("button", { name: "Update network name" }).click();
  await expect(page.getByRole("main").getByText("Currency and network are required")).toBeVisible();
});

test("[FEE-2, FEE-3, FEE-4, FEE-5, PRICE-3, SYNC-4] offline fees and markdown are readable with their age, and nothing can be sent", async ({
  page,
  host,
  played,
  context,
}) => {
  test.slow();
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates/price-calculator?tab=asset");
  await expect(page.getByText("Sale")).toBeVisible();
  await page.goto("/fees-rates");
  await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
  await untilShellIsKept(page);
  await played.cutOff(context);
  const main = page.getByRole("main");
  const age = main.getByText(/as of \d\d:\d\d/).first();
  const off = async (name: string) => {
    await expect(main.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
    await expect(main.getByRole("button", { name, exact: true })).toHaveAccessibleDescription(/connection/i);
  };
  await page.goto("/fees-rates");
  await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
  await expect(age).toBeVisible();
  await page.goto("/fees-rates/view/USDT/Tron");
  await expect(main.getByText("$1.00").first()).toBeVisible();
  await expect(age).toBeVisible();
  await page.goto("/fees-rates/edit-fee?currency=USDT&network=Tron");
  await off("Update fee");
  await page.goto("/fees-rates/edit-network-name?currency=USDT&network=Tron");
  await off("Update network name");
  await page.goto("/fees-rates/price-calculator?tab=asset");
  await expect(main.getByText("Sale")).toBeVisible();
  await expect(age).toBeVisible();
  await off("Update markdown");
  await off("Disable");
});

test("[FEE-1] the fee pages are accessible in both themes", async ({ page, host, played }) => {
  // Each look with axe takes a while, and there are several.
  test.slow();
  playFigures(played);
  played.on("GET /set-fee/crypto-fee/USDT/Tron", {
    json: { data: { currency: "USDT", network: "Tron", networkName: "Tron", networkFee: 1 } },
  });
  await keepSession(page, host.origin, fakeSession());
  for (const [path, sign] of [
    ["/fees-rates", "Actions for USDT on Tron"],
    ["/fees-rates/view/USDT/Tron", "Edit fee"],
    ["/fees-rates/edit-fee?currency=USDT&network=Tron", "Update fee"],
    ["/fees-rates/edit-network-name?currency=USDT&network=Tron", "Update network name"],
  ] as const) {
    await page.goto(path);
    await expect(
      page
        .getByRole("button", { name: sign })
        .or(page.getByRole("link", { name: sign }))
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
  }
});
