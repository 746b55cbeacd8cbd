import { act, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { unknownFunding } from "../support/attempts.ts";
import { readCsv } from "../../src/app/csv/csv.ts";
import { bootApp } from "../support/boot-app.tsx";
import { bootedCache } from "../support/booted-cache.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { chooseItem } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { savedFiles } from "../support/saved-files.ts";

const counter = (name: string) => screen.getByRole("group", { name }).children[1]?.textContent;

test("[AUD-1, AUD-2] a host without a log: the device's journal stands there, and the page says so", async () => {
  const refused = { status: 404, json: { message: "No user has the email nobody@example.com" } };
  const host = playUsers(new PlayedCalls()).on("PATCH /2FA-Disable/disable-2fa", refused);
  const { user } = await bootApp(host, { path: "/audit" });
  localStorage.setItem("counterfoil.clock", String(-3_600_000));
  expect(await screen.findByText("This host offers no audit log", { exact: false })).toBeTruthy();
  expect(await screen.findByText("No entries found")).toBeTruthy();

  act(() => history.pushState(null, "", "/user-management/disable-2fa?email=nobody@example.com"));
  await user.click(await screen.findByRole("button", { name: "Disable 2fa" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Disable 2FA" }));
  expect(await within(question).findByText(/No user has the email/)).toBeTruthy();
  await user.click(within(question).getByRole("button", { name: "Cancel" }));

  act(() => history.pushState(null, "", "/audit"));
  const table = await screen.findByRole("table", { name: "Audit log" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2));
  const [, entry] = within(table).getAllByRole("row");
  // The journal's times are this device's, whose clock is an hour ahead of the host's.
  expect(entry?.textContent).toMatch(/^(now|\d+ sec\. ago).*Disable 2FA.*Refused/s);
  expect([counter("Events"), counter("Alerts")]).toEqual(["1", "—"]);
  await user.click(within(table).getByRole("button", { name: /Disable 2FA/ }));
  expect((await screen.findByRole("dialog", { name: "Attempt" })).textContent).toContain("No user has the email nobody@example.com");
});

test.each([
  ["", "device-journal-", /^END: 0 entries, only what was tried from this device since the last sign-in, as of [\d-]+T[\d:.]+Z$/],
  ["?q=nobody&outcome=unknown", "device-journal-filtered-", /^END: 0 .*; filtered by q=nobody, outcome=unknown$/],
  ["log?", "audit-log-", /^END: 0 entries, everything that matched at the host, as of [\d-]+T[\d:.]+Z$/],
  ["log?q=nobody", "audit-log-filtered-", /^END: 0 .*; filtered by q=nobody$/],
])("[AUD-1, AUD-2, SET-1] a file of entries says its filter, how many it holds and as of when: %s", async (query, start, last) => {
  const files = savedFiles();
  const host = playUsers(new PlayedCalls())
    .on("GET /audit/logs", { json: { success: true, data: [], pagination: { total: 0, hasNextPage: false } } })
    .on("GET /audit/logs/counters", { json: { success: true, data: { events: 0, alerts: 0, activeUsers: 0 } } });
  const config = query.startsWith("log") ? { auditLog: "/audit/logs" } : {};
  const { user } = await bootApp(host, { path: `/audit${query.replace("log", "")}`, config });
  await screen.findByText("No entries found");
  await chooseItem(user, "Export Logs", "As CSV");
  await waitFor(() =>
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(new RegExp(`^${start}\\d{4}-\\d\\d-\\d\\d\\.csv$`))]),
  );
  expect(readCsv((await files[0]?.text()) ?? "").at(-1)).toEqual([expect.stringMatching(last)]);
  // The end of the log's export is told; the device's own journal takes no time.
  const ended = query.startsWith("log") ? { operation: "export", waits: false } : undefined;
  const { endedAction } = await import("../../src/app/state/long-actions.ts");
  await waitFor(() => expect(endedAction.get()).toEqual(ended));
});

/** Entries of a host's log, the newest first. */
const entriesFrom = (newest: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    seq: newest - n,
    at: new Date(Date.now() - n * 60_000).toISOString(),
    actor: "ada@example.com",
    action: "fund",
    target: "bob@example.com",
    outcome: "done",
    previous: "0".repeat(64),
    hash: "1".repeat(64),
    asked: null,
    before: null,
    after: null,
  }));
