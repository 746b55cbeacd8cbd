import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";

const cutOff = (): PlayedCalls =>
  new PlayedCalls()
    .on("GET /set-fee/crypto-fee", { is: "cut" })
    .on("GET /set-fee/crypto-fee/BTC/Bitcoin", { is: "cut" })
    .on("GET /asset-markdown/global", { is: "cut" });

test("[FEE-3, SYNC-2] a fee that could not be asked for is not said to be missing at the host", async () => {
  await bootApp(cutOff(), { path: "/fees-rates/view/BTC/Bitcoin" });
  expect(await screen.findByText(/The host can't be reached, and nothing of this is kept/)).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "View all fees" })).toBeTruthy();
  expect(screen.queryByText(/No fee for|The host lists none/)).toBeNull();
});

test("[FEE-3] a fee that the host doesn't know is said to be missing", async () => {
  const host = cutOff().on("GET /set-fee/crypto-fee/BTC/Bitcoin", { status: 404, json: { message: "No such fee" } });
  await bootApp(host, { path: "/fees-rates/view/BTC/Bitcoin" });
  expect(await screen.findByText("No fee for BTC on Bitcoin")).toBeTruthy();
});

test("[FEE-4, SYNC-2] a fee is said to be new to the host only once its fees are known", async () => {
  const host = cutOff();
  await bootApp(host, { path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin" });
  expect(await screen.findByLabelText("Network fee (USD)")).toBeTruthy();
  expect(screen.queryByText(/The host has no fee for this pair yet/)).toBeNull();
});

test("[FEE-4] a fee that the host's list doesn't have is said to be new", async () => {
  const host = cutOff().on("GET /set-fee/crypto-fee", { json: { success: true, data: [] } });
  await bootApp(host, { path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin" });
  expect(await screen.findByText(/The host has no fee for this pair yet/)).toBeTruthy();
});
