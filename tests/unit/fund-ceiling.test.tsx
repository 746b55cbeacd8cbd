import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { priceIn } from "../../src/contract/price-in.ts";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers, wireUsers } from "../support/browser/played-users.ts";
import { PlayedCalls } from "../support/played-calls.ts";

test("[FUND-3] what a unit is worth is told by a balance of which both sides are known, and of dollars always", () => {
  expect(priceIn("USDT", undefined)?.toFixed()).toBe("1");
  expect(priceIn("BTC", { btcBalance: "2", btcBalanceUSD: "134501" })?.toFixed()).toBe("67250.5");
  for (const balances of [
    undefined,
    {},
    { btcBalance: "2" },
    { btcBalance: "0.0001", btcBalanceUSD: "6.73" },
    { btcBalance: "0", btcBalanceUSD: "500" },
  ])
    expect(priceIn("BTC", balances)).toBeUndefined();
});

test("[FUND-2] a funding above config.json's ceiling is refused at its field, before the question; a deduction isn't", async () => {
  const host = playUsers(new PlayedCalls(), wireUsers(3));
  const { user } = await bootApp(host, { path: "/funding", config: { fundCeilingUsd: 5000 } });
  const form = await screen.findByRole("form", { name: "Fund User" });
  await user.type(within(form).getByLabelText("User Email"), "user001@example.com");
  await user.selectOptions(within(form).getByLabelText("Currency"), "USDT");
  await user.type(within(form).getByLabelText("Amount"), "5000.5");
  expect(within(form).getByText("This is worth about 5,001 USD. One funding may be worth 5,000 USD at most.")).toBeTruthy();
  await user.click(within(form).getByRole("button", { name: "Fund User" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.selectOptions(within(form).getByLabelText("Operation"), "deduct");
  expect(within(form).queryByText(/One funding may be worth/)).toBeNull();
  await user.selectOptions(within(form).getByLabelText("Operation"), "fund");
  await user.clear(within(form).getByLabelText("Amount"));
  await user.type(within(form).getByLabelText("Amount"), "5000");
  await user.click(within(form).getByRole("button", { name: "Fund User" }));
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
});
