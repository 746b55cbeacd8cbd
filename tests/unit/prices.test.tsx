import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { type PlayedFigures, playFigures } from "../support/browser/played-figures.ts";
import { fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const path = "/fees-rates/price-calculator";
const calculate = "GET /asset-markdown/calculate-price";

interface Opening {
  readonly tab?: "asset" | "swap";
  /** Sets the host up before the screen opens. */
  readonly play?: (figures: PlayedFigures, host: PlayedCalls) => void;
}

/** Opens the price calculator, or another tab of its screen. */
async function open({ tab, play }: Opening = {}) {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  play?.(figures, host);
  const { user } = await bootApp(host, { path: tab ? `${path}?tab=${tab}` : path });
  await screen.findByRole("tabpanel");
  return { host, figures, user, main: within(screen.getByRole("main")) };
}

test("[PRICE-1, PRICE-2] the host calculates a price, asked without a token; what is wrong is said in the document's words", async () => {
  const data = { asset: "BTC", originalPrice: 1000, discountAmount: 50, discountedPrice: 950, markdownPercentage: 5, isActive: true };
  const { host, user, main } = await open({ play: (_, played) => played.on(calculate, { json: { success: true, data } }) });
  const heard = within(await screen.findByRole("log"));
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Price Calculator", "Global Asset", "Global Swap"]);
  await press(user, "Calculate");
  expect(main.getByText("Provide an amount")).toBeTruthy();
  expect(main.getByText("Provide an asset label")).toBeTruthy();
  await user.type(main.getByLabelText("Asset Label"), "BTC");
  for (const wrong of ["0", "-5", "abc"]) {
    await fill(user, main.getByLabelText("Original Price"), wrong);
    await press(user, "Calculate");
    expect(main.getByText("Invalid amount")).toBeTruthy();
  }
  await fill(user, main.getByLabelText("Original Price"), "1000");
  await press(user, "Calculate");
  await main.findByText("N950.00");
  await heard.findByText(/^Discounted price · .+: N950\.00$/);
  expect(main.getByText("N50.00")).toBeTruthy();
  await screen.findByText("Price calculated");
  expect(host.callsOf(calculate).map(({ query, authorization }) => [query, authorization])).toEqual([
    [{ originalPrice: "1000", asset: "BTC" }, undefined],
  ]);
  host.on(calculate, { json: { success: false, message: "No such asset" } });
  await press(user, "Calculate");
  await main.findByText("No such asset");
  host.on(calculate, { status: 422, json: {} });
  await press(user, "Calculate");
  await main.findByText("Failed to calculate");
});

test("[PRICE-3, SYNC-8] a markdown that could not be read is not said to be none", async () => {
  const page = { body: "<h1>Sign in to this network</h1>", contentType: "text/html" };
  const { main } = await open({ tab: "asset", play: (_, host) => host.on("GET /asset-markdown/global", page) });
  await main.findByText("Failed to fetch markdown");
  expect(main.getByRole("button", { name: "Enable or disable", description: "The markdown is not known yet." })).toBeTruthy();
  expect(main.queryByText("No markdown is set.")).toBeNull();
});

test("[PRICE-2] without the host nothing is calculated by a markdown of which it didn't say whether it is active", async () => {
  const { user, main } = await open({
    tab: "asset",
    play: (figures, host) => {
      figures.markdown = { success: true, data: { markdownPercentage: 5, isActive: null } };
      host.on(calculate, { is: "cut" });
    },
  });
  await main.findByText(/The host doesn't say whether the markdown is active/);
  await user.click(screen.getByRole("tab", { name: "Price Calculator" }));
  await user.type(await main.findByLabelText("Asset Label"), "BTC");
  await fill(user, main.getByLabelText("Original Price"), "1000");
  await press(user, "Calculate");
  await main.findByText("The host can't be reached, and it didn't say whether the markdown is active.");
  expect(main.queryByText("Discounted price · BTC")).toBeNull();
});

test("[PRICE-4] a fee whose currency the host writes in lower case is that of the swap", async () => {
  const { user, main } = await open({
    tab: "swap",
    play: (figures) => {
      figures.fees = [{ currency: "usdt", network: "Tron", networkName: "TRC-20", networkFee: 1 }];
    },
  });
  await user.selectOptions(main.getByLabelText("From"), "USDT");
  await user.selectOptions(main.getByLabelText("To"), "NGN");
  await waitFor(() =>
    expect([...main.getByLabelText("Network").querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual(["TRC-20"]),
  );
});

test("[PRICE-4, SYNC-8] a swap says that the fee is not known, and that a rate of 0 is none", async () => {
  const { user, main } = await open({
    tab: "swap",
    play: (figures, host) => {
      figures.onramp = { success: true, data: { rate: 0 } };
      host.on("GET /set-fee/crypto-fee", { status: 422, json: {} });
    },
  });
  await main.findByText("Failed to fetch crypto fees");
  expect([...main.getByLabelText("Network").querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
    "Fees not known yet",
  ]);
  await fill(user, main.getByLabelText("Amount"), "100");
  await main.findByText("The onramp rate is not known.");
  await user.selectOptions(main.getByLabelText("From"), "USDT");
  await user.selectOptions(main.getByLabelText("To"), "NGN");
  const inUse = within(main.getByRole("region", { name: "Figures in use" }));
  await inUse.findByText("Network fee of USDT");
  // All others have loaded by then.
  await waitFor(() => expect(inUse.getAllByText("not known, taken as 0")).toHaveLength(1));
});

test.each(
  Object.entries({
    "markdown, active and last_updated": { data: { markdown: "7.5", active: 1, last_updated: "2026-03-04T05:06:07.000Z" } },
    "lastUpdated and no formattedPercentage": {
      success: true,
      data: { markdownPercentage: 7.5, isActive: true, lastUpdated: 1772600767000 },
    },
    "fields at the top": { markdownPercentage: 7.5, isActive: "true" },
  }),
)("[PRICE-3] a markdown answered with %s is shown", async (_, answer) => {
  const { host, main } = await open({
    tab: "asset",
    play: (figures) => {
      figures.markdown = answer;
    },
  });
  const current = await main.findByRole("group", { name: "Current markdown" });
  await within(current).findByText("7.5%");
  expect(main.getByRole("button", { name: "Disable" })).toBeTruthy();
  expect(host.callsOf("GET /asset-markdown/global")[0]?.authorization).toBeUndefined();
});

test("[PRICE-3] a markdown whose state the host doesn't tell can't be toggled, also where only the reread leaves it out", async () => {
  const { host, figures, user, main } = await open({ tab: "asset" });
  await main.findByRole("button", { name: "Disable" });
  figures.markdown = { success: true, data: { markdownPercentage: 5, isActive: null } };
  await press(user, "Disable");
  await main.findByText(/The host doesn't say whether the markdown is active/, { ignore: "span" });
  const button = await main.findByRole("button", { name: "Enable or disable" });
  expect(isOff(button)).toBe(true);
  await user.click(button);
  expect(host.callsOf("PUT /asset-markdown/toggle-global")).toEqual([]);
});

test("[PRICE-3, RATE-3] a markdown whose percentage has moved unseen isn't toggled", async () => {
  const { host, figures, user, main } = await open({ tab: "asset" });
  await main.findByRole("button", { name: "Disable" });
  figures.markdown = { success: true, data: { markdownPercentage: 50, isActive: true } };
  await press(user, "Disable");
  await main.findByText(/Somebody else has changed it meanwhile/, { ignore: "span" });
  expect(host.callsOf("PUT /asset-markdown/toggle-global")).toEqual([]);
});

test("[PRICE-3, RATE-3] the markdown is set and toggled, with the document's checks and words", async () => {
  const set = "POST /asset-markdown/set-global";
  const toggle = "PUT /asset-markdown/toggle-global";
  const { host, figures, user, main } = await open({
    tab: "asset",
    play: (before, played) =>
      played.on(set, { json: { success: true } }).on(toggle, () => {
        before.markdown = { success: true, data: { markdownPercentage: 5, isActive: false } };
        return { json: { success: true } };
      }),
  });
  const box = main.getByLabelText("Markdown percentage (0–100)");
  for (const [text, message] of [
    ["", "Provide a markdown percentage"],
    ["101", "Invalid percentage"],
    ["-1", "Invalid percentage"],
  ] as const) {
    await fill(user, box, text);
    await press(user, "Update markdown");
    expect(main.getByText(message)).toBeTruthy();
  }
  // The description is kept unless another one is typed.
  await waitFor(() => expect(main.getByLabelText("Description").getAttribute("placeholder")).toBe("Sale"));
  for (const [percentage, description] of [
    ["5.1", undefined],
    ["5.2", " Spring "],
  ] as const) {
    await fill(user, box, percentage);
    if (description) await user.type(main.getByLabelText("Description"), description);
    await press(user, "Update markdown");
    await press(user, "Update markdown", await question());
    await noDialog();
  }
  expect((await screen.findAllByText("Markdown updated")).length).toBeGreaterThan(0);
  expect(host.callsOf(set).map(({ body }) => body)).toEqual([
    { markdownPercentage: 5.1, description: "Sale" },
    { markdownPercentage: 5.2, description: "Spring" },
  ]);
  await press(user, "Disable");
  await screen.findByText("Toggled");
  await main.findByRole("button", { name: "Enable" });
  expect(host.callsOf(toggle).map(({ body }) => body)).toEqual([{}]);
  host.on(toggle, { status: 422, json: {} });
  await press(user, "Enable");
  await main.findByText("Failed to toggle");
  figures.markdown = { success: true, data: { markdownPercentage: 5, isActive: true } };
  await press(user, "Enable");
  await main.findByText(/Somebody else has changed it meanwhile/);
  expect(host.callsOf(toggle).length).toBe(2);
});

test("[PRICE-3, RATE-3] a description that is not changed goes out as the host has it now, also where it was typed and emptied", async () => {
  const set = "POST /asset-markdown/set-global";
  const { host, figures, user, main } = await open({ tab: "asset", play: (_, played) => played.on(set, { json: { success: true } }) });
  const description = await main.findByPlaceholderText("Sale");
  await user.type(description, "x{Backspace}");
  await user.type(main.getByLabelText("Markdown percentage (0–100)"), "5.1");
  await press(user, "Update markdown");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update markdown" }))).toBe(false));
  figures.markdown = { success: true, data: { markdownPercentage: 5, description: "Spring", isActive: true } };
  await press(user, "Update markdown", dialog);
  await screen.findByText("Markdown updated");
  expect(host.callsOf(set).map(({ body }) => body)).toEqual([{ markdownPercentage: 5.1, description: "Spring" }]);
});

test("[PRICE-3, RATE-3] a description that another admin has changed unseen is shown before another one takes its place", async () => {
  const set = "POST /asset-markdown/set-global";
  const { host, figures, user, main } = await open({ tab: "asset", play: (_, played) => played.on(set, { json: { success: true } }) });
  await user.type(await main.findByPlaceholderText("Sale"), "Mine");
  await user.type(main.getByLabelText("Markdown percentage (0–100)"), "5.1");
  await press(user, "Update markdown");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update markdown" }))).toBe(false));
  figures.markdown = { success: true, data: { markdownPercentage: 5, description: "Spring", isActive: true } };
  await press(user, "Update markdown", dialog);
  expect(await dialog.findByText("It has been changed meanwhile: the host now has 5% · Spring")).toBeTruthy();
  expect(host.callsOf(set)).toEqual([]);
  await press(user, "Update markdown", dialog);
  await screen.findByText("Markdown updated");
  expect(host.callsOf(set).map(({ body }) => body)).toEqual([{ markdownPercentage: 5.1, description: "Mine" }]);
});

test.each(
  Object.entries({
    "a bare number": 2.5,
    "a number under data": { data: "2.50" },
    "an object at the top": { markup: 2.5, lastUpdated: "2026-03-04T05:06:07.000Z" },
  }),
)("[MARK-1] a markup answered as %s is shown, and set", async (_, answer) => {
  const { host, user, main } = await open({
    tab: "swap",
    play: (figures, played) => {
      figures.markup = answer;
      played.on("PUT /marker/markup", { status: 403, json: {} });
    },
  });
  await within(await main.findByRole("group", { name: "Markup" })).findByText("2.5%");
  await fill(user, main.getByLabelText("Markup (%)"), "2.6");
  await press(user, "Update markup");
  const dialog = await question();
  await press(user, "Update markup", dialog);
  await dialog.findByText("Failed to update markup");
  expect(host.callsOf("PUT /marker/markup").map(({ body }) => body)).toEqual([{ markup: 2.6 }]);
});

test("[MARK-1] a markup that can't be fetched is said in the document's words", async () => {
  await open({ tab: "swap", play: (_, played) => played.on("GET /marker/markup-record", { status: 404, json: {} }) });
  expect((await screen.findAllByText("Failed to fetch markup")).length).toBeGreaterThan(0);
});
