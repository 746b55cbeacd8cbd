import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { byKey, chooseItem } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { analyticsAnswer, pageOf, playDashboard, wireRow, type WireRow, wireRows } from "../support/played-dashboard.ts";
import { quickClock } from "../support/quick-clock.ts";
import { refreshUntil } from "../support/refresh-until.ts";

const cards = ["Total Users", "Total Trades", "Completed Trades", "Pending Trades", "Transaction Volume"];
const shownOn = (card: string) => screen.getByRole("group", { name: card }).children[1]?.textContent;

test('[DASH-1] the cards show the host\'s figures, the volume in whole dollars, and "..." until they are there', async () => {
  const answer = new Gate();
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/dashboard", async () => {
    await answer.opened;
    return { json: analyticsAnswer };
  });
  await bootApp(host);
  await screen.findByText("Total Users");
  expect(cards.map(shownOn)).toEqual(cards.map(() => "..."));
  answer.open();
  await waitFor(() => expect(cards.map(shownOn)).toEqual(["1,234", "900", "800", "100", "$1,234,568"]));
});

test("[DASH-1] a missing figure is a dash, and the users are counted from the users' list", async () => {
  const host = playDashboard(new PlayedCalls())
    .on("GET /analytics/dashboard", { json: { data: { chatbotTrades: null } } })
    .on("GET /usermanagement/users", { json: { users: [{ _id: "a" }, { _id: "b" }], pagination: { total: 42, skip: 0 } } });
  await bootApp(host);
  await screen.findByText("Total Users");
  await waitFor(() => expect(cards.map(shownOn)).toEqual(["42", "—", "—", "—", "—"]));
  expect(screen.getByText("Known from the users' list")).toBeTruthy();
});

test.each([
  ["Failed to load dashboard analytics", "GET /analytics/dashboard"],
  ["Failed to load transactions", "GET /analytics/recent-transactions"],
])('[DASH-1, DASH-5] a call that fails says "%s"', async (says, call) => {
  await bootApp(playDashboard(new PlayedCalls()).on(call, { status: 500, json: {} }));
  expect((await screen.findAllByText(says)).length).toBeGreaterThan(0);
});

test("[DASH-3] a row shows its user, type, detail, signed amount with currency, status, cut reference and date", async () => {
  const host = playDashboard(new PlayedCalls(), [
    wireRow(0, {
      username: "ada",
      type: "SWAP",
      fromCurrency: "BTC",
      toCurrency: "USDT",
      swapType: "MARKET",
      amount: "-0.123456789",
      currency: "BTC",
    }),
    wireRow(1, { type: "WITHDRAWAL", bankName: "Zenith Bank", accountNumberMasked: "******1234", amount: -1500, currency: "NGNB" }),
    wireRow(2, { type: "INTERNAL_TRANSFER_SENT", recipientUsername: "grace" }),
    wireRow(3, { type: "INTERNAL_TRANSFER_RECEIVED", senderUsername: "linus", amount: 1 }),
    wireRow(4, { type: "GIFTCARD", cardType: "STEAM", country: "CANADA", amount: 25, currency: "USD" }),
  ]);
  await bootApp(host, { path: "/dashboard" });
  await screen.findByRole("cell", { name: "ada" });
  const rows = screen
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);
  const wanted = [
    [/ada/, /BTC → USDT/, /MARKET/, /[-−]0\.12345679\s*BTC/, /Successful/, /REF-00000-AB…?\S/],
    [/Zenith Bank/, /\*{6}1234/, /[-−]1,500\.00\s*NGNB/],
    [/grace/],
    [/linus/, /\+1\.00/],
    [/STEAM/, /CANADA/, /USD/],
  ];
  for (const [n, parts] of wanted.entries()) for (const part of parts) expect(rows[n]).toMatch(part);
  await waitFor(() => expect(screen.getByTitle("REF-00000-ABCDEFGH").textContent).toMatch(/^REF-00000-AB…?$/));
  expect(host.callsOf("GET /analytics/recent-transactions")[0]?.query).toEqual({ page: "1", limit: "50" });
});

