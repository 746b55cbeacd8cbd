import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { playFigures } from "../support/browser/played-figures.ts";
import { fill, isOff, press, question } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow, type WireRow } from "../support/played-dashboard.ts";

const sale = { type: "SWAP", status: "COMPLETED", fromCurrency: "USDT", toCurrency: "NGNB", currency: "USDT", amount: -1000 };

/** Enters an offramp rate other than the host's ₦1,450, with these rows cached. */
async function ask(rows: readonly WireRow[], rate = "1451.5") {
  const host = playDashboard(new PlayedCalls(), rows);
  playFigures(host);
  const { user } = await bootApp(host, { path: "/" });
  await screen.findAllByRole("cell");
  act(() => history.pushState(null, "", "/fees-rates?tab=offramp"));
  await fill(user, await screen.findByLabelText("Offramp rate (₦ per unit)"), rate);
  await press(user, "Update rate");
  return question();
}

test("[RATE-4] the confirmation says what the change would have meant for the last 24 h, and how much of it is cached", async () => {
  const dialog = await ask([
    wireRow(1, sale),
    wireRow(2, { ...sale, amount: -234.5 }),
    wireRow(3, { ...sale, fromCurrency: "BTC", currency: "BTC", amount: -0.5 }),
    wireRow(4, { ...sale, status: "PENDING" }),
    wireRow(26 * 60, sale),
  ]);
  expect(await dialog.findByText("On 2 sales of 1,234.5 USDT: ₦1,851.75 more paid out.")).toBeTruthy();
  expect(dialog.getByText("Can't say for 1 trade: its row doesn't carry what is needed.")).toBeTruthy();
  expect(dialog.getByText("The cache covers all of these 24 h.")).toBeTruthy();
  // The button doesn't wait for any of this.
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update rate" }))).toBe(false));
});

test("[RATE-4] where rows say nothing of a rate, nothing is made up", async () => {
  const dialog = await ask([wireRow(1, { ...sale, currency: "NGNB", amount: 1_450_000 })], "1440");
  expect(await dialog.findByText("Can't say for 1 trade: its row doesn't carry what is needed.")).toBeTruthy();
  expect(dialog.queryByText(/^On /)).toBeNull();
});
