import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCsv } from "../../src/app/csv/csv.ts";
import { bootApp } from "../support/boot-app.tsx";
import { chooseItem, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { refreshUntil } from "../support/refresh-until.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const rows = [
  wireRow(0, { amount: 0.25 }),
  wireRow(1, { amount: -0.1 }),
  wireRow(2, { amount: 1500, currency: "NGN", username: "=cmd()", note: "kept" }),
  wireRow(3, { amount: null }),
];

const box = (row: number): Promise<HTMLElement> =>
  screen.findByRole("checkbox", { name: `Select REF-${String(row).padStart(5, "0")}-ABCDEFGH` });
const bar = () => within(screen.getByRole("region", { name: "Selection" }));
const selected = async (words: string): Promise<void> => waitFor(() => expect(bar().getByText(words)).toBeTruthy());
const nothing = (): Promise<void> => waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
const clipboard = () => navigator.clipboard.readText();

async function open(list = rows, path = "/dashboard"): Promise<UserEvent> {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), list), { path });
  await box(0);
  return user;
}

test("[FIND-1] X selects the focused row, Shift with the arrows a range, Ctrl A or the bar's button what is loaded, Escape nothing", async () => {
  const user = await open();
  (await box(0)).focus();
  await user.keyboard("x");
  await selected("1 selected of 4 loaded");
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await selected("3 selected of 4 loaded");
  await waitFor(async () => expect(document.activeElement).toBe(await box(2)));
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  await selected("2 selected of 4 loaded");
  await user.keyboard("{Control>}a{/Control}");
  await selected("4 selected of 4 loaded");
  await user.keyboard("{Escape}");
  await nothing();
  await user.keyboard("x");
  await user.click(bar().getByRole("button", { name: "Select all that are loaded" }));
  await selected("4 selected of 4 loaded");
});

