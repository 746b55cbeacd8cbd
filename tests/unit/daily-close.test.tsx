import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256Hex } from "../../src/contract/sha256.ts";
import { closeText, type DailyClose } from "../../src/db/money/daily-close.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, press } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, type WireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { wireSlip } from "../support/played-slips.ts";
import { quickClock } from "../support/quick-clock.ts";

const dayMs = 86_400_000;
const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
const noon = Date.parse(`${yesterday}T12:00:00Z`);

/** 60 rows of yesterday and 5 of the day before: more than one page. */
const rowsWith = (first: WireRow = {}): WireRow[] =>
  Array.from({ length: 65 }, (_, n) =>
    wireRow(n, {
      amount: n % 2 === 0 ? 0.1 : -0.2,
      status: "COMPLETED",
      createdAt: new Date(n < 60 ? noon - n * 60_000 : noon - dayMs - n).toISOString(),
      ...(n === 0 ? { status: "PENDING", ...first } : {}),
    }),
  );

const entry = (seq: number, fields: object): object => ({
  seq,
  at: new Date(noon).toISOString(),
  actorId: "a-1",
  actor: "grace@example.com",
  role: "admin",
  target: "ada@example.com",
  before: null,
  after: null,
  outcome: "done",
  status: 200,
  message: "Funded",
  address: "192.0.2.1",
  alert: null,
  previous: "0".repeat(64),
  hash: "1".repeat(64),
  ...fields,
});

const config = { auditLog: "/audit/logs", approvals: "/api/approvals" };

/** A host with a log and slips. */
function playClose(rows = rowsWith()) {
  const funded = [
    entry(9, { action: "fund", asked: { email: "ada@example.com", amount: "0.1", currency: "BTC", reason: "goodwill" } }),
    entry(7, { action: "fund", asked: { email: "bob@example.com", amount: "0.2", currency: "BTC", reason: "goodwill" } }),
  ];
  const executed = wireSlip({
    id: "slip-2",
    state: "executed",
    operation: "deduct",
    amount: "2.5",
    madeAt: new Date(noon - dayMs).toISOString(),
    decidedAt: new Date(noon).toISOString(),
    checker: { id: "c-1", name: "Bea", email: "bea@example.com" },
  });
  const open = wireSlip({ madeAt: new Date(noon).toISOString() });
  const host = playDashboard(new PlayedCalls(), rows)
    .on("GET /audit/logs", ({ query }) => {
      const found = query["action"] === "fund" ? funded : [];
      return { json: { success: true, data: found, pagination: { total: found.length, hasNextPage: false } } };
    })
    .on("GET /audit/logs/counters", { json: { success: true, data: { events: 0, alerts: 0, activeUsers: 0 } } })
    .on("GET /api/approvals/policy", {
      json: { success: true, data: { rules: [], reasons: [{ code: "goodwill", label: "Goodwill" }], expiresAfterHours: 24 } },
    })
    .on("GET /api/approvals", ({ query }) => {
      const approvals = query["state"] === "executed" ? [executed] : query["state"] === "open" ? [open] : [];
      return { json: { success: true, data: { approvals, total: approvals.length, toDecide: 0 } } };
    });
  return host;
}

const cellsOf = async (name: string) =>
  within(await screen.findByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );

async function openTab(host: PlayedCalls, more: object = config) {
  const { user } = await bootApp(host, { path: "/audit?tab=close", config: more });
  await screen.findByLabelText("Day");
  return user;
}

async function closeWhole(user: Awaited<ReturnType<typeof openTab>>) {
  await press(user, "Close the day");
  await press(user, "Load what is missing");
  await screen.findByRole("heading", { name: /^Close of / });
}

