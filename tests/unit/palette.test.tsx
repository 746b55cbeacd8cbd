import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fr } from "../../src/app/words/fr/words.ts";
import { playAndroid } from "../support/android-back.ts";
import { bootApp } from "../support/boot-app.tsx";
import { playFigures } from "../support/browser/played-figures.ts";
import { playUsers, usersOf, wireUsers } from "../support/browser/played-users.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

const email = "user001@example.com";
const field = () => screen.findByRole<HTMLInputElement>("combobox", { name: /^Find a screen/ });
const active = () => screen.getByRole("option", { selected: true }).textContent;

/** Opens the app at an address, after a visit to the list of users. */
async function open(path: string): Promise<UserEvent> {
  const host = new PlayedCalls();
  playFigures(host);
  playDashboard(playUsers(host), wireRows(5)).on("GET /usermanagement/users", usersOf(wireUsers(23)));
  const { user } = await bootApp(host, { path: "/users" });
  await screen.findByRole("link", { name: "user001" });
  if (path !== "/users") act(() => history.pushState(null, "", path));
  return user;
}

/** Opens the palette by its key, which works shortly after the screen has loaded, and types. */
async function type(user: UserEvent, text: string): Promise<void> {
  await waitFor(async () => {
    if (!screen.queryByRole("combobox", { name: /^Find a screen/ })) await user.keyboard("{Control>}k{/Control}");
    screen.getByRole("combobox", { name: /^Find a screen/ });
  });
  await user.type(await field(), text);
}

test("[FUND-1, USER-6] from any screen to a user's funding form in few keystrokes beyond the email", async () => {
  const user = await open("/settings");
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await type(user, email);
  await waitFor(() => expect(active()).toContain(`User summary · ${email}`));
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(screen.getByLabelText("User Email")).toHaveProperty("value", email));
  expect(location.pathname).toBe("/funding");

  // The same by words; an open form takes the new user.
  await type(user, "fund user002@example.com");
  await waitFor(() => expect(active()).toMatch(/Fund User · user002@example\.com/));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByLabelText("User Email")).toHaveProperty("value", "user002@example.com"));
});

test("[USER-6, LAY-1] on a Cyrillic layout the keys are those at the places of their letters", async () => {
  await open("/settings");
  const press = (key: string, code: string, more = {}) => fireEvent.keyDown(document.body, { key, code, ...more });
  await waitFor(async () => {
    if (!screen.queryByRole("combobox", { name: /^Find a screen/ })) press("л", "KeyK", { ctrlKey: true });
    expect(await field()).toBeTruthy();
  });
  press("л", "KeyK", { ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole("combobox", { name: /^Find a screen/ })).toBeNull());
  press("п", "KeyG");
  press("г", "KeyU");
  await waitFor(() => expect(location.pathname).toBe("/users"));
});

test("[USER-6] a tool asks for its user, recent users first, and Backspace thinks better of it", async () => {
  const user = await open(`/user-management/summary?email=${email}`);
  await screen.findByText("BTC_BTC");
  await type(user, "{ }{Backspace}");
  const recent = await screen.findByRole("group", { name: "Recent users" });
  expect(
    within(recent)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining(email)]);
  await type(user, "disable");
  await waitFor(() => expect(active()).toMatch(/Disable 2FA…/));
  await user.keyboard("{Enter}");
  const which = await screen.findByRole("combobox", { name: "Disable 2FA: for which user?" });
  await waitFor(() => expect(document.activeElement).toBe(which));
  await user.keyboard("{Backspace}");
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  await user.keyboard("disable{Enter}");
  await screen.findByRole("combobox", { name: "Disable 2FA: for which user?" });
  await user.keyboard("user003");
  await waitFor(() => expect(active()).toContain("user003@example.com"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname + location.search).toMatch(/disable-2fa\?email=user003/));
});

test("[DASH-7] a mistake in a query is pointed at, and its suggestion is one Enter away", async () => {
  const user = await open("/");
  await type(user, "tpye:SWAP");
  expect((await field()).getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(screen.getByRole("dialog").textContent).toContain("At 1: “tpye” is no term."));
  await waitFor(() => expect(active()).toBe("Use type:SWAP"));
  // Confirms what an input method composes, as Safari reports it.
  fireEvent.keyDown(await field(), { key: "Enter", keyCode: 229 });
  expect((await field()).value).toBe("tpye:SWAP");
  await user.keyboard("{Enter}");
  await waitFor(async () => expect((await field()).value).toBe("type:SWAP"));
});

test("[TOOL-3] a pasted address that no kept wallet has is not passed off as unknown to the host", async () => {
  const user = await open("/");
  await type(user, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq");
  expect(await screen.findByText(/No wallet with this address: only 0 users' wallets are kept on this device/)).toBeTruthy();
});

test("[USER-1] a pasted phone number finds its user", async () => {
  const user = await open("/users");
  await type(user, "08010000001");
  // The first digits match others too.
  await waitFor(() => {
    const users = screen.getByRole("group", { name: "Users" });
    expect(within(users).getAllByRole("option")[0]?.textContent).toContain("+2348010000001");
  });
});

test("[SET-1] in French the palette and the list of keys speak French", async () => {
  const user = await open("/settings");
  await user.selectOptions(await screen.findByLabelText("Language"), "French");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.documentElement.lang).toBe("fr"));
  await user.keyboard("{Control>}k{/Control}");
  const dialog = await screen.findByRole("dialog", { name: fr.search.palette.title });
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole("combobox", { name: fr.search.palette.label })));
  await user.keyboard("crédit");
  await waitFor(() => expect(active()).toBe(fr.layout.entries.funding));
  expect(await within(dialog).findByText(/Le serveur n’a pas été interrogé/)).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  document.querySelector<HTMLElement>("#content")?.focus();
  await user.keyboard("?");
  expect((await screen.findByRole("dialog", { name: fr.search.keys.title })).textContent).toContain(fr.search.keys.singleHint);
});

test("[FIND-2] an id that isn't on the device leads to its address; other words are searched for first", async () => {
  const id = "0192f0c1-7f2e-7abc-8def-0123456789ab";
  const user = await open("/settings");
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await type(user, "INV-2026");
  const byHost = await screen.findByRole("group", { name: "Ask the host" });
  expect(
    within(byHost)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Search the transactions for “INV-2026”", "Search the users for “INV-2026”", "Open the transaction “INV-2026”"]);
  await user.clear(await field());
  await user.type(await field(), id);
  await waitFor(() => expect(active()).toBe(`Open the transaction “${id}”`));
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Not on this device, and the host did not find it")).toBeTruthy();
  expect(location.pathname).toBe(`/transactions/${id}`);
});

test("[USER-6] Android's Back closes the palette, a menu and a panel alone, and the screen stays with what is typed in it", async () => {
  const user = await open("/funding");
  const { goBack, open: layers } = playAndroid();
  await user.type(await screen.findByLabelText("User Email"), email);
  await type(user, "ada");
  goBack();
  await waitFor(() => expect(screen.queryByRole("combobox", { name: /^Find a screen/ })).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Fees & Rates" }));
  await screen.findByRole("menu");
  goBack();
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await user.click(await screen.findByTitle("What this screen stands on"));
  await screen.findByRole("dialog");
  goBack();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([layers(), location.pathname]).toEqual([0, "/funding"]);
  expect(screen.getByLabelText("User Email")).toHaveProperty("value", email);
});
