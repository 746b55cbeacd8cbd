import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { NoteField } from "../../src/app/screens/cases/note-field.tsx";
import { cases } from "../../src/app/words/en/cases.ts";
import { addWords } from "../../src/app/words/i18n.ts";
import type { TransactionRow } from "../../src/db/store/database.ts";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem, fill, noDialog, press, question } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow } from "../support/played-dashboard.ts";
import { refreshUntil } from "../support/refresh-until.ts";
import { savedFiles } from "../support/saved-files.ts";

const ada = { id: "u-ada", username: "ada", email: "ada@example.com", phonenumber: "+2348012345678", kycLevel: 2, tokens: [] };
const first = wireRow(0, { status: "PENDING", bankName: null, details: { a: 1, b: 2 } });
const rows = [first, wireRow(1), wireRow(2), wireRow(3)];

const play = (list = rows): PlayedCalls =>
  playDashboard(new PlayedCalls(), list)
    .on("GET /usermanagement/users", { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } })
    .on("GET /admin/users/wallets", { json: { email: ada.email, wallets: {}, balances: {} } });

const box = (row: number): Promise<HTMLElement> =>
  screen.findByRole("checkbox", { name: `Select REF-${String(row).padStart(5, "0")}-ABCDEFGH` });
const bar = async () => within(await screen.findByLabelText("Open case"));
const pins = async (words: string): Promise<void> => void (await screen.findByText(words));
/** The rows pinned to the case on screen. */
const pinned = async (): Promise<HTMLElement[]> => [...(await screen.findByLabelText("Pinned")).querySelectorAll<HTMLElement>("ol > li")];
const go = (path: string): void => act(() => history.pushState(null, "", path));

async function openCasePage(user: UserEvent): Promise<void> {
  await user.click((await bar()).getByRole("link", { name: /^Case of / }));
  await screen.findByRole("heading", { name: "Pinned" });
}

const printed = vi.fn<() => void>();
beforeEach(() => {
  vi.restoreAllMocks();
  printed.mockClear();
  vi.stubGlobal("print", printed);
});

test("[FIND-7] C pins the focused row, and a first pin begins a case; where rows are selected it pins those", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  (await box(1)).focus();
  expect(screen.queryByLabelText("Open case")).toBeNull();
  await user.keyboard("c");
  expect(await screen.findByText(/^Pinned to a new case, “Case of .*”$/)).toBeTruthy();
  await pins("1 pin");
  await user.keyboard("c");
  expect(await screen.findByText(/^Pinned to “Case of .*” already$/)).toBeTruthy();
  (await box(2)).focus();
  await user.keyboard("x");
  (await box(3)).focus();
  await user.keyboard("x");
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("3 pins");
  const button = within(screen.getByRole("region", { name: "Selection" })).getByRole("button", { name: "Pin" });
  expect([button.title, button.getAttribute("aria-keyshortcuts")]).toEqual(["Pin to the open case (C)", "C"]);
});

test("[FIND-7] C is silent while somebody types, and where keys of one letter are switched off", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  await box(0);
  await user.type(screen.getByLabelText("Search transactions"), "c");
  await user.keyboard("?");
  await user.clear(screen.getByLabelText("Search transactions"));
  await user.click(document.body);
  await user.keyboard("?");
  await user.click(await screen.findByLabelText("Keys of one letter"));
  await user.keyboard("{Escape}");
  await noDialog();
  (await box(0)).focus();
  await user.keyboard("c");
  await user.click(await box(0));
  await press(user, "Pin");
  // Had the key worked, it would already be pinned.
  expect(await screen.findByText(/^Pinned to a new case/)).toBeTruthy();
});

test("[FIND-7] what a browser fills in by itself, whose event names no key, breaks nothing", async () => {
  const heard = vi.fn<(event: ErrorEvent) => void>();
  addEventListener("error", heard);
  onTestFinished(() => removeEventListener("error", heard));
  const { user } = await bootApp(play(), { path: "/dashboard" });
  await user.click(await box(0));
  await screen.findByRole("button", { name: "Pin" });
  await untilStanding();
  await waitFor(() => expect(fireEvent.keyDown(document.body, { key: "k", ctrlKey: true })).toBe(false));
  await user.keyboard("{Escape}");
  fireEvent(screen.getByLabelText("Search transactions"), new Event("keydown", { bubbles: true }));
  expect(heard).not.toHaveBeenCalled();
});