test("[FIND-1] the keys of the selection are silent while somebody types, and the row's menu keeps its own", async () => {
  const user = await open();
  const search = screen.getByLabelText("Search transactions");
  await user.type(search, "x");
  await user.keyboard("{Control>}a{/Control}");
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  const [menu] = await screen.findAllByRole("button", { name: /^Actions for / });
  menu?.focus();
  await user.keyboard("{ArrowDown}");
  expect(await screen.findByRole("menu")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

test("[FIND-1] a click with Shift selects up to a row, one with Ctrl that row alone", async () => {
  const user = await open();
  await user.click(await box(1));
  await selected("1 selected of 4 loaded");
  await user.keyboard("{Shift>}");
  await user.click(screen.getByRole("cell", { name: "user3" }));
  await user.keyboard("{/Shift}");
  await selected("3 selected of 4 loaded");
  await user.keyboard("{Control>}");
  await user.click(screen.getByRole("cell", { name: "user0" }));
  await user.keyboard("{/Control}");
  await selected("4 selected of 4 loaded");
});

test("[FIND-1, FIND-8] where the oldest are first, a click with Shift selects up to a row, in either direction", async () => {
  const pending = rows.map((row) => ({ ...row, status: "PENDING" }));
  const user = await open(pending, "/dashboard?transactionStatus=PENDING&oldest=1");
  await waitFor(() =>
    expect(screen.getAllByRole("cell", { name: /^(user|=cmd)/ }).map((cell) => cell.textContent)).toEqual([
      "user3",
      "=cmd()",
      "user1",
      "user0",
    ]),
  );
  for (const [from, to] of [
    [0, "user3"],
    [3, "user0"],
  ] as const) {
    await user.click(await box(from));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("cell", { name: to }));
    await user.keyboard("{/Shift}");
    await selected("4 selected of 4 loaded");
    await user.keyboard("{Escape}");
    await nothing();
  }
});

test("[FIND-1, FIND-8] where the oldest are first, so they are in what is copied", async () => {
  const user = await open(wireRows(3, { status: "PENDING" }), "/dashboard?transactionStatus=PENDING&oldest=1");
  await user.click(screen.getByRole("checkbox", { name: "Select all that are loaded" }));
  await selected("3 selected of 3 loaded");
  await chooseItem(user, "Copy", "As text");
  await waitFor(async () => expect((await clipboard()).match(/\buser\d/g)).toEqual(["user2", "user1", "user0"]));
});

test("[FIND-1] the bar sums by currency, credits apart from debits, and says which rows have no amount", async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Select all that are loaded" }));
  await selected("4 selected of 4 loaded");
  expect(
    within(screen.getByRole("list", { name: "Sums" }))
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["BTC credits +0.25, debits -0.10", "NGN +1,500.00", "1 row without an amount"]);
});

test("[FIND-1] text and TSV are formula-safe, JSON is what the host sent, a link names the rows", async () => {
  const user = await open();
  (await box(2)).focus();
  await user.keyboard("x");
  await selected("1 selected of 4 loaded");
  await chooseItem(user, "Copy", "As a table (TSV)");
  expect(await screen.findByText("1 row copied")).toBeTruthy();
  expect((await clipboard()).split("\n")[1]).toContain("\t'=cmd()\t");
  await chooseItem(user, "Copy", "As JSON");
  await waitFor(async () =>
    expect(JSON.parse(await clipboard())).toMatchObject({ id: "tx-00002", username: "=cmd()", note: "kept", currency: "NGN" }),
  );
  await chooseItem(user, "Copy", "As a link");
  await waitFor(async () => expect(await clipboard()).toBe(`${location.origin}/transactions/tx-00002`));
  (await box(1)).focus();
  await user.keyboard("x");
  await chooseItem(user, "Copy", "As a link");
  await waitFor(async () => expect(await clipboard()).toBe(`${location.origin}/?ids=tx-00001+tx-00002`));
  await chooseItem(user, "Copy", "As text");
  await waitFor(async () => expect((await clipboard()).split("\n")).toHaveLength(2));
  expect(await clipboard()).toMatch(/ · user1 · Deposit · -0\.10 BTC · Successful · REF-00001-ABCDEFGH · tx-00001\n/);
});

test("[FIND-1, DASH-3] what is copied as text has every digit of an amount, which the list cuts", async () => {
  const user = await open([wireRow(0, { amount: "-0.123456789012345678", currency: "ETH" })]);
  await user.click(await box(0));
  await chooseItem(user, "Copy", "As text");
  await waitFor(async () => expect(await clipboard()).toContain(" · -0.123456789012345678 ETH · "));
});

test("[FIND-1] where more matches than is loaded, the bar says so, and fetches and selects it when asked to", async () => {
  const all = wireRows(120);
  const host = playDashboard(new PlayedCalls(), all);
  host.on("GET /analytics/recent-transactions", (call) => {
    const answer = pageOf(all)(call);
    return { json: { ...answer.json, pagination: { ...answer.json.pagination, total: 120 } } };
  });
  const { user } = await bootApp(host, { path: "/dashboard" });
  (await box(0)).focus();
  await user.keyboard("{Control>}a{/Control}");
  await selected("50 selected of 50 loaded");
  expect(await screen.findByText("50 loaded of about 120; select all that match?")).toBeTruthy();
  await press(user, "Select all that match");
  await selected("120 selected of 120 loaded");
});

test("[FIND-1, DASH-7] the host counts days of UTC: in another zone, no number of matches is given", async () => {
  const all = wireRows(120);
  const host = playDashboard(new PlayedCalls(), all);
  host.on("GET /analytics/filter", (call) => {
    const answer = pageOf(all)(call);
    return { json: { ...answer.json, pagination: { ...answer.json.pagination, total: 120 } } };
  });
  const { user } = await bootApp(host, { path: "/dashboard?dateFrom=2020-01-01" });
  (await box(0)).focus();
  await user.keyboard("{Control>}a{/Control}");
  expect(await screen.findByText("50 loaded of about 120; select all that match?")).toBeTruthy();
  const { keepSettings, settings } = await import("../../src/app/state/settings.ts");
  act(() => keepSettings({ ...settings.kept, timeZone: "PST" }));
  expect(await screen.findByText("50 loaded, and there may be more; select all that match?")).toBeTruthy();
});

test("[FIND-1] a selected row that the host has deleted leaves the selection, which says so", async () => {
  let list = rows;
  const host = playDashboard(new PlayedCalls(), rows);
  host.on("GET /analytics/recent-transactions", (call) => pageOf(list)(call));
  const { user } = await bootApp(host, { path: "/dashboard" });
  (await box(1)).focus();
  await user.keyboard("x");
  await selected("1 selected of 4 loaded");
  list = rows.filter((row) => row !== rows[1]);
  await refreshUntil(() =>
    expect(screen.getByText("1 selected row is in the list no longer, and was taken out of the selection.")).toBeTruthy(),
  );
});

test("[FIND-1] a selected row that leaves the filter's list leaves the selection, which says so, also the last one", async () => {
  let pending = wireRows(3, { status: "PENDING" });
  const host = playDashboard(new PlayedCalls(), rows).on("GET /analytics/filter", (call) => pageOf(pending)(call));
  const { user } = await bootApp(host, { path: "/dashboard?transactionStatus=PENDING" });
  (await box(0)).focus();
  await user.keyboard("{Control>}a{/Control}");
  await selected("3 selected of 3 loaded");
  pending = pending.slice(1);
  await refreshUntil(() =>
    expect(screen.getByText("1 selected row is in the list no longer, and was taken out of the selection.")).toBeTruthy(),
  );
  await selected("2 selected of 2 loaded");
  pending = [];
  await refreshUntil(() =>
    expect(screen.getByText("3 selected rows are in the list no longer, and were taken out of the selection.")).toBeTruthy(),
  );
});

test("[FIND-1] back at a list whose rows were all selected, the header's box is not ticked over a new one", async () => {
  let all = wireRows(60);
  const host = playDashboard(new PlayedCalls(), rows).on("GET /analytics/filter", (call) => pageOf(all)(call));
  const { user } = await bootApp(host, { path: "/dashboard?currency=BTC" });
  (await box(0)).focus();
  await user.keyboard("{Control>}a{/Control}");
  await press(user, "Select all that match");
  await selected("60 selected of 60 loaded");
  act(() => history.pushState(null, "", "/settings"));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  all = [wireRow(-1), ...all];
  act(() => history.pushState(null, "", "/dashboard?currency=BTC"));
  await selected("60 selected of 50 loaded");
  const head = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all that are loaded" });
  expect([head.checked, head.indeterminate]).toEqual([false, true]);
});

test("[FIND-1] a link to several rows is answered by the device alone, which says which of them it hasn't", async () => {
  const host = playDashboard(new PlayedCalls(), rows);
  await bootApp(host, { path: "/dashboard" });
  await box(0);
  act(() => history.pushState(null, "", "/?ids=tx-00001+tx-00003+tx-77777"));
  expect(await screen.findByText("3 IDs are looked for on this device; the host is not asked.")).toBeTruthy();
  expect(await screen.findByText("tx-77777")).toBeTruthy();
  expect(await box(1)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("cell", { name: "user0" })).toBeNull());
  expect(screen.getByRole("cell", { name: "user3" })).toBeTruthy();
  expect(await screen.findByText("No more transactions to load")).toBeTruthy();
  expect(host.callsOf("GET /analytics/filter")).toEqual([]);
});

test("[FIND-1, DASH-10] of named rows, those whose user may be verified or not are counted, and the end isn't claimed", async () => {
  await bootApp(playDashboard(new PlayedCalls(), rows), { path: "/dashboard" });
  await box(0);
  act(() => history.pushState(null, "", "/?ids=tx-00001+tx-00003&userVerificationStatus=unverified"));
  expect(await screen.findByText("2 rows are left out: this device doesn't know whether their users are verified.")).toBeTruthy();
  expect(screen.queryByText("No more transactions to load")).toBeNull();
});

test("[FIND-1] a file of selected transactions has the time of their data, not of the download", async () => {
  const files = savedFiles();
  const user = await open();
  await user.click(await box(1));
  const shownAt = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => shownAt + 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await press(user, "Export CSV", bar());
  await waitFor(() => expect(files).toHaveLength(1));
  const time =
    readCsv((await files[0]?.text()) ?? "")
      .at(-1)?.[0]
      ?.split(" at ")
      .at(-1) ?? "";
  expect(Date.parse(time)).toBeLessThanOrEqual(shownAt);
});
