import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { chooseItem, press } from "../support/fields.ts";
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

test("[APPR-9] from one transaction to the next, a reversal never takes the user of the one before", async () => {
  const of = (username: string, n: number) => ({ ...moved, reason: "refund", username, userId: `u-${n}`, reference: `FUND-${n}` });
  const host = playDashboard(new PlayedCalls(), [wireRow(0, of("ada", 7)), wireRow(1, of("bob", 8))]);
  const users = [
    { ...user, _id: "u-7" },
    { ...user, _id: "u-8", username: "bob", email: "bob@example.com" },
  ];
  host.on("GET /usermanagement/users", { json: { users, pagination: { total: 2, skip: 0 } } });
  const { user: person } = await bootApp(host, { session: fakeSession(new Date(), {}, "reverse-two") });
  await chooseItem(person, await screen.findByRole("button", { name: /^Actions for .*FUND-7/ }), "View Full Details");
  const panel = await screen.findByRole("dialog");
  await waitFor(() => expect(link(panel)?.getAttribute("href")).toContain("ada%40"));
  const shown = new Set<string>();
  const look = new MutationObserver(() => shown.add(link(panel)?.getAttribute("href") ?? ""));
  look.observe(panel, { attributes: true, childList: true, subtree: true, characterData: true });
  await press(person, "Next", within(panel));
  await waitFor(() => expect(link(panel)?.getAttribute("href")).toMatch(/bob%40.*FUND-8/));
  look.disconnect();
  expect([...shown].filter((href) => href.includes("ada%40") && href.includes("FUND-8"))).toEqual([]);
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