test("[FIND-1, FIND-3, FIND-7] the list of keys has those of selections, columns and pins", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  await box(0);
  await user.click(document.body);
  await user.keyboard("?");
  await screen.findByText("In the lists of transactions and users");
  const keysOf = (words: string) => [...(screen.getByText(words).nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);
  expect(keysOf("Select the row in focus")).toEqual(["X"]);
  expect(keysOf("Select a range")).toEqual(["Shift", "↑", "↓"]);
  expect(keysOf("Select all that is loaded")).toEqual(["Ctrl", "A"]);
  expect(keysOf("Copy what is selected, as a table")).toEqual(["Ctrl", "C"]);
  expect(keysOf("To the selection's bar and back")).toEqual(["F6"]);
  expect(keysOf("Pin to the open case: a row, what is selected, or what is open")).toEqual(["C"]);
  expect(keysOf("Width of a column, on its border")).toEqual(["←", "→"]);
});

test("[FIND-7] C pins the transaction whose details are open, and the user whose page it is", async () => {
  const { user } = await bootApp(play(), { path: "/transactions/tx-00001" });
  const panel = within(await screen.findByRole("dialog", { name: "Transaction details" }));
  await panel.findByText("tx-00001");
  await user.keyboard("c");
  expect(await screen.findByText(/^Pinned to a new case/)).toBeTruthy();
  await user.keyboard("{Escape}");
  go(`/user-management/summary?email=${encodeURIComponent(ada.email)}`);
  await waitFor(() => expect(screen.getByRole("button", { name: "Pin" }).getAttribute("aria-disabled")).toBeNull());
  await user.click(document.body);
  await user.keyboard("c");
  await pins("2 pins");
});

test("[FIND-7] the case names each pin's source and time, keeps notes, and gives back what was removed", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  (await box(2)).focus();
  await user.keyboard("c");
  await pins("2 pins");
  await openCasePage(user);
  expect(document.title).toBe("Case · Counterfoil");
  const [one, second] = await pinned();
  expect(one?.textContent).toContain("REF-00000-ABCDEFGH");
  expect(one?.textContent).toMatch(/Cached list, as of .*\d:\d\d:\d\d/);
  await user.type(screen.getByRole("textbox", { name: "Note on REF-00002-ABCDEFGH" }), "she says it never came");
  await user.tab();
  await user.click(within(second ?? document.body).getByRole("button", { name: "Remove REF-00002-ABCDEFGH from the case" }));
  expect(await screen.findByText("REF-00002-ABCDEFGH was removed from the case.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" })));
  await pins("1 pin");
  await user.keyboard("{Enter}");
  await pins("2 pins");
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note on REF-00002-ABCDEFGH" }).value).toBe("she says it never came"),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove REF-00002-ABCDEFGH from the case" })));
});

test("[FIND-7] what was removed is not given back where another tab has pinned it anew", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  await openCasePage(user);
  await press(user, "Remove REF-00000-ABCDEFGH from the case");
  await screen.findByRole("button", { name: "Undo" });
  const { inUse } = await import("../../src/app/session/session-end.ts");
  const { pinRows } = await import("../../src/db/desk/cases.ts");
  const db = inUse.sync?.db;
  if (!db) throw new Error("no cache is open");
  await pinRows(db, [{ is: "transaction", row: { id: "tx-00000", at: 0, seenAt: 0 } as TransactionRow }], "Case");
  await screen.findByRole("button", { name: "Remove tx-00000 from the case" });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("[FIND-7] a note that was left before it was saved follows what another tab writes", async () => {
  addWords("en", { cases });
  const user = userEvent.setup();
  const kept = vi.fn<(note: string) => Promise<boolean>>(async () => true);
  const field = (note: string) => <NoteField label="Note" note={note} onKeep={kept} />;
  const { rerender } = render(field(""));
  await user.type(screen.getByRole("textbox"), "mine");
  await user.tab();
  expect(kept).toHaveBeenCalledWith("mine");
  rerender(field("mine"));
  rerender(field("another tab's"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("another tab's");
  expect(screen.getByText("Note: another tab's")).toBeTruthy();
});

test("[FIND-7] a chat that is pasted into a note is kept whole, however long", async () => {
  addWords("en", { cases });
  const kept = vi.fn(() => Promise.resolve(true));
  render(<NoteField label="Notes" note="" onKeep={kept} />);
  const user = userEvent.setup();
  const chat = "My money did not arrive. ".repeat(400);
  await user.click(screen.getByLabelText("Notes"));
  await user.paste(chat);
  // At once: the page may be left before a pause.
  expect(kept).toHaveBeenLastCalledWith(chat);
});

test("[FIND-7] what has changed since it was pinned says old → new; what the device has no longer is as it was pinned", async () => {
  let list = rows;
  const host = play();
  host.on("GET /analytics/recent-transactions", (call) => pageOf(list)(call));
  const { user } = await bootApp(host, { path: "/dashboard" });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  (await box(1)).focus();
  await user.keyboard("c");
  await pins("2 pins");
  // An amount that is written otherwise, a field without a value that is left out, and fields in another order are the same.
  const { bankName: _, ...others } = first;
  list = [{ ...others, status: "SUCCESSFUL", amount: "0.250", details: { b: 2, a: 1 } }, ...rows.slice(2)];
  await refreshUntil(() => expect(screen.queryByRole("cell", { name: "user1" })).toBeNull());
  await openCasePage(user);
  const [one, second] = await pinned();
  expect([one?.querySelector("del")?.textContent, one?.querySelector("ins")?.textContent]).toEqual(["PENDING", "SUCCESSFUL"]);
  expect(one?.querySelectorAll("del")).toHaveLength(1);
  expect(second?.textContent).toContain("No longer on this device. This is what was pinned.");
  expect(second?.textContent).toContain("REF-00001-ABCDEFGH");
  await press(user, "Copy as text");
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain("Changed since it was pinned: status: PENDING → SUCCESSFUL"),
  );
  await press(user, "Print dossier");
  expect(printed).toHaveBeenCalledOnce();
});

test("[FIND-7] a copied dossier has what was just typed into a note, also where that can't be saved", async () => {
  const { user } = await bootApp(play(), { path: "/dashboard" });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  await openCasePage(user);
  const note = screen.getByRole("textbox", { name: "Note on REF-00000-ABCDEFGH" });
  await user.click(note);
  await user.paste("she says it never came");
  await press(user, "Copy as text");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("she says it never came"));
  const { inUse } = await import("../../src/app/session/session-end.ts");
  const { pins: table } = inUse.sync?.db ?? {};
  if (!table) throw new Error("no cache is open");
  vi.spyOn(table, "update").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  await user.click(note);
  await user.paste(", and calls again");
  await press(user, "Copy as text");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("she says it never came, and calls again"));
  const saved = savedFiles();
  await press(user, "Export CSV");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain("she says it never came, and calls again");
});

