import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCsv } from "../../src/app/csv/csv.ts";
import * as v from "valibot";
import type { Selected, Selection } from "../../src/app/lists/selection/selection.ts";
import { selectMatchingUsers } from "../../src/app/screens/users/selection/user-rows.ts";
import { listUsers } from "../../src/contract/users.ts";
import { putUserPage } from "../../src/db/people/user-pages.ts";
import type { ZonedUsersQuery } from "../../src/db/people/users-query.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { bootApp } from "../support/boot-app.tsx";
import { bootedCache } from "../support/booted-cache.ts";
import { playUsers, usersOf, wireUsers } from "../support/browser/played-users.ts";
import { byKey, chooseItem, fill, isOff, press } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { emptyCache } from "../support/played-host.ts";
import { savedFiles } from "../support/saved-files.ts";

const list = "GET /usermanagement/users";
const bar = () => within(screen.getByRole("region", { name: "Selection" }));
const selected = async (words: string): Promise<void> => waitFor(() => expect(bar().getByText(words)).toBeTruthy());
const box = (name: string): Promise<HTMLElement> => screen.findByRole("checkbox", { name: `Select ${name}@example.com` });
const row = async (name: string): Promise<HTMLElement> => (await box(name)).closest("tr") ?? document.body;

async function open(host = playUsers(new PlayedCalls()), path = "/users"): Promise<UserEvent> {
  const { user } = await bootApp(host.on(list, usersOf(wireUsers(23))), { path });
  await box("user000");
  return user;
}

test("[FIND-1] X, Shift with the arrows, Ctrl A and Escape act on the users' rows, over all pages", async () => {
  const user = await open();
  (await row("user000")).focus();
  await user.keyboard("x");
  await selected("1 selected of 10 loaded");
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await selected("3 selected of 10 loaded");
  await waitFor(async () => expect(document.activeElement).toBe(await row("user002")));
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await user.click(await box("user012"));
  await selected("4 selected of 20 loaded");
  (await row("user010")).focus();
  await user.keyboard("{Control>}a{/Control}");
  await selected("13 selected of 20 loaded");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

test("[FIND-1] the header's box is ticked only where all rows of the page on screen are", async () => {
  const user = await open();
  const head = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all that are loaded" });
  await user.click(head());
  await selected("10 selected of 10 loaded");
  expect(head().checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await box("user012");
  await waitFor(() => expect([head().checked, head().indeterminate]).toEqual([false, true]));
  await user.click(head());
  await selected("20 selected of 20 loaded");
  expect(head().checked).toBe(true);
});

test("[FIND-1] rows that were on screen before a search don't count as loaded by it", async () => {
  const user = await open();
  await fill(user, screen.getByRole("searchbox"), "user02");
  await press(user, "Search");
  await user.click(await box("user020"));
  await selected("1 selected of 3 loaded");
});

test("[FIND-1] rows of the list before don't get into the selection of a search that is still looked up", async () => {
  const user = await open();
  const { inUse } = await import("../../src/app/session/session-end.ts");
  if (!inUse.sync) throw new Error("nobody is signed in");
  const pages = inUse.sync.db.userPages;
  const { Dexie } = await import("dexie");
  const get = pages.get.bind(pages) as (key: string) => ReturnType<typeof pages.get>;
  const gate = new Gate();
  Object.assign(pages, {
    // The feed reads it within a transaction, which can't wait.
    get: async (key: string) => {
      if (Dexie.currentTransaction === null) await gate.opened;
      return get(key);
    },
  });
  await fill(user, screen.getByRole("searchbox"), "user02");
  await press(user, "Search");
  await waitFor(() => expect(location.search).toContain("user02"));
  // The list before is still drawn.
  const first = screen.getByText("user000@example.com").closest("tr") ?? document.body;
  first.focus();
  await user.keyboard("x");
  await user.keyboard("{Control>}a{/Control}");
  for (const one of screen.queryAllByRole("checkbox")) await user.click(one);
  gate.open();
  await user.click(await box("user020"));
  await selected("1 selected of 3 loaded");
});

test("[FIND-1] a selected user whose filter no longer fits leaves the selection, which says so", async () => {
  const user = await open(undefined, "/users?emailVerified=true");
  await user.click(await box("user000"));
  await user.click(await box("user002"));
  await selected("2 selected of 10 loaded");
  const db = bootedCache();
  await db.users.update("u-2", { emailVerified: false });
  await selected("1 selected of 10 loaded");
  expect(bar().getByText("1 selected row is in the list no longer, and was taken out of the selection.")).toBeTruthy();
});

test("[FIND-1] where more users match than the page has, the bar offers all of them, fetches and selects them", async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Select all that are loaded" }));
  expect(await screen.findByText("10 loaded of about 23; select all that match?")).toBeTruthy();
  await press(user, "Select all that match");
  await selected("23 selected of 23 loaded");
});

/** Selects all users of a list that the host changes after an answer, as `changed` says. */
async function selectAll(changed: (users: ReturnType<typeof wireUsers>, answers: number) => ReturnType<typeof wireUsers>) {
  const db = await emptyCache();
  let users = wireUsers(450);
  let answers = 0;
  const demand = async (_: string, asked: ZonedUsersQuery) => {
    const query = { skip: String(asked.skip), limit: String(asked.limit) };
    const { json } = usersOf(users)({ name: list, query, body: null, authorization: undefined });
    answers += 1;
    users = changed(users, answers);
    const answer = v.parse(listUsers.answer, json);
    await putUserPage(db, asked, { users: answer.users, total: answer.total, asOf: answers });
    return { is: "done" };
  };
  const added: string[] = [];
  const selection = { add: (rows: Iterable<Selected>) => added.push(...Array.from(rows, ({ id }) => id)) } as unknown as Selection;
  const sync = { db, dispatcher: { demand } } as unknown as Sync;
  // By name, so that the cache can't tell who has left the list.
  const { is } = await selectMatchingUsers(sync, { sort: "username" }, selection, false, new AbortController().signal, () => {});
  return { is, missing: users.filter((one) => !added.includes(String(one["_id"]))).length, added: added.length };
}

test("[FIND-1, SYNC-3] a user who leaves the list between two of its pages takes no other one along", async () => {
  const found = await selectAll((users, answers) => (answers === 1 ? users.filter((_, n) => n !== 5) : users));
  expect(found).toEqual({ is: "whole", missing: 0, added: 449 });
});

test("[FIND-1, SYNC-3] of a list that changes with every page nothing is selected, as some would be missing", async () => {
  const found = await selectAll((users) => users.slice(1));
  expect(found).toMatchObject({ is: "odd", added: 0 });
});

test("[FIND-1, USER-4] under a date filter outside UTC all that match are the users that the list counts", async () => {
  const host = playUsers(new PlayedCalls()).on(list, usersOf(wireUsers(23)));
  const { user } = await bootApp(host, { path: "/dashboard" });
  const { keepSettings, settings } = await import("../../src/app/state/settings.ts");
  act(() => keepSettings({ ...settings.kept, timeZone: "EST" }));
  act(() => history.pushState(null, "", "/users?dateFrom=2026-10-10&dateTo=2026-10-29"));
  await box("user000");
  await user.click(await screen.findByRole("checkbox", { name: "Select all that are loaded" }));
  await press(user, "Select all that match");
  await selected("20 selected of 20 loaded");
});

test('[FIND-1, A11Y] the focus stays in the bar where "Select all that match" goes, and on the step that has come to the end', async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Select all that are loaded" }));
  await byKey(user, "Select all that match");
  await selected("23 selected of 23 loaded");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Select all that match" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Selection" })));
  await byKey(user, "Next page");
  await box("user010");
  await byKey(user, "Next page");
  await box("user020");
  const next = screen.getByRole("button", { name: "Next page" });
  expect([document.activeElement === next, isOff(next), next.hasAttribute("disabled")]).toEqual([true, true, false]);
  await user.keyboard("{Enter}");
  expect(await box("user020")).toBeTruthy();
  expect(isOff(screen.getByRole("button", { name: "Previous page" }))).toBe(false);
});

