import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Dexie } from "dexie";
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { user as userSchema } from "../../src/contract/users.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { Database } from "../../src/db/store/database.ts";
import { cachePrefix } from "../../src/db/store/cache-name.ts";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers, usersOf, wireUser, wireUsers } from "../support/browser/played-users.ts";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem } from "../support/fields.ts";
import { type Answer, PlayedCalls, type ReceivedCall } from "../support/played-calls.ts";
import { quickClock } from "../support/quick-clock.ts";

const list = "GET /usermanagement/users";
const status = "GET /updateuseraddress/status-by-phone";
const firstPage = { limit: "10", skip: "0", sort: "-createdAt" };
const asked = (host: PlayedCalls) => host.callsOf(list).map(({ query }) => query);

const table = () => screen.findByRole("table", { name: "Users" });
const rows = async () =>
  within(await table())
    .getAllByRole("row")
    .slice(1);
const untilRows = (count: number) => waitFor(async () => expect(await rows()).toHaveLength(count));
const head = (name: string) => screen.getByRole("columnheader", { name });
const pageButton = (name: string) => within(screen.getByRole("navigation", { name: "Pages" })).getByRole("button", { name });

/** How many users the caches on this device hold. */
async function keptUsers(): Promise<number> {
  const caches = (await indexedDB.databases()).map(({ name }) => name ?? "").filter((name) => name.startsWith(cachePrefix));
  const counts = caches.map(async (name) => {
    const db = await new Dexie(name).open();
    const users = await db.table("users").count();
    db.close();
    return users;
  });
  const sum = (await Promise.all(counts)).reduce((all, one) => all + one, 0);
  expect(sum).toBeGreaterThan(0);
  return sum;
}

const choose = async (user: UserEvent, email: string, item: string) => chooseItem(user, `Actions for ${email}`, item);

test("[USER-1, USER-2, USER-3, USER-4] the first page is ten users, newest first, in nine columns", async () => {
  const host = playUsers(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/users" });
  await untilRows(10);
  expect(asked(host)[0]).toEqual(firstPage);
  expect(screen.getByRole("heading", { level: 1, name: "User Management" })).toBeTruthy();
  expect(screen.getByPlaceholderText("Search users by email, name...")).toBeTruthy();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Username",
    "Email",
    "Phone number",
    "KYC level",
    "KYC status",
    "Email verified",
    "BVN verified",
    "Created",
    "Actions",
  ]);
  const [first] = await rows();
  expect(first?.textContent).toContain("user000@example.com");
  expect(first?.textContent).toContain("Yes");
  await user.click(screen.getByRole("link", { name: "Add user" }));
  await waitFor(() => expect(location.pathname).toBe("/user-management/create-new-admin"));
});

test("[USER-2, USER-5] every filter goes out once it is applied, from the first page, and is in the URL", async () => {
  const host = playUsers(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/users?page=2" });
  await untilRows(10);
  await user.click(screen.getByRole("button", { name: "Filters" }));
  await user.type(await screen.findByLabelText("Search users"), "user0");
  await user.selectOptions(await screen.findByLabelText("KYC level"), "1");
  await user.selectOptions(screen.getByLabelText("Email verified"), "Yes");
  await user.selectOptions(screen.getByLabelText("BVN verified"), "No");
  await user.type(screen.getByLabelText("Date from"), "2026-01-02");
  await user.type(screen.getByLabelText("Date to"), "2026-12-01");
  const before = asked(host).length;
  await user.click(screen.getByRole("button", { name: "Apply Filters" }));
  const query = {
    ...firstPage,
    q: "user0",
    kycLevel: "1",
    emailVerified: "true",
    bvnVerified: "false",
    dateFrom: "2026-01-02",
    dateTo: "2026-12-01",
  };
  await waitFor(() => expect(asked(host).slice(before)).toEqual([query]));
  await user.click(await screen.findByRole("button", { name: /^Remove KYC level/ }));
  await waitFor(() => expect(asked(host).at(-1)).toEqual({ ...query, kycLevel: undefined }));
  await user.click(screen.getByRole("button", { name: "Clear All" }));
  await waitFor(() => expect(asked(host).at(-1)).toEqual(firstPage));
  await user.type(screen.getByLabelText("Search users"), "user02{Enter}");
  await waitFor(() => expect(asked(host).at(-1)).toEqual({ ...firstPage, q: "user02" }));
});

test("[USER-5] what is typed into the search and the filters stays when another filter's chip is removed", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users?q=user0&kycLevel=1" });
  const box = await screen.findByLabelText("Search users");
  await user.type(box, "2");
  await user.click(screen.getByRole("button", { name: /^Filters/ }));
  await user.type(await screen.findByLabelText("Date from"), "2026-01-02");
  await user.click(await screen.findByRole("button", { name: /^Remove KYC level/ }));
  await waitFor(() => expect(location.search).toBe("?q=user0"));
  expect(box).toHaveProperty("value", "user02");
  expect(screen.getByLabelText("Date from")).toHaveProperty("value", "2026-01-02");
});

