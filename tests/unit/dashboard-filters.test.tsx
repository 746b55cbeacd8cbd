import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";

const filterCall = "GET /analytics/filter";
const recentCall = "GET /analytics/recent-transactions";
const paging = { page: "1", limit: "50" };

/** Opens the dashboard of a host with five rows. */
async function open(host: PlayedCalls): Promise<UserEvent> {
  const { user } = await bootApp(playDashboard(host, wireRows(5)));
  await screen.findByRole("cell", { name: "user3" });
  return user;
}

async function openFilters(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Filters" }));
  await screen.findByLabelText("Date from");
}

const search = () => screen.findByLabelText<HTMLInputElement>("Search transactions");
const apply = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Apply Filters" }));
const asked = (host: PlayedCalls, call: string) => host.callsOf(call).map(({ query }) => query);

test("[DASH-7] the status filter offers the document's five, the verification filter its four, the type filter all seven", async () => {
  const user = await open(new PlayedCalls());
  await openFilters(user);
  const options = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].slice(1);
  expect(options("Transaction status").map(({ text }) => text)).toEqual(["Successful", "Completed", "Confirmed", "Pending", "Failed"]);
  expect(options("User verification").map(({ value }) => value)).toEqual(["emailVerified", "bvnVerified", "chatbotVerified", "unverified"]);
  expect(options("Transaction type").map(({ value }) => value)).toEqual([
    "SWAP",
    "OBIEX_SWAP",
    "DEPOSIT",
    "WITHDRAWAL",
    "GIFTCARD",
    "INTERNAL_TRANSFER_SENT",
    "INTERNAL_TRANSFER_RECEIVED",
  ]);
  for (const label of ["Min amount", "Max amount"]) expect(screen.getByLabelText(label).getAttribute("type")).toBe("number");
});

test("[DASH-7] a letter typed into the middle of the currency leaves the caret behind it", async () => {
  const user = await open(new PlayedCalls());
  await openFilters(user);
  const box = screen.getByLabelText<HTMLInputElement>("Currency");
  await user.type(box, "udt");
  await user.type(box, "sx", { initialSelectionStart: 1 });
  expect([box.value, box.selectionStart]).toEqual(["USXDT", 3]);
});

test("[DASH-5, DASH-7] every filter goes out exactly once Apply Filters is pressed, with page 1 and empty ones left out", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  // Without a filter, recent transactions are requested, fifty at a time.
  expect(asked(host, recentCall)[0]).toEqual(paging);
  await openFilters(user);
  await user.type(await search(), "ada");
  await user.type(screen.getByLabelText("Date from"), "2026-01-02");
  await user.type(screen.getByLabelText("Date to"), "2026-11-30");
  await user.selectOptions(screen.getByLabelText("Transaction type"), "WITHDRAWAL");
  await user.selectOptions(screen.getByLabelText("Transaction status"), "Pending");
  await user.selectOptions(screen.getByLabelText("User verification"), "bvnVerified");
  await user.type(screen.getByLabelText("Currency"), "btc");
  expect(screen.getByLabelText("Currency")).toHaveProperty("value", "BTC");
  await user.type(screen.getByLabelText("Min amount"), "0.5");
  await user.type(screen.getByLabelText("Max amount"), "100");
  expect(asked(host, filterCall)).toEqual([]);
  await apply(user);
  const query = {
    searchTerm: "ada",
    dateFrom: "2026-01-02",
    dateTo: "2026-11-30",
    transactionType: "WITHDRAWAL",
    transactionStatus: "PENDING",
    userVerificationStatus: "bvnVerified",
    currency: "BTC",
    minAmount: "0.5",
    maxAmount: "100",
    ...paging,
  };
  await waitFor(() => expect(asked(host, filterCall)).toEqual([query]));
  // Days don't depend on the time zone.
  expect(await screen.findByRole("button", { name: "Remove Date from Jan 2, 2026" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Remove Date to Nov 30, 2026" })).toBeTruthy();
});

test("[DASH-7, DASH-11] Enter in the search box applies; the filter is in the URL, and a start there has it", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await user.type(await search(), "user3");
  expect(asked(host, filterCall)).toEqual([]);
  await user.type(await search(), "{Enter}");
  await waitFor(() => expect(asked(host, filterCall)).toEqual([{ searchTerm: "user3", ...paging }]));
  const { search: kept } = location;
  const next = playDashboard(new PlayedCalls(), wireRows(5));
  await bootApp(next, { path: `/${kept}` });
  await waitFor(() => expect(asked(next, filterCall)).toEqual([{ searchTerm: "user3", ...paging }]));
  for (const box of await screen.findAllByLabelText("Search transactions")) expect(box).toHaveProperty("value", "user3");
});

test("[DASH-7, DASH-11] a typed %2F or %25 is searched for as it is typed", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await user.type(await search(), "100%25 a%2Fb{Enter}");
  await waitFor(() => expect(asked(host, filterCall)).toEqual([{ ...paging, searchTerm: "100%25 a%2Fb" }]));
  expect(new URLSearchParams(location.search).get("searchTerm")).toBe("100%25 a%2Fb");
  expect(await screen.findByRole("button", { name: /Remove.*100%25 a%2Fb/ })).toBeTruthy();
  expect(await search()).toHaveProperty("value", "100%25 a%2Fb");
});

