import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { chooseItem } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

const moved = { type: "DEPOSIT", status: "COMPLETED", currency: "BTC", amount: 0.25, reference: "FUND-7", userId: "u-1", username: "ada" };
const user = { _id: "u-1", username: "ada", email: "ada@example.com", createdAt: "2026-01-01T00:00:00Z" };

/** Opens the details of a host's only transaction. */
async function details(fields: object, permissions: object = {}): Promise<HTMLElement> {
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { ...moved, ...fields })]);
  host.on("GET /usermanagement/users", { json: { users: [user], pagination: { total: 1, skip: 0 } } });
  const session = fakeSession(new Date(), { permissions: { canViewTransactions: true, ...permissions } }, `reverse-${Math.random()}`);
  const { user: person } = await bootApp(host, { session });
  await chooseItem(person, await screen.findByRole("button", { name: /^Actions for / }), "View Full Details");
  const panel = await screen.findByRole("dialog");
  await within(panel).findByText("FUND-7");
  return panel;
}
const link = (panel: HTMLElement) => within(panel).queryByRole("link", { name: "Reverse…" });

test("[APPR-9, APPR-2] a transaction with an admin's reason shows it with its note, and leads to its reversal for its user", async () => {
  const panel = await details({ reason: "refund", note: "Ticket 7" }, { canFundUsers: true });
  expect(panel.textContent).toMatch(/reason.*refund.*note.*Ticket 7/s);
  await waitFor(() =>
    expect(link(panel)?.getAttribute("href")).toBe(
      "/funding?operation=deduct&email=ada%40example.com&currency=BTC&amount=0.25&reverses=FUND-7",
    ),
  );
});

test("[APPR-9] the reversal of a deduction is a funding of the same amount", async () => {
  const panel = await details({ type: "WITHDRAWAL", amount: -0.25, reason: "refund" }, { canFundUsers: true });
  expect((await within(panel).findByRole("link", { name: "Reverse…" })).getAttribute("href")).toMatch(
    /operation=fund&(email=[^&]*&)?currency=BTC&amount=0\.25/,
  );
});

test.each([
  ["what no admin moved", {}, true],
  ["what is reversed already", { reason: "refund", reversedBy: "DEDUCT-8" }, true],
  ["an admin who may not fund", { reason: "refund" }, false],
] as const)("[APPR-9, AUTH-18] %s gets no “Reverse…”", async (_, fields, may) => {
  const panel = await details(fields, { canFundUsers: may });
  await within(panel).findByRole("button", { name: "Print" });
  expect(link(panel)).toBeNull();
});