test("[USER-5] a start at an address with filters has them in its fields and its question", async () => {
  const host = playUsers(new PlayedCalls());
  await bootApp(host, { path: "/users?q=user0&kycLevel=1&emailVerified=true" });
  await waitFor(() => expect(asked(host)[0]).toEqual({ ...firstPage, q: "user0", kycLevel: "1", emailVerified: "true" }));
  expect(await screen.findByLabelText("Search users")).toHaveProperty("value", "user0");
  expect(await screen.findByRole("button", { name: /^Remove KYC level/ })).toBeTruthy();
});

test("[USER-4, USER-10] pages, page sizes and column heads ask one question each", async () => {
  const host = playUsers(new PlayedCalls(), wireUsers(300));
  const { user } = await bootApp(host, { path: "/users" });
  await untilRows(10);
  expect(pageButton("Page 30")).toBeTruthy();
  expect(within(screen.getByRole("navigation", { name: "Pages" })).getAllByText("…")).toHaveLength(1);
  const before = asked(host).length;
  await user.click(pageButton("Page 2"));
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain("user010"));
  expect(asked(host).slice(before)).toEqual([{ ...firstPage, skip: "10" }]);
  await user.selectOptions(screen.getByLabelText("Rows per page"), "50");
  await untilRows(50);
  expect(asked(host).at(-1)).toEqual({ ...firstPage, limit: "50" });
  await user.click(within(head("Email")).getByRole("button"));
  await waitFor(() => expect(asked(host).at(-1)?.["sort"]).toBe("email"));
  await user.click(within(head("Email")).getByRole("button"));
  await waitFor(() => expect(asked(host).at(-1)?.["sort"]).toBe("-email"));
  expect(head("Email").getAttribute("aria-sort")).toBe("descending");
});

test("[USER-8] an empty list, and a host that fails, say so", async () => {
  const host = playUsers(new PlayedCalls()).on(list, { status: 403, json: { message: "Not for you" } });
  const { user } = await bootApp(host, { path: "/users" });
  expect(await screen.findByText("Not for you")).toBeTruthy();
  host.on(list, { status: 404, json: {} });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Failed to fetch users")).toBeTruthy();
  host.on(list, usersOf([]));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No results.")).toBeTruthy();
  expect(screen.getByText("The host has no users yet.")).toBeTruthy();
  act(() => history.pushState(null, "", "/users?q=nobody"));
  expect(await screen.findByText("No user matches the search and the filters.")).toBeTruthy();
});

test("[USER-8, USER-10] a list that became shorter than its page goes to its last page", async () => {
  await bootApp(playUsers(new PlayedCalls(), wireUsers(12)), { path: "/users?page=9" });
  await waitFor(() => expect(location.search).toBe("?page=2"));
  await untilRows(2);
});

