import { act, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { keepAllUp } from "../support/booted-cache.ts";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { quickClock } from "../support/quick-clock.ts";
import { pageOf, playDashboard, type WireRow, wireRow, wireRows } from "../support/played-dashboard.ts";

const panel = () => screen.findByRole("dialog", { name: "Transaction details" });
const step = async (name: "Previous" | "Next") => within(await panel()).getByRole("button", { name });

/** The host's search as documented: rows with the term in their id, reference or user. */
const searchIn =
  (rows: readonly WireRow[]) =>
  ({ query }: { readonly query: Readonly<Record<string, string | undefined>> }) => ({
    json: {
      success: true,
      data: rows.filter((row) =>
        [row["id"], row["reference"], row["username"]].some((one) => String(one).includes(query["searchTerm"] ?? "")),
      ),
      pagination: { hasNextPage: false },
    },
  });

const back = vi.spyOn(history, "back");
beforeEach(() => void back.mockClear());

test("[FIND-2, DASH-9] View Full Details has an address of its own, and Escape goes back to the list", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), wireRows(3)), { path: "/?currency=BTC" });
  await screen.findByRole("cell", { name: "user1" });
  const [, menu = document.body] = await screen.findAllByRole("button", { name: /^Actions for / });
  await chooseItem(user, menu, "View Full Details");
  expect(await within(await panel()).findByText("tx-00001")).toBeTruthy();
  expect(location.pathname + location.search).toBe("/transactions/tx-00001?currency=BTC");
  expect(JSON.stringify(history.state)).not.toContain("tx-");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(back).toHaveBeenCalled());
});

test("[FIND-2, LIVE-2] an address opens over the dashboard, says as of when, as the stream keeps it up, and closes to the filtered list", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), wireRows(3)), { path: "/transactions/tx-00002?currency=BTC" });
  expect(await within(await panel()).findByText("REF-00002-ABCDEFGH")).toBeTruthy();
  expect(within(await panel()).getByText(/^Every field that the host sent, as of \d\d:\d\d$/)).toBeTruthy();
  await keepAllUp();
  expect(await within(await panel()).findByText(/^Every field that the host sent, as of \w{3} \d+, \d\d:\d\d$/)).toBeTruthy();
  // The five figures and the list beneath.
  await waitFor(() => expect(screen.getAllByText(/^as of \w{3} \d+, \d\d:\d\d$/i)).toHaveLength(6));
  await user.click(within(await panel()).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.pathname + location.search).toBe("/?currency=BTC");
  expect(back).not.toHaveBeenCalled();
});

test("[FIND-2] what isn't on the device is found by the host's search, where the exact id alone counts", async () => {
  const far = [wireRow(70, { id: "tx-9" }), wireRow(71, { id: "tx-99", username: "meant" }), wireRow(72, { id: "tx-999" })];
  const host = playDashboard(new PlayedCalls(), wireRows(60)).on("GET /analytics/filter", searchIn(far));
  await bootApp(host, { path: "/transactions/tx-99" });
  expect(await within(await panel()).findByText("meant")).toBeTruthy();
  await waitFor(async () => expect((await step("Next")).title).toBe("Not in the list beneath"));
});

test("[FIND-2] a host that knows only ids that hold this one did not find it", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("GET /analytics/filter", searchIn([wireRow(70, { id: "tx-999" })]));
  const { user } = await bootApp(host, { path: "/transactions/tx-99" });
  expect(await screen.findByText("Not on this device, and the host did not find it")).toBeTruthy();
  host.on("GET /analytics/filter", searchIn([wireRow(71, { id: "tx-99", username: "meant" })]));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await within(await panel()).findByText("meant")).toBeTruthy();
});

test.each([
  ["a refusal", { status: 403, json: { message: "Not for you" } }],
  ["an answer that makes no sense", { json: { data: "?" } }],
])("[FIND-2] %s is no word of the host's about the transaction: it was not asked", async (_, answer) => {
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("GET /analytics/filter", answer);
  await bootApp(host, { path: "/transactions/tx-99" });
  expect(await screen.findByText("Not on this device, and the host was not asked")).toBeTruthy();
  expect(screen.queryByText(/did not find it/)).toBeNull();
});