test.each<[string, () => Promise<boolean>, RegExp]>([
  ["the host can't be asked", () => Promise.resolve(false), /^What is missing could not be loaded\. Try again when the host/],
  ["this device's storage fails", () => Promise.reject(new Error("closed")), /^What is missing could not be loaded: this device's storage/],
])("[CLOSE-2, SYNC-7] what is missing can be loaded again where %s, and that is said", async (_, fillDays, says) => {
  vi.doMock("../../src/sync/transactions/fill-days.ts", () => ({ fillDays, freshenDays: fillDays }));
  onTestFinished(() => vi.doUnmock("../../src/sync/transactions/fill-days.ts"));
  const user = await openTab(playClose());
  await press(user, "Close the day");
  await press(user, "Load what is missing");
  expect(await screen.findByText(says)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Load what is missing" })).toBeTruthy();
});

test("[CLOSE-2, SET-1] a day that isn't whole is refused; loaded, whose end is told, it has totals by type, status and currency, moves, slips, unknown outcomes", async () => {
  const user = await openTab(playClose());
  await press(user, "Close the day");
  expect(await screen.findByText(/can't be closed$/)).toBeTruthy();
  expect(screen.getByText(/^Rows may be missing on this device between/)).toBeTruthy();
  expect(screen.queryByRole("heading", { name: /^Close of / })).toBeNull();
  await press(user, "Load what is missing");
  await screen.findByRole("heading", { name: /^Close of / });
  const { endedAction } = await import("../../src/app/state/long-actions.ts");
  expect(endedAction.get()).toEqual({ operation: "loadDays", waits: false });
  // Thirty of each sign; exact where floats wouldn't be.
  expect(await cellsOf("Transactions")).toEqual([
    ["Deposit", "Completed", "BTC", "59", "2.9", "6"],
    ["Deposit", "Pending", "BTC", "1", "0.1", "0"],
  ]);
  await screen.findByText("Goodwill");
  expect(await cellsOf("Fundings and deductions by admin and reason")).toEqual([
    ["Deduct", "grace@example.com", "bea@example.com", "correction", "1", "2.5", "BTC"],
    ["Fund", "grace@example.com", "—", "Goodwill", "2", "0.3", "BTC"],
  ]);
  expect(await cellsOf("Open slips")).toEqual([["Fund", "grace@example.com", "correction", "1", "2", "BTC"]]);
  expect(screen.getByText("No unknown outcome")).toBeTruthy();
  expect(screen.getByText("There is no earlier close to compare with.")).toBeTruthy();
});

test("[CLOSE-2, A11Y] the focus of somebody who closes a day by key is beside its sheet, and then beside the form", async () => {
  const user = await openTab(playClose());
  await byKey(user, "Close the day");
  await byKey(user, "Load what is missing");
  await screen.findByRole("article", { name: /^Close of / });
  const hasFocus = () => screen.getByRole("tabpanel").contains(document.activeElement);
  await waitFor(() => expect(hasFocus()).toBe(true));
  await byKey(user, "Another day");
  await screen.findByLabelText("Day");
  await waitFor(() => expect(hasFocus()).toBe(true));
});

test("[CLOSE-2] a day closed once more is compared with its close before, whose digest stands on it", async () => {
  const user = await openTab(playClose());
  await closeWhole(user);
  const digest = screen.getByText(/^[0-9a-f]{64}/).textContent.trim();
  await press(user, "Another day");
  expect(await screen.findByText(/^Without a file: the last close on this device/)).toBeTruthy();
  await press(user, "Close the day");
  expect(await screen.findByText("Nothing has changed.")).toBeTruthy();
  expect(screen.getByText(new RegExp(`Its SHA-256: ${digest}$`))).toBeTruthy();
});

test("[CLOSE-2, A11Y] a day can be closed as soon as its button is there, before the earlier closes are shown", async () => {
  vi.doMock("../../src/app/data/use-closes.ts", () => ({ useCloses: () => undefined }));
  onTestFinished(() => vi.doUnmock("../../src/app/data/use-closes.ts"));
  const user = await openTab(playClose());
  await closeWhole(user);
  await press(user, "Another day");
  await press(user, "Close the day");
  expect(await screen.findByText("Nothing has changed.")).toBeTruthy();
});

test("[CLOSE-2] what has changed since a close is read anew from the host, and the sheet says as of when", async () => {
  const before = new Date(noon - dayMs).toISOString().slice(0, 10);
  let rows = rowsWith();
  const host = playClose().on("GET /analytics/recent-transactions", (call) => pageOf(rows)(call));
  const { user } = await bootApp(host, { path: `/audit?tab=close&day=${before}`, config });
  await screen.findByLabelText("Day");
  await closeWhole(user);
  rows = rows.map((row, n) => (n === 62 ? { ...row, status: "FAILED" } : row));
  act(() => history.pushState(null, "", `/audit?tab=close&day=${yesterday}`));
  await press(user, "Close the day");
  expect(await cellsOf("What has changed since")).toEqual([
    ["Transactions · Deposit · Completed · BTC", "5 × · in 0.3 · out 0.4", "4 × · in 0.2 · out 0.4"],
    ["Transactions · Deposit · Failed · BTC", "—", "1 × · in 0.1 · out 0"],
  ]);
  expect(screen.getByText(/beside the same day as this device saw it at .*\d:\d\d:\d\d/)).toBeTruthy();
});

test("[CLOSE-2] a day closed once more is read anew, and the figures on its sheet are the ones compared", async () => {
  let rows = rowsWith();
  const user = await openTab(
    playClose().on("GET /analytics/recent-transactions", (call) => pageOf(rows)(call)),
    {},
  );
  await closeWhole(user);
  rows = rows.map((row, n) => (n === 2 ? { ...row, status: "FAILED" } : row));
  await press(user, "Another day");
  await press(user, "Close the day");
  expect(await cellsOf("What has changed since")).toEqual([
    ["Transactions · Deposit · Completed · BTC", "59 × · in 2.9 · out 6", "58 × · in 2.8 · out 6"],
    ["Transactions · Deposit · Failed · BTC", "—", "1 × · in 0.1 · out 0"],
  ]);
  expect(await cellsOf("Transactions")).toContainEqual(["Deposit", "Failed", "BTC", "1", "0.1", "0"]);
});

test("[CLOSE-2] where the earlier close's day can't be read anew, what has changed isn't known", async () => {
  const host = playDashboard(new PlayedCalls(), rowsWith());
  const user = await openTab(host, {});
  await closeWhole(user);
  await press(user, "Another day");
  host.on("GET /analytics/recent-transactions", { status: 400, json: { message: "not now" } });
  await press(user, "Close the day");
  expect(await screen.findByText(/^What has changed in .* since can't be said/)).toBeTruthy();
  expect(screen.queryByText("Nothing has changed.")).toBeNull();
});

test("[CLOSE-2] the sheet of the day that was proposed stays past midnight", async () => {
  const clock = quickClock();
  vi.setSystemTime(`${new Date(noon + dayMs).toISOString().slice(0, 10)}T23:59:30Z`);
  const user = await openTab(playClose());
  await closeWhole(user);
  const sheet = screen.getByRole("heading", { name: /^Close of / }).textContent;
  await clock.pass(60_000);
  expect(screen.getByRole("heading", { name: /^Close of / }).textContent).toBe(sheet);
  await press(user, "Another day");
  expect(await screen.findByLabelText("Day")).toHaveProperty("value", new Date(noon + dayMs).toISOString().slice(0, 10));
});

test("[CLOSE-2] the day is typed digit by digit, and a chosen file stays", async () => {
  await openTab(playClose());
  const field = await screen.findByLabelText("Day");
  const file = "Compare with an earlier close (file)";
  fireEvent.drop(screen.getByLabelText(file), { dataTransfer: { files: [new File(["{}"], "close.json")] } });
  await screen.findByText(/^This file is no close/);
  field.focus();
  // What Chromium reports while a year is typed.
  for (const typed of ["2025-11-02", "2025-11-20", "0002-11-20", "0020-11-20", "0202-11-20", "2024-11-20"]) {
    fireEvent.change(field, { target: { value: typed } });
    expect(screen.getByLabelText("Day")).toBe(field);
    expect(field).toHaveProperty("value", typed);
  }
  expect(document.activeElement).toBe(field);
  expect(location.search).toBe("?tab=close&day=2024-11-20");
  expect(screen.getByText("close.json")).toBeTruthy();
  fireEvent.change(field, { target: { value: "" } });
  fireEvent.blur(field);
  expect(field).toHaveProperty("value", "2024-11-20");
});

/** Yesterday's close from elsewhere, when the first row was still pending. */
const earlier: DailyClose = {
  v: 1,
  kind: "daily close",
  host: location.origin,
  day: yesterday,
  timeZone: "UTC",
  from: `${yesterday}T00:00:00.000Z`,
  before: new Date(noon + dayMs / 2).toISOString(),
  madeAt: new Date(noon + dayMs / 2 + 120_000).toISOString(),
  by: "grace@example.com",
  transactions: {
    asOf: new Date(noon + dayMs / 2 + 90_000).toISOString(),
    lines: [
      { type: "DEPOSIT", status: "COMPLETED", currency: "BTC", count: 59, in: "2.9", out: "6", withoutAmount: 0 },
      { type: "DEPOSIT", status: "PENDING", currency: "BTC", count: 1, in: "0.1", out: "0", withoutAmount: 0 },
    ],
  },
  moves: { source: "host", lines: [] },
  openSlips: [],
  unknown: [],
  previous: null,
};

test("[CLOSE-2] an earlier close's file is compared once its digest is checked: what has changed since stands line by line", async () => {
  const user = await openTab(playDashboard(new PlayedCalls(), rowsWith({ status: "COMPLETED" })), {});
  const text = closeText(earlier);
  const choose = async (content: string, name: string) =>
    user.upload(screen.getByLabelText("Compare with an earlier close (file)"), new File([content], name));
  const name = `daily-close-${yesterday}-${sha256Hex(text)}.json`;
  await choose(text.replace("2.9", "2.8"), name);
  expect(await screen.findByText(/^This file isn't what was downloaded: its SHA-256 is/)).toBeTruthy();
  // A dropped folder can't be read.
  const folder = Object.assign(new File([], "closes"), { arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError")) });
  fireEvent.drop(screen.getByLabelText("Compare with an earlier close (file)"), { dataTransfer: { files: [folder] } });
  expect(await screen.findByText(/^This file is no close/)).toBeTruthy();
  expect(screen.getByText("closes")).toBeTruthy();
  await choose(text, name);
  expect(await screen.findByText(/its digest is the one in its name$/)).toBeTruthy();
  await choose("{}", "close.json");
  expect(await screen.findByText(/^This file is no close/)).toBeTruthy();
  await choose(closeText({ ...earlier, host: "https://other.example" }), "close.json");
  expect(await screen.findByText("This close is of another host: https://other.example")).toBeTruthy();
  await choose(text, name);
  expect(await screen.findByText(/its digest is the one in its name$/)).toBeTruthy();
  await closeWhole(user);
  expect(await cellsOf("What has changed since")).toEqual([
    ["Transactions · Deposit · Completed · BTC", "59 × · in 2.9 · out 6", "60 × · in 3 · out 6"],
    ["Transactions · Deposit · Pending · BTC", "1 × · in 0.1 · out 0", "—"],
  ]);
  expect(screen.getByText("Not whole: this host has no log.")).toBeTruthy();
  expect(screen.getByText("This host has no slips.")).toBeTruthy();
});

test("[CLOSE-2] an earlier close that is chosen while the day loads is the one compared", async () => {
  const host = playDashboard(new PlayedCalls(), rowsWith());
  const user = await openTab(host, {});
  await press(user, "Close the day");
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  host.on("GET /analytics/recent-transactions", async (call) => {
    await held;
    return pageOf(rowsWith())(call);
  });
  await press(user, "Load what is missing");
  const text = closeText(earlier);
  await user.upload(screen.getByLabelText("Compare with an earlier close (file)"), new File([text], `${sha256Hex(text)}.json`));
  await screen.findByText(/its digest is the one in its name$/);
  letGo();
  expect(await screen.findByText(new RegExp(`Its SHA-256: ${sha256Hex(text)}$`))).toBeTruthy();
});

test("[CLOSE-2] of two files chosen one after the other the later one counts, however long the earlier one takes to read", async () => {
  await openTab(playClose());
  const field = screen.getByLabelText("Compare with an earlier close (file)");
  let letGo: (bytes: ArrayBuffer) => void = () => {};
  const held = new Promise<ArrayBuffer>((resolve) => (letGo = resolve));
  const slow = Object.assign(new File([], "slow.json"), { arrayBuffer: () => held });
  fireEvent.drop(field, { dataTransfer: { files: [slow] } });
  const text = closeText(earlier);
  fireEvent.drop(field, { dataTransfer: { files: [new File([text], `${sha256Hex(text)}.json`)] } });
  await screen.findByText(/its digest is the one in its name$/);
  await act(async () => {
    letGo(new TextEncoder().encode("{}").buffer);
    await held;
  });
  expect(screen.queryByText(/^This file is no close/)).toBeNull();
});

test("[CLOSE-2] of another device's close it isn't said that its unknown outcomes, and its own fundings, are gone", async () => {
  const user = await openTab(playDashboard(new PlayedCalls(), rowsWith()), {});
  const line = { operation: "fund", admin: "bea@example.com", checker: null, reason: "", currency: "BTC", count: 1, sum: "2" };
  const attempt = { id: "a-9", at: earlier.from, operation: "fund", by: "Bea", target: "bob@example.com", amount: "2", currency: "BTC" };
  const text = closeText({ ...earlier, moves: { source: "device", lines: [line] }, openSlips: null, unknown: [attempt] });
  await user.upload(screen.getByLabelText("Compare with an earlier close (file)"), new File([text], `${sha256Hex(text)}.json`));
  await screen.findByText(/its digest is the one in its name$/);
  await closeWhole(user);
  expect(screen.getByText(/^Fundings and deductions aren't compared: without the host's log/)).toBeTruthy();
  expect(screen.getByText(/^Unknown outcomes aren't compared: that close was made on another device, or before this sign-in/)).toBeTruthy();
  expect(screen.getByText("Nothing else has changed.")).toBeTruthy();
  expect(screen.queryByRole("table", { name: "What has changed since" })).toBeNull();
});

test("[CLOSE-2, SET-1] an earlier close of a day of another zone is named with that zone", async () => {
  const user = await openTab(playDashboard(new PlayedCalls(), rowsWith()), {});
  const text = closeText({ ...earlier, timeZone: "Africa/Lagos" });
  await user.upload(screen.getByLabelText("Compare with an earlier close (file)"), new File([text], `${sha256Hex(text)}.json`));
  const named = /^The close of \w+ \d+, \d+ \(Africa\/Lagos\), made /;
  expect(await screen.findByText(named)).toBeTruthy();
  await closeWhole(user);
  expect(screen.getByText(named)).toBeTruthy();
});

test("[CLOSE-2] a log or slips that can't be read refuse the close, in the host's words", async () => {
  const host = playClose().on("GET /audit/logs", { status: 400, json: { message: "no log today" } });
  const user = await openTab(host);
  await press(user, "Close the day");
  await press(user, "Load what is missing");
  expect(await screen.findByText(/could not be read whole from the host's log/)).toBeTruthy();
  expect(screen.getByText("The host says: no log today")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: /^Close of / })).toBeNull();
});

test("[CLOSE-2] a day that isn't over can't be closed", async () => {
  const host = playClose();
  const today = new Date().toISOString().slice(0, 10);
  const { user } = await bootApp(host, { path: `/audit?tab=close&day=${today}`, config });
  await press(user, "Close the day");
  expect(await screen.findByText(/^The day isn't over, or just was/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load what is missing" })).toBeNull();
});

test("[CLOSE-2, FUND-6] a funding without an answer stands on the close of its day until it is settled; then that has changed since", async () => {
  const [at, now] = [noon + 3_600_000, Date.now()];
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const session = fakeSession(new Date(at), { exp: Math.floor(now / 1000) + 3600 }, "unknown-on-a-close");
  const funding = await FundingForm.open(playFunding(new PlayedCalls()).on("POST /funduser/fund", { is: "cut" }), { session });
  await funding.send({ amount: "0.1" });
  await funding.unknown();
  cleanup();
  vi.setSystemTime(now);

  // The host's log shows that it was done; the device can't know that both are the same.
  const host = playFunding(playClose()).on("GET /analytics/recent-transactions", pageOf(rowsWith()));
  const { user } = await bootApp(host, { path: "/audit?tab=close", config, session });
  await screen.findByLabelText("Day");
  await closeWhole(user);
  const [line, ...more] = await cellsOf("Unknown outcomes");
  expect(more).toEqual([]);
  expect(line?.slice(1)).toEqual(["Fund", "Grace Hopper", "ada@example.com", "0.1 BTC"]);
  await screen.findByText("Goodwill");
  expect(await cellsOf("Fundings and deductions by admin and reason")).toContainEqual([
    "Fund",
    "grace@example.com",
    "—",
    "Goodwill",
    "2",
    "0.3",
    "BTC",
  ]);

  await user.click(screen.getByRole("button", { name: "1 outcome unknown" }));
  await press(user, "It happened");
  await user.keyboard("{Escape}");
  await press(user, "Another day");
  await press(user, "Close the day");
  expect(await screen.findByText("No unknown outcome")).toBeTruthy();
  expect(await cellsOf("What has changed since")).toEqual([["Unknown outcomes · Fund · ada@example.com · 0.1 BTC", line?.[0], "—"]]);
});

test("[CLOSE-2, SYNC-7] while the cache is off, a close isn't called kept, nor the device without an earlier one", async () => {
  const user = await openTab(playClose());
  await screen.findByText(/There is no close on this device yet$/);
  const { inUse } = await import("../../src/app/session/session-end.ts");
  act(() => inUse.sync?.lost.set("storage"));
  expect(await screen.findByText(/^A file .* Closes that this device has can't be read: the cache is off$/)).toBeTruthy();
  await closeWhole(user);
  expect(screen.getByText(/^This close could not be kept on this device/)).toBeTruthy();
});

test("[CLOSE-2] after the sheet of another day a link without a day proposes the last one that is over", async () => {
  const before = new Date(noon - dayMs).toISOString().slice(0, 10);
  const { user } = await bootApp(playClose(), { path: `/audit?tab=close&day=${before}`, config });
  await screen.findByLabelText("Day");
  await closeWhole(user);
  act(() => history.pushState(null, "", "/audit?tab=close"));
  expect((await screen.findByLabelText<HTMLInputElement>("Day")).value).toBe(yesterday);
});