test("[FIND-7] a case is renamed, closed, opened again, and deleted once that is confirmed", async () => {
  const { user } = await bootApp(play(), { path: "/cases" });
  await press(user, "New case");
  await fill(user, await screen.findByLabelText("Name"), "Where is Ada's money");
  await press(user, "Save");
  await screen.findByRole("heading", { name: "Where is Ada's money" });
  expect(location.pathname).not.toContain("Ada");
  expect(JSON.stringify([history.state, Object.entries(localStorage)])).not.toContain("Where is");
  await press(user, "Rename");
  await fill(user, await screen.findByLabelText("Name"), "Ada");
  await press(user, "Save");
  await screen.findByRole("heading", { name: "Ada" });
  await press(user, "Close case");
  await waitFor(() => expect(screen.queryByLabelText("Open case")).toBeNull());
  await press(user, "Open case");
  await bar();
  await press(user, "Delete case");
  const asked = await question();
  expect(asked.getByText(/“Ada” with its 0 pins and all notes/)).toBeTruthy();
  await press(user, "Delete case", asked);
  expect(await screen.findByText("No case yet")).toBeTruthy();
});

test("[FIND-7] two clicks on Save begin one case", async () => {
  const { user } = await bootApp(play(), { path: "/cases" });
  await press(user, "New case");
  await screen.findByLabelText("Name");
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "Pinned" });
  go("/cases");
  expect(await screen.findAllByText(/^Begun /)).toHaveLength(1);
});

async function signOutWithCase(session = fakeSession(), before = async () => {}) {
  const host = play().on("POST /adminsignin/logout", { json: {} });
  const { user } = await bootApp(host, { path: "/dashboard", session });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  await before();
  await chooseItem(user, screen.getAllByRole("button", { name: /User menu$/ })[0] ?? document.body, "Logout");
  return { host, user, asked: await question() };
}

