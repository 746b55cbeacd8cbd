import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { draftOf } from "../../src/app/screens/transactions/filter-params.ts";
import { readTyped } from "../../src/app/screens/transactions/query/read-typed.tsx";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

const paging = { page: "1", limit: "50" };
const asked = (host: PlayedCalls) => host.callsOf("GET /analytics/filter").map(({ query }) => query);
const box = () => screen.findByLabelText<HTMLInputElement>("Search transactions");

const rows = [
  wireRow(0, { username: "ada", amount: "1000" }),
  wireRow(1, { username: "adam", amount: "1000.5" }),
  wireRow(2, { username: "bob", amount: "5000", reference: "ada-to-bob" }),
];

async function open(host: PlayedCalls) {
  const { user } = await bootApp(playDashboard(host, rows));
  await screen.findByRole("cell", { name: "adam" });
  return user;
}

test("[DASH-7] terms typed into the search box become filters, chips and the URL, and the host is asked for them", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await user.type(await box(), "type:deposit status:SUCCESSFUL currency:btc verified:email from:2026-01-01 gtb bank{Enter}");
  await waitFor(() =>
    expect(asked(host).at(-1)).toEqual({
      searchTerm: "gtb bank",
      transactionType: "DEPOSIT",
      transactionStatus: "SUCCESSFUL",
      currency: "BTC",
      userVerificationStatus: "emailVerified",
      dateFrom: "2026-01-01",
      ...paging,
    }),
  );
  await waitFor(async () => expect((await box()).value).toBe("gtb bank"));
  const chips = await screen.findByRole("group", { name: "Active filters" });
  expect(within(chips).getByRole("button", { name: "Remove Transaction type Deposit" })).toBeTruthy();
  expect(location.search).toContain("transactionStatus=SUCCESSFUL");
});

test("[DASH-7, DASH-10] what the host has no parameter for is asked for as narrowly as it can be, and sifted from its answer", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await user.type(await box(), "user:ada amount>1000{Enter}");
  await waitFor(() => expect(asked(host).at(-1)).toEqual({ searchTerm: "ada", minAmount: "1000", ...paging }));
  expect(await screen.findByText("No more transactions to load")).toBeTruthy();
  expect(await screen.findByRole("cell", { name: "adam" })).toBeTruthy();
  expect(screen.queryAllByRole("cell", { name: /^(ada|bob)$/ })).toEqual([]);
  expect(await screen.findByRole("button", { name: "Remove Amount above 1,000" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Remove User ada" })).toBeTruthy();
});

test("[DASH-6, DASH-7] pages that hold nothing of the query don't end the list", async () => {
  const many = Array.from({ length: 130 }, (_, n) => wireRow(n, { username: n === 120 ? "ada" : `user${n}`, reference: `ada-${n}` }));
  await bootApp(playDashboard(new PlayedCalls(), many), { path: "/?user=ada" });
  expect(await screen.findByRole("cell", { name: "ada" })).toBeTruthy();
  expect(await screen.findByText("No more transactions to load")).toBeTruthy();
});

test("[DASH-7] a mistake is pointed at and nothing is asked for; the suggestion is taken with one button", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await user.type(await box(), "gtb type:SWOP{Enter}");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("“SWOP” is none of SWAP");
  expect(alert.textContent).toContain("At 5");
  const input = await box();
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe("type:SWOP");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(asked(host)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Use type:SWAP" }));
  await waitFor(() => expect(asked(host)).toEqual([{ searchTerm: "gtb", transactionType: "SWAP", ...paging }]));
  expect(screen.queryByText(/“SWOP” is none/)).toBeNull();
});

test("[DASH-7] a query that is read only after its screen was left takes nobody back to it", async () => {
  expect(await readTyped("status:failed", draftOf({}), null, "", () => {})).toEqual({ notice: undefined });
});
