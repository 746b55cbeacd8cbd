import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { unknownFunding } from "../support/attempts.ts";
import { bootApp } from "../support/boot-app.tsx";
import { bootedCache, keepAllUp } from "../support/booted-cache.ts";
import { playUsers, usersOf, wireUser, wireUsers } from "../support/browser/played-users.ts";
import { press } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const list = "GET /usermanagement/users";
const status = "GET /updateuseraddress/status-by-phone";
const wallets = "GET /admin/users/wallets";
const deletion = "DELETE /deleteuser/user";
const email = "user001@example.com";
const summary = `/user-management/summary?email=${encodeURIComponent(email)}`;

const withoutWallets = () => {
  const permissions = { canManageWallets: false };
  return fakeSession(new Date(), { permissions }, "no-wallets");
};

async function openMenu(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Actions for ${email}` }));
  await screen.findByRole("menuitem", { name: "Wallet generation status" });
}

/** Answers the list until a deletion is sent, whose answer is lost although it succeeds. */
function playLostDeletion(): PlayedCalls {
  let users = wireUsers(12);
  return playUsers(new PlayedCalls())
    .on(list, (one) => usersOf(users)(one))
    .on(deletion, () => {
      users = users.filter((user) => user["email"] !== email);
      return { status: 502, body: "<html>", contentType: "text/html" };
    });
}

async function confirmDeletion(user: UserEvent): Promise<void> {
  const question = await screen.findByRole("alertdialog", { name: "Delete user" });
  await user.click(within(question).getByRole("button", { name: "Delete user" }));
}

test("[AUTH-15, SYNC-2] what a 401 refused is fetched again as soon as the PIN has been given", async () => {
  let isRevoked = true;
  const next = fakeSession(new Date(Date.now() + 5000), {}, "revoked");
  const host = playUsers(new PlayedCalls())
    .on(list, (one) => (isRevoked ? { status: 401, json: { message: "Token revoked" } } : usersOf(wireUsers(3))(one)))
    .on("POST /adminsignin/signin", () => {
      isRevoked = false;
      return { json: { admin: JSON.parse(next.user), accessToken: next.token } };
    });
  const { user } = await bootApp(host, { path: "/users", session: fakeSession(new Date(), {}, "revoked") });
  await user.type(await screen.findByLabelText("Password", { selector: "input" }), "123456");
  await user.click(screen.getByRole("button", { name: "Go on" }));
  expect(await screen.findByRole("link", { name: "user001" }, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByText("Token revoked")).toBeNull();
});

test("[TOOL-1, SYNC-1] a user's page never says that nothing is known between the host's answer and its rows", async () => {
  const shown = new Set<string>();
  const look = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll("main p")) shown.add(textContent);
  });
  look.observe(document, { childList: true, subtree: true, characterData: true });
  await bootApp(playUsers(new PlayedCalls()), { path: summary });
  expect(await screen.findByText(/^As of \d/)).toBeTruthy();
  expect(await within(screen.getByRole("region", { name: "Wallets" })).findByRole("button", { name: /BTC/ })).toBeTruthy();
  look.disconnect();
  expect(shown).toContain("Loading");
  expect(shown).not.toContain("Nothing is known of this user yet");
  expect(shown).not.toContain("No wallets have been fetched for this user yet");
  await keepAllUp();
  expect(await screen.findByText(/^As of \w{3} \d+, /)).toBeTruthy();
});

test("[USER-4, USER-5, SET-1] a page past the end of a date filter leads to the last one in a zone other than UTC, too", async () => {
  const host = playUsers(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/settings" });
  await user.selectOptions(await screen.findByLabelText("Time zone"), "EST");
  await user.click(screen.getByRole("button", { name: "Save" }));
  act(() => history.pushState(null, "", "/users?dateFrom=2026-10-01&page=99"));
  expect(await screen.findByRole("link", { name: "user022" })).toBeTruthy();
  expect(location.search).toBe("?dateFrom=2026-10-01&page=3");
});

describe("[USER-7] a deletion whose outcome is unknown", () => {
  test("leaves the list, and no question behind, once it is settled that it happened", async () => {
    const host = playLostDeletion();
    const { user } = await bootApp(host, { path: "/users" });
    await openMenu(user);
    await user.keyboard("{End}{Enter}");
    await confirmDeletion(user);
    await user.click(await screen.findByRole("button", { name: "It happened" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "user001" })).toBeNull());
    await waitFor(() => expect([...screen.queryAllByRole("dialog"), ...screen.queryAllByRole("alertdialog")]).toEqual([]));
    expect(host.callsOf(deletion)).toHaveLength(1);
  });

  test("leads from a user's page to the list once it is settled that it happened", async () => {
    const { user } = await bootApp(playLostDeletion(), { path: summary });
    await screen.findByText("BTC_BTC");
    await user.click(screen.getByRole("button", { name: "Delete user" }));
    await confirmDeletion(user);
    await user.click(await screen.findByRole("button", { name: "It happened" }));
    await waitFor(() => expect(location.pathname).toBe("/users"));
  });

  test("stays on a user's page when it did not happen", async () => {
    const { user } = await bootApp(playLostDeletion(), { path: summary });
    await screen.findByText("BTC_BTC");
    await user.click(screen.getByRole("button", { name: "Delete user" }));
    await confirmDeletion(user);
    await user.click(await screen.findByRole("button", { name: "It did not happen" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.pathname).toBe("/user-management/summary");
  });
});

describe("[AUTH-18] without canManageWallets", () => {
  const needs = "Needs the permission canManageWallets";

  test("the row menu's wallet generation status is off and says so", async () => {
    const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users", session: withoutWallets() });
    await openMenu(user);
    const item = screen.getByRole("menuitem", { name: "Wallet generation status" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(within(item).getByText(needs)).toBeTruthy();
  });

  test("a user's page asks for no wallets and no generation status, and says so", async () => {
    const host = playUsers(new PlayedCalls());
    const { user } = await bootApp(host, { path: summary, session: withoutWallets() });
    expect(await screen.findByText(needs)).toBeTruthy();
    const button = await screen.findByRole("button", { name: "Wallet generation status" });
    expect([button.getAttribute("aria-disabled"), button.getAttribute("title")]).toEqual(["true", needs]);
    await user.click(button);
    await screen.findByText("+2348010000001");
    expect([...host.callsOf(wallets), ...host.callsOf(status)]).toEqual([]);
  });
});

test("[USER-6, USER-11] a tool opened from the row has the user's phone and tokens, of which the history keeps nothing", async () => {
  const users = wireUsers(3).map((one) => ({ ...one, tokens: ["BTC_BTC"] }));
  const host = playUsers(new PlayedCalls()).on(list, usersOf(users));
  const { user } = await bootApp(host, { path: "/users" });
  await openMenu(user);
  await user.click(screen.getByRole("menuitem", { name: "Regenerate wallet" }));
  expect(await screen.findByLabelText("Phone number")).toHaveProperty("value", "+2348010000001");
  expect(screen.getByLabelText("BTC_BTC")).toHaveProperty("checked", true);
  expect(JSON.stringify(history.state)).not.toMatch(/user001|\+234|BTC|u-1/);
  // As after a reload: the address names the user, and the rest comes from the cache.
  act(() => {
    history.replaceState(null, "", location.href);
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await waitFor(() => expect(screen.getByLabelText("BTC_BTC")).toHaveProperty("checked", true));
  expect(screen.getByLabelText("Phone number")).toHaveProperty("value", "+2348010000001");
});

describe("what was wrong goes with what is changed", () => {
  test("[TOOL-7] regenerating: the phone number, the tokens", async () => {
    const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/user-management/regenerate-wallet-by-phone" });
    await user.click(await screen.findByRole("button", { name: "Regenerate" }));
    const form = within(screen.getByRole("main"));
    expect(form.getByText("Provide at least one token")).toBeTruthy();
    await user.click(form.getByLabelText("BTC_BTC"));
    expect(form.queryByText("Provide at least one token")).toBeNull();
    await user.type(form.getByLabelText("Phone number"), "+2");
    expect(form.queryByText("Phone number is required")).toBeNull();
  });

  test("[WALL-1] fetching wallets: the email", async () => {
    const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/user-management/fetch-wallets" });
    await user.click(await screen.findByRole("button", { name: "Fetch Wallet" }));
    const form = within(screen.getByRole("main"));
    expect(form.getByText("Please enter a user email")).toBeTruthy();
    await user.type(form.getByLabelText("User Email"), "a");
    expect(form.queryByText("Please enter a user email")).toBeNull();
  });

  test("[TOOL-5] wiping: the email, the currency", async () => {
    const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/user-management/wipe-pending-balance" });
    const currency = await screen.findByLabelText("Currency");
    const form = within(screen.getByRole("main"));
    await user.selectOptions(currency, "");
    await user.click(form.getByRole("button", { name: "Wipe pending balance" }));
    const wrong = () => form.queryAllByText(/^Please/).map((one) => one.textContent);
    expect(wrong()).toEqual(["Please provide a user email", "Please select a currency to wipe"]);
    await user.type(form.getByLabelText("Email"), "a");
    expect(wrong()).toEqual(["Please select a currency to wipe"]);
    await user.selectOptions(currency, "BTC");
    expect(wrong()).toEqual([]);
  });

  test("[TOOL-2] a refusal of one email says nothing of another", async () => {
    const host = playUsers(new PlayedCalls()).on("PATCH /2FA-Disable/disable-2fa", { json: { success: false, message: "No such user" } });
    const path = `/user-management/disable-2fa?email=${encodeURIComponent(email)}`;
    const { user } = await bootApp(host, { path });
    await user.click(await screen.findByRole("button", { name: "Disable 2fa" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Disable 2FA" }));
    await within(question).findByText("No such user");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    const form = within(screen.getByRole("main"));
    expect(await form.findByText("No such user")).toBeTruthy();
    await user.type(form.getByLabelText("Email"), "x");
    expect(form.queryByText("No such user")).toBeNull();
  });
});

test("[USER-9] a status dialog that was closed while it refreshed says nothing more", async () => {
  let fail = (): void => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const host = playUsers(new PlayedCalls()).on(status, { json: { status: "in_progress" } });
  const { user } = await bootApp(host, { path: summary });
  await screen.findByText("+2348010000001");
  const open = screen.getByRole("button", { name: "Wallet generation status" });
  await user.click(open);
  const dialog = await screen.findByRole("dialog", { name: "Wallet generation status" });
  await within(dialog).findByText("in_progress");
  host.on(status, async () => {
    await held;
    return { status: 400, json: { message: "boom" } };
  });
  await user.click(within(dialog).getByRole("button", { name: "Refresh" }));
  await within(dialog).findByRole("button", { name: "Refreshing..." });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fail();
  // Had the failure been shown, it would precede this.
  host.on(status, { status: 400, json: { message: "later" } });
  await user.click(open);
  expect(await screen.findByText("later")).toBeTruthy();
  expect(screen.queryByText("Failed to refresh status")).toBeNull();
});

test("[TOOL-1] what was done for a user from this device is shown whole on demand", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: summary });
  const done = within(await screen.findByRole("region", { name: "Done from this device" }));
  await done.findByText("Nothing was done for this user from this device since you signed in");
  const db = bootedCache();
  await db.journal.bulkAdd(
    Array.from({ length: 12 }, (_, n) => ({ ...unknownFunding(`a-${n}`, Date.now() - n, `s-${n}`), target: email })),
  );
  const onPaper = "Only 8 of 12 rows are printed. Show all first to print the rest.";
  expect(await done.findByText(onPaper)).toBeTruthy();
  await press(user, "Show all 12", done);
  expect(await done.findAllByRole("row")).toHaveLength(13);
  expect(done.queryByText(onPaper)).toBeNull();
  expect(done.queryByRole("button")).toBeNull();
});

test("[TOOL-1] of a user without a username no link leads to everybody's transactions", async () => {
  const host = playUsers(new PlayedCalls(), [wireUser(1, { username: undefined })]);
  await bootApp(host, { path: summary });
  expect(await screen.findByText("+2348010000001")).toBeTruthy();
  expect(await screen.findByRole("region", { name: "Latest transactions" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "All on the dashboard" })).toBeNull();
});

test("[TOOL-1] all of a user's transactions are looked for by the user's whole name, not in every row that holds it", async () => {
  await bootApp(playUsers(new PlayedCalls()), { path: summary });
  const link = () => screen.getByRole("link", { name: "All on the dashboard" }).getAttribute("href");
  await waitFor(() => expect(link()).toBe("/?user=%22user001%22"));
});

test("[SYNC-8, TOOL-1] a user who can't be fetched is called that, with a way to try again", async () => {
  const list = "GET /usermanagement/users";
  const host = playUsers(new PlayedCalls()).on(list, { status: 403, json: { success: false, message: "No users today" } });
  const { user } = await bootApp(host, { path: summary });
  expect(await screen.findByText("No users today")).toBeTruthy();
  expect(await screen.findByText("Nothing is known of this user yet")).toBeTruthy();
  // Transactions bear no email: without the user's name, none can be told to be missing.
  await screen.findByText(/^Which transactions are this user's can't be told: /);
  expect(screen.queryByText(/^None of the cached transactions is this user's/)).toBeNull();
  const parts = () => ["Connected", "Timeline"].map((name) => screen.queryByRole("region", { name }) !== null);
  expect(parts()).toEqual([false, false]);
  playUsers(host);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("No users today")).toBeNull());
  await screen.findByText(/^None of the cached transactions is this user's/);
  await waitFor(() => expect(parts()).toEqual([true, true]));
});

test("[TOOL-1, FIND-5] of a user whose email and phone number aren't known, nothing that goes by them is called none", async () => {
  const host = playUsers(new PlayedCalls()).on(list, { status: 403, json: { success: false, message: "No users today" } });
  await bootApp(host, { path: "/user-management/summary?id=u-1&username=user001" });
  expect(await screen.findByText(/^Which wallets were fetched for this user isn't known: /)).toBeTruthy();
  expect(await screen.findByText("No shared bank account or counterparty was found; the phone number isn't known here")).toBeTruthy();
  expect(await screen.findByText(/^Fundings, wipes, the host's log and the rest: they are found by the user's email/)).toBeTruthy();
  expect(screen.queryByText(/only what was done from this device/)).toBeNull();
});

test("[TOOL-1, USER-11] of a user whom the host doesn't find by id, nothing is asked or done by the cached email: it may be another's now", async () => {
  const host = playUsers(new PlayedCalls());
  await bootApp(host, { path: "/users" });
  await screen.findByRole("link", { name: "user001" });
  host.on(list, usersOf([wireUser(99, { email })]));
  act(() => history.pushState(null, "", "/user-management/summary?id=u-1&username=user001"));
  expect(await screen.findByText("The host's search doesn't find this user")).toBeTruthy();
  expect(await screen.findByText(new RegExp(`The email ${email} may be somebody else's by now`))).toBeTruthy();
  expect(host.callsOf(wallets)).toEqual([]);
  expect(screen.queryByRole("navigation", { name: "Tools" })).toBeNull();
});
