import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow } from "../support/played-dashboard.ts";

const ada = {
  id: "u-ada",
  username: "ada",
  email: "ada@example.com",
  phonenumber: "+2348012345678",
  kycLevel: 2,
  kycStatus: "verified",
  createdAt: "2026-01-01T00:00:00.000Z",
};

test("[FIND-5] a user's page has one timeline, with sources and gaps, and shows one kind of it", async () => {
  const rows = [
    wireRow(1, { username: "ada", userId: "u-ada", type: "WITHDRAWAL", status: "PENDING", currency: "NGNB", amount: -5000 }),
    wireRow(2, { username: "bob", userId: "u-bob" }),
    ...Array.from({ length: 60 }, (_, n) => wireRow(n + 3)),
  ];
  const host = playDashboard(new PlayedCalls(), rows)
    .on("GET /analytics/recent-transactions", pageOf(rows))
    .on("GET /usermanagement/users", { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } })
    .on("GET /admin/users/wallets", { json: { email: ada.email, wallets: {}, balances: {} } });
  const { user } = await bootApp(host, { path: "/" });
  await screen.findByRole("cell", { name: "ada" });
  localStorage.setItem("counterfoil.clock", String(-7_200_000));
  act(() => history.pushState(null, "", `/user-management/summary?email=${encodeURIComponent(ada.email)}`));
  // The first table may be one without transactions, from before the user's name is known.
  expect(await screen.findByText("Withdrawal · -5,000.00 NGNB · Pending")).toBeTruthy();
  const table = within(screen.getByRole("table", { name: "Timeline" }));
  expect(await table.findByText(/^Cached, as of \d\d:\d\d$/)).toBeTruthy();
  // Seen by this device, whose clock is two hours ahead of the host's.
  const kyc = (await table.findByText("KYC level 2 · Verified")).closest("tr");
  expect(kyc?.textContent).toMatch(/^(now|\d+ sec\. ago)/);
  expect(await table.findByText(/^Transactions before .* are not on this device\.$/)).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "KYC");
  await waitFor(() => expect(table.queryByText(/Withdrawal/)).toBeNull());
  expect(table.getByText("KYC level 2 · Verified")).toBeTruthy();
  expect(screen.getByText("KYC: as it was last seen; earlier changes are not known.")).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "The host's log");
  expect(await screen.findByText("Nothing of this kind is on this device.")).toBeTruthy();
});
