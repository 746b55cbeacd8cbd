import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { formatOf } from "../../src/app/format/use-format.ts";
import { isTyped } from "../../src/app/screens/bulk/start-form.tsx";
import { reportOf } from "../../src/app/screens/bulk/report.ts";
import { bulkRun } from "../../src/app/words/en/bulk-run.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import type { BulkRow } from "../../src/db/money/bulk-runs.ts";
import { fakeSession } from "../support/fake-login.ts";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { byKey, chooseItem, fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, wireRow, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { savedFiles } from "../support/saved-files.ts";

const config = { idempotencyHeader: "Idempotency-Key" };
const funded = (amount: string) => ({
  json: { success: true, message: `Funded ${amount}`, data: { newBalance: "7.25", reference: "R-1" } },
});

/** Opens the page and rehearses two fundings of Ada's. */
async function rehearse(host: PlayedCalls, boot: { session?: ReturnType<typeof fakeSession> } = {}): Promise<UserEvent> {
  const { user } = await bootApp(host, { path: "/funding/bulk", config, ...boot });
  const cells = await screen.findByLabelText("Or paste cells");
  await user.click(cells);
  await user.paste("email,amount,currency,operation\nada@example.com,1.5,USDT,fund\nada@example.com,2.25,USDT,fund");
  await press(user, "Read the cells");
  await screen.findByRole("heading", { name: "Start the run" });
  // Both are for the same user, which the admin must confirm.
  await press(user, "Tick those shown");
  return user;
}

const go = (path: string) =>
  act(() => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  });

async function start(user: UserEvent, rows = "2", total = "3.75"): Promise<void> {
  await fill(user, await screen.findByLabelText("Number of rows"), rows);
  await fill(user, screen.getByLabelText("Total in USDT"), total);
  await press(user, "Start");
}

const amountOf = (body: unknown): number => v.parse(v.object({ amount: v.number() }), body).amount;
const amountsSent = (host: PlayedCalls): number[] => host.callsOf("POST /funduser/fund").map(({ body }) => amountOf(body));

test("[BULK-3] nothing is sent before the number of rows and the total are typed; then the rows go out in the file's order", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  await start(user, "3", "3.75");
  expect(await screen.findByText("This is not the number of ticked rows")).toBeTruthy();
  await start(user, "2", "3.7");
  expect(await screen.findByText("This is not the total of the ticked rows in USDT")).toBeTruthy();
  expect(amountsSent(host)).toEqual([]);
  await start(user);
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5, 2.25]);
  expect(screen.getByText("2 of 2")).toBeTruthy();
  expect(screen.getByText("Done 2")).toBeTruthy();
});

test.each([
  ["en-US", "12345.5", ["12,345.5", "12345.5", " 12345.50 "], ["12345,5", "1,2345.5", "123455", ""]],
  ["es", "12345.5", ["12.345,5", "12345,5", "12345.5"], ["12.345.5", "123455", "1234,55"]],
  ["fr", "12345.5", ["12\u202f345,5", "12 345,5", "12\u00a0345,5", "12345,5", "12345.5"], ["1 2345,5", "123455"]],
  ["fr", "5000", ["5\u202f000", "5 000", "5000"], ["5,000", "50 00"]],
  ["es", "12345", ["12.345", "12345"], ["12,345", "123.45"]],
] as const)(
  "[BULK-3] in %s the total %s is typed as it is shown or without separators, and nothing else is",
  (locale, figure, right, wrong) => {
    const shown = formatOf(locale, "UTC").exact(figure);
    for (const typed of right) expect([typed, isTyped(typed, figure, shown)]).toEqual([typed, true]);
    for (const typed of wrong) expect([typed, isTyped(typed, figure, shown)]).toEqual([typed, false]);
  },
);

test("[FUND-6, BULK-2] a row that was funded by hand since the rehearsal is possibly twice before the run starts, ticked or not", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  go("/funding");
  await fill(user, await screen.findByLabelText("User Email"), "ada@example.com");
  await user.selectOptions(screen.getByLabelText("Currency"), "USDT");
  await fill(user, screen.getByLabelText("Amount"), "1.5");
  await press(user, "Fund User");
  await press(user, "Confirm and Fund", await question());
  await press(user, "Done", within(await screen.findByRole("dialog")));
  await noDialog();
  go("/funding/bulk");
  await start(user);
  expect(await screen.findByText(/^The run was not started: what is known of some of these rows has changed/)).toBeTruthy();
  expect(await screen.findByText(/^Sent from this device/)).toBeTruthy();
  expect(await screen.findByText("1 row is ticked")).toBeTruthy();
  await start(user, "1", "2.25");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5, 2.25]);
});

const theirs = (amount: number, n = 1) =>
  wireRow(-n, {
    username: "ada",
    userId: "u-1",
    currency: "USDT",
    amount,
    type: "DEPOSIT",
    status: "COMPLETED",
    createdAt: new Date().toISOString(),
  });