test("[FIND-2, SYNC-8] a host that sends nothing for 15 s was not asked, and what it says later is shown", async () => {
  const clock = quickClock();
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("GET /analytics/filter", { is: "silence" });
  await bootApp(host, { path: "/transactions/tx-99" });
  await waitFor(() => expect(host.callsOf("GET /analytics/filter")).toHaveLength(1));
  await clock.pass(14_000);
  expect(screen.queryByText("Not on this device, and the host was not asked")).toBeNull();
  await clock.pass(2000);
  expect(await screen.findByText("Not on this device, and the host was not asked")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  host.on("GET /analytics/filter", searchIn([wireRow(71, { id: "tx-99", username: "meant" })]));
  await clock.passUntil(2000, () => expect(screen.getByText("meant")).toBeTruthy());
});

test("[FIND-2] previous and next step through the list beneath, by buttons and by keys, and load more at its end", async () => {
  const rows = wireRows(60);
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows), { path: "/transactions/tx-00048" });
  const at = (id: string) => waitFor(() => expect(location.pathname).toBe(`/transactions/${id}`));
  await within(await panel()).findByText("user48");
  await waitFor(async () => expect((await step("Next")).getAttribute("aria-disabled")).toBeNull());
  await user.click(await step("Next"));
  await at("tx-00049");
  // The end of the first page.
  await user.keyboard("{ArrowRight}");
  await at("tx-00050");
  await waitFor(async () => expect((await step("Previous")).getAttribute("aria-disabled")).toBeNull());
  await user.keyboard("{ArrowLeft}");
  await at("tx-00049");
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  await at("tx-00049");
});

test("[FIND-2, A11Y] the keys step on from a button among the fields, and each step is announced", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), wireRows(9)), { path: "/transactions/tx-00001" });
  const dialog = within(await panel());
  await dialog.findByText("user1");
  await waitFor(async () => expect((await step("Next")).getAttribute("aria-disabled")).toBeNull());
  dialog.getByRole("button", { name: "Copy reference" }).focus();
  for (const at of [2, 3]) {
    await user.keyboard("{ArrowRight}");
    await waitFor(() =>
      expect(dialog.getAllByRole("status").map(({ textContent }) => textContent)).toContain(`user${at} · REF-0000${at}-ABCDEFGH`),
    );
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Copy reference"));
    await waitFor(async () => expect((await step("Next")).getAttribute("aria-disabled")).toBeNull());
  }
});

test("[FIND-2] the first row has none before it, the last none after it", async () => {
  await bootApp(playDashboard(new PlayedCalls(), [wireRow(0)]), { path: "/transactions/tx-00000" });
  await waitFor(async () => expect((await step("Previous")).title).toBe("This is the first row of the list"));
  await waitFor(async () => expect((await step("Next")).title).toBe("This is the last row of the list"));
});

test("[FIND-2, SYNC-3] details of a transaction that the host does not find any more say so, until it does", async () => {
  const clock = quickClock();
  const host = playDashboard(new PlayedCalls(), wireRows(60)).on("GET /analytics/filter", searchIn([wireRow(70, { id: "tx-99" })]));
  await bootApp(host, { path: "/transactions/tx-99" });
  expect(await within(await panel()).findByText("user70")).toBeTruthy();
  host.on("GET /analytics/filter", searchIn([]));
  const gone = () => screen.queryByText("The host does not find this transaction any more");
  expect(gone()).toBeNull();
  await clock.passUntil(60_000, () => expect(gone()).toBeTruthy());
  expect(screen.getByText("user70")).toBeTruthy();
  host.on("GET /analytics/filter", searchIn([wireRow(70, { id: "tx-99" })]));
  await clock.passUntil(60_000, () => expect(gone()).toBeNull());
});