test("[DASH-2] the table says to screen readers how many rows there are and which ones these are", async () => {
  await bootApp(playDashboard(new PlayedCalls(), wireRows(60)));
  await screen.findByRole("cell", { name: "user3" });
  expect(Number(screen.getByRole("table").getAttribute("aria-rowcount"))).not.toBe(0);
  const places = screen.getAllByRole("row").map((row) => Number(row.getAttribute("aria-rowindex")));
  expect(places.slice(0, 3)).toEqual([1, 2, 3]);
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  for (const name of [/user/i, /type/i, /amount/i, /status/i, /reference/i, /date/i])
    expect(heads.some((head) => name.test(head ?? ""))).toBe(true);
});

test("[DASH-9, SYNC-3] the details follow what the host says of their transaction, and stay when it lists it no more", async () => {
  const rows = wireRows(3, { status: "PENDING" });
  const host = playDashboard(new PlayedCalls(), rows);
  const { user } = await bootApp(host);
  await chooseItem(user, /Actions for REF-00001/, "View Full Details");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Pending")).toBeTruthy();
  // Open details are refetched by a call of their own: both give the same answer.
  const says = (list: readonly WireRow[]) =>
    host.on("GET /analytics/recent-transactions", pageOf(list)).on("GET /analytics/filter", pageOf(list));
  says(rows.map((row, n) => (n === 1 ? { ...row, status: "COMPLETED", fee: 7 } : row)));
  await refreshUntil(() => expect(within(dialog).getByText("Completed")).toBeTruthy());
  expect(within(dialog).getByText("fee", { selector: "dt" })).toBeTruthy();
  says(rows.filter((_, n) => n !== 1));
  await refreshUntil(() => expect(screen.queryByText("user1", { selector: "td" })).toBeNull());
  expect(within(dialog).getByText("Completed")).toBeTruthy();
});

test("[AUTH-1] without a session the app opens at the sign-in page", async () => {
  await bootApp(new PlayedCalls(), { path: "/users", session: "nobody" });
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
  expect(location.pathname).toBe("/login");
});

test("[CONF-1] a wrong field in config.json is named, and nothing is asked of any host", async () => {
  const host = new PlayedCalls();
  await bootApp(host, { config: { retentionHours: "long" } });
  expect((await screen.findByRole("alert")).textContent).toContain("retentionHours");
  expect(host.calls).toEqual([]);
});

test("[CONF-1] a server that doesn't give config.json is said to, no field is blamed, and it can be asked again", async () => {
  const host = new PlayedCalls();
  let answer = () => new Response("Bad gateway", { status: 502 });
  const { user } = await bootApp(host, { path: "/login", session: "nobody", config: async () => answer() });
  expect((await screen.findByRole("alert")).textContent).toContain("status 502");
  expect(screen.queryByText(/is wrong|Correct the file/)).toBeNull();
  answer = () => new Response("", { status: 503 });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => screen.getByRole("alert").textContent).toContain("status 503");
  answer = () => Response.json({});
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
});

test("[DASH-5, SYNC-8] a list that could not be fetched goes on saying so while it is asked for again", async () => {
  const clock = quickClock();
  const list = "GET /analytics/recent-transactions";
  const host = playDashboard(new PlayedCalls()).on(list, { status: 400, json: {} });
  await bootApp(host);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  host.on(list, { is: "silence" });
  const before = host.callsOf(list).length;
  await clock.passUntil(5000, () => expect(host.callsOf(list).length).toBeGreaterThan(before));
  await clock.pass(2000);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

describe("[A11Y] the focus of somebody who presses by key", () => {
  const list = "GET /analytics/recent-transactions";
  /** What keeps the focus comes with the selection, after the screen. */
  const untilSelectable = () => screen.findByRole("checkbox", { name: "Select all that are loaded", hidden: true });

  test("[DASH-5] stays in a list that is fetched again", async () => {
    const host = playDashboard(new PlayedCalls()).on(list, { status: 400, json: {} });
    const { user } = await bootApp(host);
    await screen.findByText("Failed to load transactions");
    await untilSelectable();
    host.on(list, pageOf(wireRows(3)));
    await byKey(user, "Try again");
    await screen.findByRole("cell", { name: "user1" });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Transactions" })));
  });

  test("[SYNC-8] goes to the screen's beginning from a notice that is dismissed there", async () => {
    const { user } = await bootApp(playDashboard(new PlayedCalls()).on(list, { json: [] }));
    const main = within(await screen.findByRole("main"));
    await byKey(user, "Dismiss", main);
    await waitFor(() => expect(main.queryByRole("button", { name: "Dismiss" })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });
});