test("[FUND-6, BULK-2] a file that another admin has sent since the rehearsal is possibly twice before the run starts", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  host.on("GET /analytics/recent-transactions", pageOf([theirs(1.5), ...wireRows(3).slice(1)]));
  await start(user);
  expect(await screen.findByText(/^The run was not started: what is known of some of these rows has changed/)).toBeTruthy();
  expect(amountsSent(host)).toEqual([]);
  expect(await screen.findByText("1 row is ticked")).toBeTruthy();
  await start(user, "1", "2.25");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([2.25]);
});

test("[FUND-6, BULK-2] a run isn't started where what was sent since the rehearsal can't be read", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  const { BulkReader } = await import("../../src/app/screens/bulk/reader.ts");
  const read = vi.spyOn(BulkReader.prototype, "facts").mockRejectedValue(new Error("closed"));
  await start(user);
  expect(await screen.findByText(/^The run was not started: this device could not write it down/)).toBeTruthy();
  read.mockRestore();
  expect(amountsSent(host)).toEqual([]);
});

const withheld = { status: 403, json: { success: false, message: "This needs the permission canViewTransactions." } };
const unseen = /^The run was not started: what others have sent since the rehearsal could not be seen/;

test("[FUND-6, BULK-2] where the host doesn't tell what others have sent, a run starts only if its admin says so, and its report says it", async () => {
  const files = savedFiles();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  host.on("GET /analytics/recent-transactions", withheld);
  await start(user);
  expect(await screen.findByText(unseen)).toBeTruthy();
  await press(user, "Start");
  expect(amountsSent(host)).toEqual([]);
  await user.click(screen.getByLabelText("Start all the same"));
  await press(user, "Start");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5, 2.25]);
  expect(screen.getByText(/^Some rows were sent without the host telling what others had sent, first at /)).toBeTruthy();
  await press(user, "Download report");
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines.at(-1)).toMatch(/^"?Some rows were sent without the host telling what others had sent, first at \d{4}-/);
});

test("[FUND-6, BULK-2, AUTH-18] whoever may not see what others have sent is told so, and starts a run only by saying so", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  host.on("GET /analytics/recent-transactions", withheld);
  const session = fakeSession(new Date(), { permissions: { canViewTransactions: false } }, "no-transactions");
  await start(await rehearse(host, { session }));
  expect(
    await screen.findByText(/^The run was not started: without the permission canViewTransactions, what others have sent/),
  ).toBeTruthy();
  expect(amountsSent(host)).toEqual([]);
});

test("[FUND-6, BULK-2] once the host tells again what others have sent, a run starts as it was typed, and without a word", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", funded("1.5"));
  const user = await rehearse(host);
  host.on("GET /analytics/recent-transactions", withheld);
  await start(user);
  await screen.findByText(unseen);
  host.on("GET /analytics/recent-transactions", pageOf(wireRows(3)));
  await press(user, "Start");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5, 2.25]);
  expect(screen.queryByText(/^Some rows were sent without/)).toBeNull();
});

test("[FUND-6, BULK-4] what another admin has sent while a run was paused is left out, said and rehearsed again", async () => {
  const gate = new Gate();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", async () => {
    await gate.opened;
    return funded("1.5");
  });
  const user = await rehearse(host);
  await start(user);
  await press(user, "Pause");
  gate.open();
  await screen.findByText("Nothing more is sent until you continue.");
  host.on("GET /analytics/recent-transactions", pageOf([theirs(2.25), ...wireRows(3).slice(1)]));
  await press(user, "Continue");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5]);
  expect(screen.getByText("1 row was not sent: since the run began the same was sent by another admin, or from here.")).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "Not done" })).getByText("Possibly twice")).toBeTruthy();
  await press(user, "Run what failed again");
  expect(await screen.findByText("0 rows are ticked")).toBeTruthy();
});

test("[BULK-5] the report has each row's outcome, and what failed is rehearsed again", async () => {
  const files = savedFiles();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", ({ body }) =>
    amountOf(body) === 1.5 ? funded("1.5") : { status: 400, json: { success: false, message: "=Account frozen" } },
  );
  const user = await rehearse(host);
  await start(user);
  await screen.findByText("The run has ended");
  const notDone = await screen.findByRole("table", { name: "Not done" });
  expect(within(notDone).getByText("=Account frozen")).toBeTruthy();

  await press(user, "Download report");
  await waitFor(() => expect(files.length).toBe(1));
  const lines = (await files[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines.length).toBe(3);
  expect(lines[1]).toMatch(/^2,Fund,ada@example\.com,1\.5,USDT,,,Done,Funded 1\.5,7\.25,R-1,,[\w-]+,\d{4}-\d\d-\d\dT/);
  // A formula in the host's text must not run in a spreadsheet.
  expect(lines[2]).toMatch(/^3,Fund,ada@example\.com,2\.25,USDT,,,Refused,"'=Account frozen",,,,/);

  const before = amountsSent(host).length;
  await press(user, "Run what failed again");
  expect(await screen.findByRole("heading", { name: "Start the run" })).toBeTruthy();
  expect(await screen.findByText(/1 row is ticked|0 rows are ticked/)).toBeTruthy();
  expect(amountsSent(host).length, "nothing is sent by it").toBe(before);
  // It doesn't take the place of a rehearsal with its ticks.
  const again = screen.getByRole("button", { name: "Run what failed again" });
  expect(isOff(again)).toBe(true);
  expect(again.title).toBe("First put the file below away with “Another file”: this takes its place");
});