test("[DASH-7] each chip can be removed singly, which leaves what is typed for another filter, and Clear All removes every filter", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  await openFilters(user);
  await user.type(screen.getByLabelText("Currency"), "usdt");
  await user.type(screen.getByLabelText("Min amount"), "1");
  await user.selectOptions(screen.getByLabelText("Transaction type"), "DEPOSIT");
  await apply(user);
  await waitFor(() =>
    expect(asked(host, filterCall).at(-1)).toEqual({ currency: "USDT", minAmount: "1", transactionType: "DEPOSIT", ...paging }),
  );
  const chips = () => screen.queryAllByRole("button", { name: /^Remove / });
  await waitFor(() => expect(chips()).toHaveLength(3));
  await user.type(screen.getByLabelText("Max amount"), "9");
  await user.click(screen.getByRole("button", { name: /^Remove .*USDT/ }));
  await waitFor(() => expect(asked(host, filterCall).at(-1)).toEqual({ minAmount: "1", transactionType: "DEPOSIT", ...paging }));
  expect(chips()).toHaveLength(2);
  expect(screen.getByLabelText("Currency")).toHaveProperty("value", "");
  expect(screen.getByLabelText("Max amount")).toHaveProperty("value", "9");

  const before = asked(host, recentCall).length;
  await user.click(screen.getByRole("button", { name: "Clear All" }));
  await waitFor(() => expect(chips()).toEqual([]));
  expect(screen.getByLabelText("Min amount")).toHaveProperty("value", "");
  expect(screen.getByLabelText("Max amount")).toHaveProperty("value", "");
  await waitFor(() => expect(asked(host, recentCall).slice(before)).toContainEqual(paging));
});

test("[DASH-8] an empty list says so, and with filters what to try", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  playDashboard(host, []);
  await openFilters(user);
  await user.type(screen.getByLabelText("Currency"), "doge");
  await apply(user);
  expect(await screen.findByText("No transactions found")).toBeTruthy();
  expect(await screen.findByText("Try adjusting your filters")).toBeTruthy();
});

test("[DASH-8] an empty host says that there are no transactions, and nothing of filters", async () => {
  await bootApp(playDashboard(new PlayedCalls(), []));
  expect(await screen.findByText("No transactions found")).toBeTruthy();
  expect(screen.queryByText("Try adjusting your filters")).toBeNull();
});