test.each([
  ["User summary", "summary"],
  ["Disable 2FA", "disable-2fa"],
  ["Remove password PIN", "remove-password"],
  ["Fetch wallets", "fetch-wallets"],
  ["Wipe pending balance", "wipe-pending-balance"],
  ["Generate wallet", "generate-wallet-by-phone"],
  ["Regenerate wallet", "regenerate-wallet-by-phone"],
])("[USER-6, USER-11] the row menu's “%s” leads to its tool with the user in the URL and the navigation", async (name, path) => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users" });
  await choose(user, "user001@example.com", name);
  await waitFor(() => expect(location.pathname + location.search).toBe(`/user-management/${path}?email=user001%40example.com`));
  // The passed user is kept in memory; the history state only has its key (tests/unit/users.test.tsx reads it).
  expect(JSON.stringify(history.state)).not.toMatch(/user001|234801/);
});

test("[USER-7] Delete asks, sends the email, and takes the user out of the list", async () => {
  const deletion = "DELETE /deleteuser/user";
  let users = wireUsers(12);
  const host = playUsers(new PlayedCalls())
    .on(list, (one) => usersOf(users)(one))
    .on(deletion, () => {
      users = users.filter((user) => user["email"] !== "user003@example.com");
      return { json: { success: true, message: "Gone for good" } };
    });
  const { user } = await bootApp(host, { path: "/users" });
  await choose(user, "user003@example.com", "Delete");
  const question = await screen.findByRole("alertdialog", { name: "Delete user" });
  expect(question.textContent).toContain("user003@example.com");
  expect(host.callsOf(deletion)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Delete user" }));
  expect(await screen.findByText("Gone for good")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("user003@example.com")).toBeNull());
  expect(host.callsOf(deletion)).toMatchObject([
    { body: { email: "user003@example.com" }, authorization: expect.stringMatching(/^Bearer /) },
  ]);
});

test("[USER-2, USER-4, USER-8, USER-10] of 100,000 users each page is one question, and never are all of them loaded", async () => {
  const host = playUsers(new PlayedCalls(), wireUsers(100_000));
  const session = fakeSession(new Date(), {}, "has-many-users");
  const { user } = await bootApp(host, { path: "/users", session });
  expect(await screen.findByText(/^1–10 of 100,000/)).toBeTruthy();
  for (const [name, first, skip] of [
    ["Page 2", "user010", "10"],
    ["Page 10000", "user99990", "99990"],
    ["Page 9999", "user99980", "99980"],
    ["Page 1", "user000", "0"],
  ] as const) {
    const before = asked(host).length;
    await user.click(pageButton(name));
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain(first));
    await waitFor(() => expect(asked(host).slice(before)).toEqual([{ limit: "10", skip, sort: "-createdAt" }]));
  }
  await user.type(screen.getByLabelText("Search users"), "user9999");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(await screen.findByText(/^1–10 of 11\b/)).toBeTruthy();
  expect(asked(host).every(({ limit }) => limit === "10")).toBe(true);
  expect(await keptUsers()).toBeLessThanOrEqual(50);

  // With a silent host, what is known of the first page is shown.
  host.on(list, { is: "silence" });
  cleanup();
  await bootApp(host, { path: "/users", session });
  await untilRows(10);
  const range = await screen.findByText("1–10 of 100,000", { selector: "[role=status]" });
  expect(range.parentElement?.textContent).toMatch(/^1–10 of 100,000 · as of/);
});

test("[USER-10] a search among thousands of cached users is the worker's, is shown without the host, and follows them", async () => {
  const host = playUsers(new PlayedCalls());
  const session = fakeSession(new Date(), {}, "has-thousands");
  const { user } = await bootApp(host, { path: "/users", session });
  await untilRows(10);
  const [cache] = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(cachePrefix) ? name : []));
  const db = new Database(cache ?? "");
  await putUsers(
    db,
    wireUsers(2100).map((one) => v.parse(userSchema, one)),
    Date.now(),
  );
  // As the app has it: modules are fresh in each test.
  const { SearchIndex } = await import("../../src/db/search/search-index.ts");
  const asks = vi.spyOn(SearchIndex.prototype, "users");
  host.on(list, { is: "silence" });
  await user.type(screen.getByLabelText("Search users"), "user2098{Enter}");
  await waitFor(async () => expect((await rows()).map(({ textContent }) => /user\d+/.exec(textContent)?.[0])).toEqual(["user2098"]));
  expect(await screen.findByText(/of the 2,100 cached/)).toBeTruthy();
  expect(asks).toHaveBeenCalled();
  await db.users.update("u-7", { username: "user20987" });
  await untilRows(2);
  db.close();
});