test("[BULK-5, FUND-6] a report of a run that isn't over says that it isn't final", async () => {
  const files = savedFiles();
  const gate = new Gate();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", async () => {
    await gate.opened;
    return funded("1.5");
  });
  const user = await rehearse(host);
  await start(user);
  await waitFor(() => expect(amountsSent(host)).toHaveLength(1));
  await press(user, "Download report");
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines[2]).toContain(",Not sent,");
  expect(lines.at(-1)).toMatch(/^"?NOT FINAL: as of \d{4}-\d\d-\d\dT[\d:.]+Z\. What is not sent,/);
  gate.open();
  await screen.findByText("The run has ended");
  await press(user, "Download report");
  await waitFor(() => expect(files).toHaveLength(2));
  expect(await files[1]?.text()).not.toContain("NOT FINAL");
});

test("[BULK-5, APPR-3] of rows that became slips the report says that they were sent for approval, and that their ends aren't in it", () => {
  addWords("en", { bulkRun });
  const sent = {
    run: "1",
    attempt: "a",
    needsSecondAdmin: true,
    email: "ada@example.com",
    amount: "1",
    currency: "USDT",
    operation: "fund",
  };
  const rows = (["asked", "done", "asked"] as const).map((is, at) => ({ ...sent, is, place: at, line: at + 2 }) as BulkRow);
  const report = (some: readonly BulkRow[]): string[] =>
    reportOf(translateIn("en", "bulkRun"), { state: { is: "ended", at: 1 } }, some, 2)
      .trim()
      .split("\r\n");
  expect(report(rows).filter((line) => line.includes(",Sent for approval,"))).toHaveLength(2);
  expect(report(rows).at(-1)).toMatch(/^"?What became of the 2 rows sent for approval is not in this file/);
  expect(report(rows.slice(1, 2))).toHaveLength(2);
});

test("[BULK-5] the amounts and balances of a report are figures, however long they are", () => {
  addWords("en", { bulkRun });
  const row = { is: "done", line: 2, operation: "fund", email: "ada@example.com", amount: "150000000000", balance: "150000000001" };
  const report = reportOf(translateIn("en", "bulkRun"), { state: { is: "ended", at: 1 } }, [row as BulkRow], 2);
  expect(report).toMatch(/,150000000000,.*,150000000001,/);
});

test("[BULK-3, A11Y] the focus stays at what is pressed, or where it stood: reading the cells, pausing, going on", async () => {
  const gate = new Gate();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", async () => {
    await gate.opened;
    return funded("1.5");
  });
  const { user } = await bootApp(host, { path: "/funding/bulk", config });
  await user.click(await screen.findByLabelText("Or paste cells"));
  await user.paste("email,amount,currency\nada@example.com,1.5,USDT\nada@example.com,2.25,USDT");
  await byKey(user, "Read the cells");
  const operation = await screen.findByLabelText("Operation of all rows");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Columns" })));
  await user.selectOptions(operation, "fund");
  await byKey(user, "Rehearse");
  await screen.findByRole("heading", { name: "Start the run" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Rehearsal of Pasted cells" })));
  await press(user, "Tick those shown");
  await start(user);
  await byKey(user, "Pause");
  gate.open();
  await screen.findByRole("button", { name: "Continue" });
  const run = screen.getByRole("region", { name: "Run of Pasted cells" });
  await waitFor(() => expect(document.activeElement).toBe(run));
  await byKey(user, "Continue");
  await screen.findByText("The run has ended");
  await waitFor(() => expect(document.activeElement).toBe(run));
});

test("[BULK-4, AUTH-10] a run pauses where the permission is gone, and signing out with it open asks", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", {
    status: 403,
    json: { success: false, message: "This needs the permission canFundUsers." },
  });
  const user = await rehearse(host);
  await start(user);
  expect(await screen.findByText("Paused: the permission canFundUsers is missing")).toBeTruthy();
  expect(amountsSent(host)).toEqual([1.5]);
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
  const { endedAction } = await import("../../src/app/state/long-actions.ts");
  await waitFor(() => expect(endedAction.get(), "what a notification says").toEqual({ operation: "bulkRun", waits: true }));
  const [header] = screen.getAllByRole("banner");
  if (!header) throw new Error("the page has no header");
  await chooseItem(user, within(header).getByRole("button", { name: /User menu/ }), "Logout");
  const asked = await question();
  expect(asked.getByText("Sign out with a run open?")).toBeTruthy();
  expect(asked.getByText("1 row of the open run has not been sent.")).toBeTruthy();
  expect(host.callsOf("POST /adminsignin/logout").length).toBe(0);
  await press(user, "Sign out", asked);
  await waitFor(() => expect(host.callsOf("POST /adminsignin/logout").length).toBe(1));
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
});