test("[FIND-2, LIVE-4] details of a transaction that is deleted, as the stream of changes says, say so at once", async () => {
  const rows = wireRows(3);
  const deleted = new Gate();
  const frames = [`hello\ndata: {"position":"p1","complete":true}`, `change\nid: p2\ndata: {"kind":"transaction","gone":"tx-00000"}`];
  const host = playDashboard(new PlayedCalls(), rows).on("GET /api/events", async () => {
    await deleted.opened;
    host.on("GET /api/events", { is: "silence" });
    return { contentType: "text/event-stream", body: frames.map((frame) => `event: ${frame}\n\n`).join("") };
  });
  await bootApp(host, { path: "/transactions/tx-00000", config: { events: "/api/events" } });
  await within(await panel()).findByText("user0");
  await waitFor(() => expect(host.callsOf("GET /api/events")).toHaveLength(1), { timeout: 5000 });
  rows.shift();
  deleted.open();
  expect(await screen.findByText("The host does not find this transaction any more", {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByText("user0")).toBeTruthy();
});

test("[FIND-2] what changes while it is open is marked, the old beside the new", async () => {
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { status: "PENDING" })]);
  await bootApp(host, { path: "/transactions/tx-00000" });
  expect((await within(await panel()).findAllByText("PENDING")).length).toBe(1);
  host.on("GET /analytics/recent-transactions", pageOf([wireRow(0, { status: "SUCCESSFUL", amount: 0.5 })]));
  let now = Date.now() + 10_000;
  vi.useFakeTimers({ now, toFake: ["Date"] });
  // A list being fetched isn't fetched again.
  await waitFor(() => {
    vi.setSystemTime((now += 3000));
    act(() => void dispatchEvent(new Event("focus")));
    expect(screen.getByText(/^Changed while open: .*status/)).toBeTruthy();
  });
  vi.useRealTimers();
  const texts = (tag: string) => [...document.querySelectorAll(`[role=dialog] ${tag}`)].map(({ textContent }) => textContent);
  expect(texts("del")).toEqual(expect.arrayContaining(["Pending", "PENDING", "0.25"]));
  expect(texts("ins")).toEqual(expect.arrayContaining(["Successful", "SUCCESSFUL", "0.5"]));
});

test("[FIND-2] an amount that is written otherwise while it is open is not marked", async () => {
  const row = wireRow(0, { status: "PENDING", amount: "0.250" });
  const host = playDashboard(new PlayedCalls(), [row]);
  await bootApp(host, { path: "/transactions/tx-00000" });
  await within(await panel()).findByText("PENDING");
  host.on("GET /analytics/recent-transactions", pageOf([{ ...row, status: "SUCCESSFUL", amount: 0.25 }]));
  let now = Date.now() + 10_000;
  vi.useFakeTimers({ now, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await waitFor(() => {
    vi.setSystemTime((now += 3000));
    act(() => void dispatchEvent(new Event("focus")));
    expect(screen.getByText("Changed while open: status")).toBeTruthy();
  });
  const old = [...document.querySelectorAll("[role=dialog] del")].map(({ textContent }) => textContent);
  expect(old).toEqual(["Pending", "PENDING"]);
});

test("[FIND-2, AUTH-2] a transaction's address survives the sign-in, and nothing in the browser's history holds it", async () => {
  const session = fakeSession();
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("POST /adminsignin/signin", {
    json: { admin: JSON.parse(session.user), accessToken: session.token },
  });
  const { user } = await bootApp(host, { path: "/transactions/tx-00001?currency=BTC", session: "nobody" });
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  expect([location.pathname, location.search, history.state]).toEqual(["/login", "", null]);
  await user.type(screen.getByLabelText("Password"), "123456");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await within(await panel()).findByText("tx-00001")).toBeTruthy();
  expect(location.pathname + location.search).toBe("/transactions/tx-00001?currency=BTC");
});

test("[FIND-2] what an entry of the log says leads to the transaction that it names, by its id or its reference", async () => {
  const { LinkedText } = await import("../../src/app/screens/audit/linked-text.tsx");
  const fields = { transactionId: "tx/1", reference: "FUND 1", reverses: "FUND-0", email: "ada@example.com" };
  render(Object.entries(fields).map(([field, text]) => <LinkedText key={field} field={field} text={text} />));
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/transactions/tx%2F1",
    "/?searchTerm=FUND+1",
    "/?searchTerm=FUND-0",
  ]);
});

test("[DASH-5, FIND-2] a refused search for one transaction is told in its panel, not as the list's failure", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(3));
  host.on("GET /analytics/filter", { status: 400, json: { success: false, message: "No search by id" } });
  await bootApp(host, { path: "/transactions/tx-99" });
  expect(await within(await panel()).findByText(/No search by id/)).toBeTruthy();
  expect(await screen.findByText("user1")).toBeTruthy();
  expect(screen.queryByText("Failed to load transactions")).toBeNull();
});