test("[USER-7] a refused delete says so and changes nothing", async () => {
  const host = playUsers(new PlayedCalls()).on("DELETE /deleteuser/user", { status: 400, json: {} });
  const { user } = await bootApp(host, { path: "/users" });
  await choose(user, "user003@example.com", "Delete");
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Delete user" }));
  expect(await within(question).findByText("Failed to delete user")).toBeTruthy();
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(screen.getByText("user003@example.com")).toBeTruthy();
  expect(host.callsOf("DELETE /deleteuser/user")).toHaveLength(1);
});

test("[USER-9] the status dialog shows snake case, refreshes, and says what failed", async () => {
  const host = playUsers(new PlayedCalls(), [wireUser(1), wireUser(2, { phonenumber: null })]).on(status, {
    json: {
      success: true,
      user: { id: 7, email: "u@e.com", phonenumber: "+1" },
      wallet_generation_status: "in_progress",
      wallets_generated: 3,
      total_wallets: 6,
    },
  });
  const { user } = await bootApp(host, { path: "/users" });
  await choose(user, "user002@example.com", "Wallet generation status");
  expect(await screen.findByText("User has no phone number")).toBeTruthy();
  await choose(user, "user001@example.com", "Wallet generation status");
  const dialog = await screen.findByRole("dialog", { name: "Wallet generation status" });
  expect(await within(dialog).findByText("in_progress")).toBeTruthy();
  expect(within(dialog).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("3");
  expect(dialog.textContent).toContain("50%");
  expect(host.callsOf(status)[0]?.query).toEqual({ phonenumber: "+2348010000001" });
  host.on(status, { status: 500, json: { message: "boom" } });
  await user.click(within(dialog).getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Failed to refresh status")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose(user, "user001@example.com", "Wallet generation status");
  expect((await screen.findAllByText("Failed to fetch wallet generation status")).length).toBeGreaterThan(0);
});

test("[USER-2] users and pagination at the top level of the answer are read as well", async () => {
  const host = playUsers(new PlayedCalls()).on(list, { json: { users: wireUsers(10), pagination: { total: 31, skip: 0 } } });
  await bootApp(host, { path: "/users" });
  expect(await screen.findByText(/1–10 of 31/)).toBeTruthy();
  await untilRows(10);
});

test("[USER-3] markup, quotes and plus signs in an email are text, and reach the tools whole", async () => {
  const email = `o'neil+1"<b>@example.com`;
  const username = "<img src=x onerror=alert(1)>";
  const { user } = await bootApp(playUsers(new PlayedCalls(), [wireUser(1, { email, username }), wireUser(2)]), { path: "/users" });
  await untilRows(2);
  expect(screen.getByText(email)).toBeTruthy();
  expect(screen.getByText(username)).toBeTruthy();
  await choose(user, email, "Disable 2FA");
  expect(await screen.findByLabelText("Email")).toHaveProperty("value", email);
});

test("[USER-6] a link that is chosen from a menu by key is followed by the app, without loading the page anew", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls(), wireUsers(2)), { path: "/users" });
  await untilRows(2);
  const clicks: Event[] = [];
  const note = (event: Event) => void clicks.push(event);
  addEventListener("click", note, { capture: true });
  await choose(user, "user001@example.com", "Disable 2FA");
  removeEventListener("click", note, { capture: true });
  await waitFor(() => expect(clicks.at(-1)?.target).toHaveProperty("tagName", "A"));
  expect(clicks.at(-1)?.defaultPrevented).toBe(true);
  expect(await screen.findByLabelText("Email")).toBeTruthy();
});