test("[DASH-5] rows under data.transactions are read as well as rows under data", async () => {
  const host = playDashboard(new PlayedCalls(), [wireRow(1)]).on(filterCall, {
    json: { success: true, data: { transactions: [wireRow(7)] }, pagination: { hasNextPage: false } },
  });
  await bootApp(host, { path: "/?searchTerm=user7" });
  expect(await screen.findByRole("cell", { name: "user7" })).toBeTruthy();
});

test("[DASH-7, DASH-11] the bank filter stands in the URL and a chip, and shows only rows of that bank", async () => {
  const rows = [wireRow(0, { username: "ofkuda", bankName: "Kuda MFB" }), wireRow(1, { username: "kudafan", bankName: "Access Bank" })];
  const host = playDashboard(new PlayedCalls(), rows);
  const { user } = await bootApp(host);
  await screen.findByRole("cell", { name: "kudafan" });
  await openFilters(user);
  await user.type(screen.getByLabelText("Bank"), "kuda");
  await apply(user);
  expect(await screen.findByRole("button", { name: "Remove Bank kuda" })).toBeTruthy();
  await waitFor(() => expect(asked(host, filterCall)[0]).toEqual({ searchTerm: "kuda", ...paging }));
  // The old list disappears before the new one appears.
  expect(await screen.findByRole("cell", { name: "ofkuda" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("cell", { name: "kudafan" })).toBeNull());
  expect(await screen.findByRole("cell", { name: "ofkuda" })).toBeTruthy();
  expect(location.search).toBe("?bank=kuda");
});

test("[DASH-5] of two filters refused one after the other, each failure is told in a toast", async () => {
  const host = new PlayedCalls();
  const user = await open(host);
  host.on(filterCall, { status: 400, json: { success: false, message: "Not today" } });
  const untilToasts = (count: number) =>
    waitFor(() => {
      const toasts = within(screen.getByRole("region", { name: /^Latest messages/ }));
      expect(toasts.getAllByText("Failed to load transactions")).toHaveLength(count);
    });
  await user.type(await search(), "ada{Enter}");
  await untilToasts(1);
  await user.type(await search(), "bob{Enter}");
  await waitFor(() => expect(asked(host, filterCall).at(-1)).toMatchObject({ searchTerm: "adabob" }));
  await untilToasts(2);
});

test("[DASH-7] a status that the search or an address names and the panel doesn't offer stands in its box, and goes by it", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(5));
  const { user } = await bootApp(host, { path: "/?transactionStatus=processing" });
  await user.click(await screen.findByRole("button", { name: /^Filters/ }));
  const status = await screen.findByLabelText<HTMLSelectElement>("Transaction status");
  expect(status.selectedOptions[0]?.text).toBe("Processing");
  await user.selectOptions(status, "Any");
  await apply(user);
  await waitFor(() => expect(location.search).toBe(""));
});

test("[DASH-7] terms whose reading has waited for its code leave the filters and the text that were chosen meanwhile", async () => {
  const readTyped = "../../src/app/screens/transactions/query/read-typed.tsx";
  const gate = new Gate();
  vi.doMock(readTyped, async (original) => {
    await gate.opened;
    return original();
  });
  onTestFinished(() => {
    vi.doUnmock(readTyped);
  });
  const host = playDashboard(new PlayedCalls(), wireRows(5));
  const { user } = await bootApp(host, { path: "/?transactionStatus=PENDING" });
  await user.type(await search(), "amount>100{Enter}");
  await user.click(await screen.findByRole("button", { name: /^Remove .*Pending/ }));
  await user.type(await search(), "0");
  gate.open();
  await import(readTyped);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Remove / })).toBeNull());
  expect(location.search).toBe("");
  expect(await search()).toHaveProperty("value", "amount>1000");
  await user.type(await search(), "{Enter}");
  expect(await screen.findByRole("button", { name: /^Remove .*1,000/ })).toBeTruthy();
});