test("[FIND-7, AUTH-15] a sign-out from the dialog of a session that the host refuses says first that the cases will be gone", async () => {
  const spurned = (turn: number) => fakeSession(new Date(), { jti: `turn ${turn}` }, "spurned with a case");
  const host = play();
  const { user } = await bootApp(host, { path: "/dashboard", session: spurned(0) });
  (await box(0)).focus();
  await user.keyboard("c");
  await pins("1 pin");
  for (const call of ["/analytics/dashboard", "/usermanagement/users", "/analytics/recent-transactions", "/analytics/filter"])
    host.on(`GET ${call}`, { status: 401, json: { message: "Unauthorized" } });
  host.on("POST /adminsignin/signin", { json: { admin: { id: "spurned with a case" }, accessToken: spurned(1).token } });
  await user.click(screen.getAllByRole("link", { name: "User Management" })[0] ?? document.body);
  await fill(user, await screen.findByLabelText("Password"), "123456");
  await press(user, "Go on");
  const refused = await screen.findByRole("alertdialog", { name: "The host doesn't accept the new session" }, { timeout: 10_000 });
  await press(user, "Sign out", within(refused));
  const asked = within(await screen.findByRole("alertdialog", { name: "Sign out and lose the cases?" }));
  expect(await asked.findByRole("button", { name: "Download" })).toBeTruthy();
  // Cancelling keeps the case on its screen.
  await press(user, "Cancel", asked);
  expect(await screen.findByLabelText("Open case")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("[FIND-7] signing out says first that the cases will be gone, and prints or downloads them", async () => {
  const { host, user, asked } = await signOutWithCase();
  expect(asked.getByText("Sign out and lose the cases?")).toBeTruthy();
  expect(asked.getByText(/^1 case is kept on this device alone\. It is gone once you sign out\.$/)).toBeTruthy();
  const saved = savedFiles();
  await user.click(await asked.findByRole("button", { name: "Download" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toMatch(/^\uFEFFDossier: Case of .*\n[\s\S]*1\. Transaction: .*REF-00000-ABCDEFGH/);
  await user.click(asked.getByRole("link", { name: "Print dossier" }));
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
  await noDialog();
  expect(location.pathname).toMatch(/^\/cases\//);
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
});

/** The device's cache fails; the app goes on in memory. */
async function loseCache(): Promise<string> {
  const { inUse } = await import("../../src/app/session/session-end.ts");
  act(() => inUse.sync?.lost.set("storage"));
  await screen.findAllByText("The cache is off");
  return inUse.sync?.db.name ?? "";
}

test("[FIND-7, SYNC-7] while the cache is off it isn't said that the device has no case, or lost one", async () => {
  await bootApp(play(), { path: "/cases", session: fakeSession(new Date(), {}, "off beside cases") });
  await screen.findByText("No case yet");
  await loseCache();
  expect(await screen.findByText("No case in this page")).toBeTruthy();
  const hint = "The cache is off: cases that this device has can't be read here. Load the page again to look for them.";
  expect(screen.getByText(hint)).toBeTruthy();
  go("/cases/some-case");
  expect(await screen.findByRole("link", { name: "All cases" })).toBeTruthy();
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.queryByText("No such case on this device")).toBeNull();
});

test("[FIND-7, SYNC-7] signing out while the cache is off says first that the cases that the device still has will be gone", async () => {
  let name = "";
  const { user, asked } = await signOutWithCase(fakeSession(new Date(), {}, "off with a case"), async () => {
    name = await loseCache();
  });
  expect(asked.getByText("Sign out and lose the cases?")).toBeTruthy();
  expect(asked.getByText(/^1 case is kept on this device alone\./)).toBeTruthy();
  await press(user, "Cancel", asked);
  const names = async () => (await indexedDB.databases()).map((one) => one.name);
  expect(await names()).toContain(name);
});

test("[FIND-7, SYNC-7] signing out while the cache is off, and can't be read, says first what will be gone with it", async () => {
  const { asked } = await signOutWithCase(fakeSession(new Date(), {}, "off and unreadable"), async () => {
    await loseCache();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("broken", "UnknownError");
    });
  });
  expect(asked.getByText("The cache of this device can't be opened")).toBeTruthy();
  expect(asked.getByText(/^Signing out wipes what this device keeps: cases, and a bulk run/)).toBeTruthy();
  vi.restoreAllMocks();
});

test("[FIND-7, BULK-4] signing out while the cache doesn't answer says first what will be gone with it", async () => {
  const session = fakeSession(new Date(), {}, "silent with a case");
  const { host, user, asked } = await signOutWithCase(session, async () => {
    const { inUse } = await import("../../src/app/session/session-end.ts");
    const { cases: table } = inUse.sync?.db ?? {};
    if (!table) throw new Error("no cache is open");
    // A promise of Dexie's that another tab's transaction keeps waiting.
    vi.spyOn(table, "count").mockReturnValue(new Promise(() => {}) as unknown as ReturnType<typeof table.count>);
  });
  expect(asked.getByText("The cache of this device did not answer in time")).toBeTruthy();
  expect(asked.getByText(/^Signing out wipes what this device keeps: cases, and a bulk run/)).toBeTruthy();
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
  vi.restoreAllMocks();
  await press(user, "Sign out", asked);
  expect(await screen.findByLabelText("Email")).toBeTruthy();
});

test("[FIND-7, AUTH-14] a case goes with the sign-out, and the next admin on this device sees none", async () => {
  const { user, asked } = await signOutWithCase();
  await press(user, "Sign out", asked);
  await screen.findByLabelText("Email");
  cleanup();
  await bootApp(play(), { path: "/cases" });
  expect(await screen.findByText("No case yet")).toBeTruthy();
  expect(screen.queryByLabelText("Open case")).toBeNull();
});
