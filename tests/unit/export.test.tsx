import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCsv } from "../../src/app/csv/csv.ts";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const list = "GET /analytics/recent-transactions";

test("[DASH-12] cells that a spreadsheet would run come back as text", async () => {
  const files = savedFiles();
  const hostile = ['=HYPERLINK("http://x")', "+1+1", "@SUM(A1)", 'a"b,c\nd', "\u202Eevil"];
  const rows = hostile.map((username, index) => wireRow(index, { username, amount: "-1.5" }));
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows));
  await screen.findByRole("cell", { name: "+1+1" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readCsv((await files[0]?.text()) ?? "").slice(1, -1);
  expect(lines.map((cells) => cells[5])).toEqual(hostile);
  expect(lines.map((cells) => cells[3])).toEqual(hostile.map(() => "-1.5"));
});

/** The app on an iPhone's home screen, whose share sheet is answered by `share`. */
function onHomeScreen(share: (given: ShareData) => Promise<void>): void {
  const given = { standalone: true, canShare: () => true, share };
  for (const [name, value] of Object.entries(given)) Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => {
    for (const name of Object.keys(given)) Reflect.deleteProperty(navigator, name);
  });
}

test("[PWA-1, DASH-12] on an iPhone's home screen a file goes to the share sheet, for which it waits for a tap if need be", async () => {
  const files = savedFiles();
  const shared: globalThis.File[] = [];
  const refusals = [new DOMException("no activation", "NotAllowedError"), new DOMException("closed", "AbortError")];
  onHomeScreen(async (given) => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    shared.push(...(given.files ?? []));
  });
  const { user } = await bootApp(playDashboard(new PlayedCalls(), wireRows(2)));
  await screen.findByRole("cell", { name: "user1" });
  const exportRows = async (until: () => Promise<unknown>): Promise<void> => {
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await until();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await exportRows(() => screen.findByText(/^transactions-\d{4}-\d\d-\d\d\.csv is ready$/));
  // This share sheet is closed without a choice.
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(refusals).toEqual([]));
  expect(shared).toEqual([]);
  await exportRows(() => waitFor(() => expect(shared).toHaveLength(1)));
  expect(shared[0]?.name).toMatch(/^transactions-.*\.csv$/);
  expect(readCsv((await shared[0]?.text()) ?? "").map((cells) => cells[5])).toContain("user1");
  expect(files).toEqual([]);
});

test("[DASH-12] Cancel ends the export: no file comes, and no further page is asked for", async () => {
  const files = savedFiles();
  const answer = pageOf(wireRows(400));
  const gate = new Gate();
  let held = 0;
  const host = playDashboard(new PlayedCalls()).on(list, async (call) => {
    if (Number(call.query["page"]) > 2) {
      held += 1;
      await gate.opened;
    }
    return answer(call);
  });
  const { user } = await bootApp(host);
  await screen.findByRole("cell", { name: "user3" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("progressbar")).toBeTruthy();
  await waitFor(() => expect(held).toBeGreaterThan(0));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  gate.open();
  // Wait for the filter's answer, which follows any earlier requests.
  await user.type(screen.getByLabelText("Search transactions"), "user3{Enter}");
  await waitFor(() => expect(host.callsOf("GET /analytics/filter")).not.toHaveLength(0));
  await screen.findByRole("button", { name: /^Remove / });
  const asked = host.callsOf(list).filter(({ query }) => query["limit"] === "50");
  expect(Math.max(...asked.map(({ query }) => Number(query["page"])))).toBeLessThan(8);
  expect(files).toEqual([]);
});

test("[DASH-12] a host that stops in the middle is said to have; what came can be exported, and the file says that it is a part", async () => {
  const files = savedFiles();
  const answer = pageOf(wireRows(400));
  let isAway = false;
  const host = playDashboard(new PlayedCalls()).on(list, (call) => {
    isAway ||= Number(call.query["page"]) > 5 && Number(call.query["limit"]) === 50;
    return isAway ? { is: "cut" } : answer(call);
  });
  const { user } = await bootApp(host);
  await screen.findByRole("cell", { name: "user3" });
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(async () => {
    // The pauses before it is asked again.
    await act(() => vi.advanceTimersByTimeAsync(1000));
    within(dialog).getByText("The host stopped answering");
  });
  const { endedAction } = await import("../../src/app/state/long-actions.ts");
  expect(endedAction.get()).toEqual({ operation: "export", waits: true });
  await user.click(within(dialog).getByRole("button", { name: "Export what is here" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = readCsv((await files[0]?.text()) ?? "");
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.at(-1)?.[0]).toContain("only what this device had cached");
});

test("[DASH-12, FIND-8] where the oldest are first, so they are in the file, which isn't called newest first, and whose day is named", async () => {
  const files = savedFiles();
  const host = playDashboard(new PlayedCalls(), wireRows(3, { status: "PENDING" }));
  const { user } = await bootApp(host, { path: "/dashboard?transactionStatus=PENDING&oldest=1" });
  await screen.findByRole("cell", { name: "user2" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await screen.findByRole("dialog", { description: "All transactions that match the filters, in the order of the list." });
  // Rows may have been fetched on another day.
  await screen.findByText(/^The file holds everything that matched, as of .*\b\d{4}\b.*\d\d:\d\d/);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(readCsv((await files[0]?.text()) ?? "").map((cells) => cells[5])).toEqual(["User", "user2", "user1", "user0", undefined]);
});

test("[DASH-12, FIND-1] an export of named transactions is named as filtered, and says that the host wasn't asked", async () => {
  const files = savedFiles();
  const host = playDashboard(new PlayedCalls(), wireRows(3));
  const { user } = await bootApp(host);
  await screen.findByRole("cell", { name: "user2" });
  act(() => history.pushState(null, "", "/?ids=tx-00001+tx-00002+tx-77777"));
  expect(await screen.findByText("tx-77777")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await within(await screen.findByRole("dialog")).findByText(/^The host was not asked: /)).toBeTruthy();
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^transactions-filtered-\d{4}-\d\d-\d\d\.csv$/);
  expect(readCsv((await files[0]?.text()) ?? "").at(-1)?.[0]).toMatch(/^END: 2 rows, only what this device had cached at /);
});

test("[DASH-12, SYNC-7] a list that is longer than what the cache may keep is exported whole, and then cut back", async () => {
  const files = savedFiles();
  const config = { maxCachedTransactions: 500 };
  const session = fakeSession(new Date(), {}, "keeps-500");
  const host = playDashboard(new PlayedCalls(), wireRows(900));
  const { user } = await bootApp(host, { config, session });
  await screen.findByRole("cell", { name: "user3" });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = readCsv((await files[0]?.text()) ?? "");
  expect(new Set(lines.slice(1, -1).map((cells) => cells.at(-1))).size).toBe(900);
  expect(lines.at(-1)?.[0]).toContain("END: 900 rows, everything that matched at the host");
  cleanup();

  const again = await bootApp(host, { config, session });
  await screen.findByRole("cell", { name: "user3" });
  await again.user.click(screen.getByRole("button", { name: "Chart" }));
  const cached = async () => Number.parseInt((await screen.findByText(/^[\d,]+ cached rows/)).textContent ?? "", 10);
  await waitFor(async () => expect(await cached()).toBeLessThanOrEqual(500));
});