test("[FIND-1] users are copied as a table, as what the host sent, and as a link to the list of them, which the device answers", async () => {
  const host = playUsers(new PlayedCalls());
  const user = await open(host);
  await user.click(await box("user001"));
  await user.click(await box("user002"));
  await chooseItem(user, "Copy", "As a table (TSV)");
  await waitFor(async () =>
    expect((await navigator.clipboard.readText()).split("\n")[1]).toMatch(/^user001\tuser001@example\.com\t'\+2348010000001\t1\t/),
  );
  await chooseItem(user, "Copy", "As JSON");
  await waitFor(async () => expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject([{ _id: "u-1" }, { _id: "u-2" }]));
  await chooseItem(user, "Copy", "As a link");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${location.origin}/users?ids=u-1+u-2`));
  const asked = host.callsOf(list).length;
  act(() => history.pushState(null, "", "/users?ids=u-1+u-2+u-999"));
  expect(await screen.findByText("3 IDs are looked for on this device; the host is not asked.")).toBeTruthy();
  expect(await screen.findByText("u-999")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: "Select user000@example.com" })).toBeNull());
  expect(await box("user001")).toBeTruthy();
  expect(await screen.findByText("1–2 of 2 found, of the 2 cached")).toBeTruthy();
  act(() => history.pushState(null, "", "/users?ids=u-1+u-2+u-999&q=user002&page=2"));
  expect(await screen.findByText("1–1 of 1 found, of the 2 cached")).toBeTruthy();
  expect(await box("user002")).toBeTruthy();
  act(() => history.pushState(null, "", "/users?ids=u-999"));
  expect(await screen.findByText("No user matches the search and the filters.")).toBeTruthy();
  expect(host.callsOf(list)).toHaveLength(asked);
});

test("[FIND-1] a file of selected users has the time of their data, not of the download", async () => {
  const files = savedFiles();
  const user = await open(playUsers(new PlayedCalls()));
  await user.click(await box("user001"));
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