test("[LAY-7, USER-8] while users are fetched, the connection panel says so of the users, and not of the transactions", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()).on(list, { is: "silence" }), { path: "/users" });
  await user.click(await screen.findByTitle("What this screen stands on"));
  const panel = await screen.findByRole("dialog");
  const partOf = (name: string) =>
    within(panel)
      .getAllByRole("term")
      .find(({ textContent }) => textContent?.includes(name))?.nextElementSibling?.textContent;
  await waitFor(() => expect(partOf("Users")).toContain("syncing"));
  expect(partOf("Transactions")).not.toContain("syncing");
  expect(partOf("Fees and rates")).toBe("never fetched");
});

const rowOf = async (name: string) => {
  const cell = await screen.findByText(`${name}@example.com`);
  return cell.closest("tr") ?? cell;
};

test("[USER-3] the focus of a row that leaves the list goes to the row that is then in its place", async () => {
  let users = wireUsers(4);
  const host = playUsers(new PlayedCalls()).on(list, (one) => usersOf(users)(one));
  const { user } = await bootApp(host, { path: "/users" });
  await untilRows(4);
  const leave = async (name: string) => {
    (await rowOf(name)).focus();
    users = users.filter((one) => one["username"] !== name);
    // As a search that is sent again, without taking the focus.
    act(() => screen.getByLabelText<HTMLInputElement>("Search users").form?.requestSubmit());
    await waitFor(() => expect(screen.queryByText(`${name}@example.com`)).toBeNull());
  };
  await leave("user001");
  const next = await rowOf("user002");
  await waitFor(() => expect(document.activeElement).toBe(next));
  await leave("user003");
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/user-management/summary"));
});

test("[USER-3] a link to the list restores nothing, also after Back from one of its pages to another", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users" });
  (await rowOf("user003")).focus();
  await user.click(pageButton("Next page"));
  await rowOf("user012");
  act(() => history.back());
  const row = await rowOf("user003");
  row.focus();
  await user.click(within(row).getByRole("link"));
  await screen.findByRole("heading", { name: "user003" });
  await user.click(within(screen.getByRole("navigation", { name: "Breadcrumbs" })).getByRole("link", { name: "User Management" }));
  await untilRows(10);
  expect((await rowOf("user003")).contains(document.activeElement)).toBe(false);
});

test("[SYNC-8, USER-8] a page that fails says nothing of the page that is shown by then", async () => {
  const clock = quickClock();
  const users = playUsers(new PlayedCalls(), wireUsers(30));
  const host = new (class extends PlayedCalls {
    override async answer(call: ReceivedCall): Promise<Answer> {
      if (call.name === list && call.query["skip"] === "10") {
        this.calls.push(call);
        return { status: 503, json: { success: false, message: "Page 2 is closed" } };
      }
      return users.answer(call);
    }
  })();
  const { user } = await bootApp(host, { path: "/users" });
  await untilRows(10);
  await user.click(pageButton("Page 2"));
  expect(await screen.findByText("Page 2 is closed")).toBeTruthy();
  act(() => history.back());
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain("user000"));
  const before = host.callsOf(list).length;
  await clock.pass(20_000);
  expect(host.callsOf(list).length).toBeGreaterThan(before);
  expect(screen.queryByText("Page 2 is closed")).toBeNull();
});

test("[SYNC-8, USER-8] a read without an answer for 15 s is called failed, and tried again meanwhile", async () => {
  const clock = quickClock();
  const host = playUsers(new PlayedCalls()).on(list, { is: "silence" });
  await bootApp(host, { path: "/users" });
  await screen.findByText("Loading users");
  await clock.pass(14_000);
  expect(screen.getByText("Loading users")).toBeTruthy();
  await clock.pass(2000);
  expect(await screen.findByText("Failed to fetch users")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  playUsers(host);
  await clock.passUntil(2000, () => expect(screen.getAllByRole("row")).toHaveLength(11));
  expect(screen.queryByText("Failed to fetch users")).toBeNull();
});