const playLog = (entries: readonly object[]) =>
  playUsers(new PlayedCalls())
    .on("GET /audit/logs", { json: { success: true, data: entries } })
    .on("GET /audit/logs/counters", { json: { success: true, data: { events: 0, alerts: 0, activeUsers: 0 } } });

test("[AUD-1] a full page of a log without a total isn't called all of it", async () => {
  await bootApp(playLog(entriesFrom(90, 50)), { path: "/audit", config: { auditLog: "/audit/logs" } });
  expect(await screen.findByText(/^More than 50 entries/)).toBeTruthy();
});

test("[AUD-1] an entry that a host sends twice stands there twice", async () => {
  const warned = vi.spyOn(console, "error").mockReturnValue();
  const entries = entriesFrom(90, 2);
  await bootApp(playLog([...entries, ...entries]), { path: "/audit", config: { auditLog: "/audit/logs" } });
  await waitFor(() => expect(screen.getAllByRole("cell", { name: "bob@example.com" })).toHaveLength(4));
  expect(warned).not.toHaveBeenCalled();
});

test("[AUD-2] the journal is whole, however long: a bulk funding alone may have 5,000 rows", async () => {
  await bootApp(playUsers(new PlayedCalls()), { path: "/audit" });
  await screen.findByText("No entries found");
  const db = bootedCache();
  // Settled: another file's wipe of this cache would leave a post for each that isn't.
  const state = { is: "done", at: Date.now(), message: undefined } as const;
  await db.journal.bulkAdd(Array.from({ length: 5001 }, (_, n) => ({ ...unknownFunding(`a-${n}`, Date.now() - n, `s-${n}`), state })));
  await waitFor(() => expect(counter("Events")).toBe("5,001"), { timeout: 10_000 });
});

test("[AUD-1] the host counts from a day of its own clock, though the device's is a day ahead", async () => {
  const host = new PlayedCalls()
    .on("GET /audit/logs", { json: { success: true, data: [], pagination: { total: 0, hasNextPage: false } } })
    .on("GET /audit/logs/counters", { json: { success: true, data: { events: 7, alerts: 0, activeUsers: 1 } } });
  await bootApp(host, { path: "/audit?period=today", config: { auditLog: "/audit/logs" } });
  localStorage.setItem("counterfoil.clock", String(-86_400_000));
  await waitFor(() => expect(counter("Events")).toBe("7"));
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(host.callsOf("GET /audit/logs/counters").map(({ query }) => query["dateFrom"])).toEqual([day]);
});

test("[AUD-1, SYNC-1] out of reach, a search of the log that finds nothing says among how many entries it looked", async () => {
  const { AuditState } = await import("../../src/app/screens/audit/audit-state.tsx");
  const { loadWords } = await import("../../src/app/words/language.ts");
  await loadWords(["audit"]);
  const reading = { key: "", total: 0, basis: { is: "kept", of: 50, asOf: Date.now() }, rowAt: () => undefined } as const;
  render(<AuditState reading={reading} fetching={{ is: "waiting" }} isOut filtered onRetry={() => {}} />);
  expect(screen.getByText("No entries found")).toBeTruthy();
  expect(screen.getByText(/^0 of the 50 entries kept on this device/)).toBeTruthy();
});

test("[AUD-1] the details of an entry that were closed aren't opened again by Back, and a filter that is applied twice is gone after one", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/audit" });
  await screen.findByText("No entries found");
  const db = bootedCache();
  await db.journal.add(unknownFunding("a-1", Date.now(), "s-1"));
  const search = await screen.findByLabelText("Search the log");
  await user.type(search, "ada{Enter}");
  await waitFor(() => expect(location.search).toBe("?tab=device&q=ada"));
  const { length } = history;
  await user.type(search, "{Enter}");
  expect(history.length).toBe(length);
  const table = await screen.findByRole("table", { name: "Audit log" });
  await user.click(within(table).getByRole("button", { name: /Fund/ }));
  await screen.findByRole("dialog", { name: "Attempt" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect([screen.queryByRole("dialog"), location.search]).toEqual([null, "?tab=device&q=ada"]));
  act(() => history.back());
  await waitFor(() => expect([screen.queryByRole("dialog"), location.search]).toEqual([null, ""]));
});

test("[AUD-1] what is typed into the search stays while the period changes", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/audit" });
  const search = await screen.findByLabelText<HTMLInputElement>("Search the log");
  await user.type(search, "ada");
  await user.selectOptions(screen.getByLabelText("Period"), "today");
  await waitFor(() => expect(location.search).toBe("?tab=device&period=today"));
  expect(search.value).toBe("ada");
});
