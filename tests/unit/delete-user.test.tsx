import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { heldInRefusal, heldInWallets } from "../../src/app/screens/users/held.ts";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers, wireUsers } from "../support/browser/played-users.ts";
import { chooseItem, fill, noDialog, valueOf } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const deletion = "DELETE /deleteuser/user";
const email = "user001@example.com";

const holds = {
  status: 409,
  json: {
    success: false,
    message: `${email} holds 0.25 BTC`,
    data: {
      balances: [
        { kind: "available", currency: "BTC", balance: 0.25 },
        { kind: "pending", currency: "USDT", balance: "10.5" },
      ],
    },
  },
};

/** A host that deletes a user with a balance only if forced. */
const playHolder = (): PlayedCalls =>
  playUsers(new PlayedCalls(), wireUsers(3)).on(deletion, ({ body }) =>
    typeof body === "object" && body !== null && "force" in body ? { json: { success: true, message: "Gone" } } : holds,
  );

async function ask(user: UserEvent): Promise<HTMLElement> {
  await chooseItem(user, await screen.findByRole("button", { name: `Actions for ${email}` }), "Delete");
  return screen.findByRole("alertdialog", { name: "Delete user" });
}
const items = (question: HTMLElement): string[] =>
  within(question)
    .queryAllByRole("listitem")
    .map((item) => item.textContent ?? "");
const press = (user: UserEvent, question: HTMLElement, name: string) => user.click(within(question).getByRole("button", { name }));

describe("[USER-7] deleting a user who holds money", () => {
  test("names what the wallets call says before anything is sent, for any host", async () => {
    const host = playUsers(new PlayedCalls(), wireUsers(3));
    const { user } = await bootApp(host, { path: "/users" });
    const question = await ask(user);
    await waitFor(() => expect(items(question)).toEqual(["0.12345678 BTC", "0.001 BTC pending", "1.5 ETH", "250 USDT"]));
    expect(host.callsOf(deletion)).toEqual([]);
  });

  test("says that the wallets are being read, could not be read, or may not be", async () => {
    const gate = new Gate();
    const host = playUsers(new PlayedCalls(), wireUsers(3)).on("GET /admin/users/wallets", async () => {
      await gate.opened;
      return { status: 400, json: { success: false, message: "No wallets" } };
    });
    const { user } = await bootApp(host, { path: "/users" });
    const question = await ask(user);
    expect(await within(question).findByText("Reading what this user holds...")).toBeTruthy();
    gate.open();
    expect(await within(question).findByText("What this user holds could not be read: look before you delete.")).toBeTruthy();
    cleanup();
    const session = fakeSession(new Date(), { permissions: { canManageWallets: false } }, "no-wallets");
    const again = await bootApp(host, { path: "/users", session });
    expect(await within(await ask(again.user)).findByText("Your account may not read what this user holds.")).toBeTruthy();
  });

  test("says that they could not be read where the host sends wallets without balances", async () => {
    const host = playUsers(new PlayedCalls(), wireUsers(3)).on("GET /admin/users/wallets", {
      json: { email, wallets: {}, balances: null },
    });
    const { user } = await bootApp(host, { path: "/users" });
    expect(await within(await ask(user)).findByText("What this user holds could not be read: look before you delete.")).toBeTruthy();
  });

  test("sends the email alone, shows the host's balances, and only then offers to delete all the same, which the journal keeps", async () => {
    const host = playHolder();
    const { user } = await bootApp(host, { path: "/users" });
    const question = await ask(user);
    expect(within(question).queryByRole("button", { name: "Delete all the same" })).toBeNull();
    await press(user, question, "Delete user");
    await within(question).findByRole("button", { name: "Delete all the same" });
    expect(items(question)).toEqual(["0.25 BTC", "10.5 USDT pending"]);
    expect(host.callsOf(deletion).map(({ body }) => body)).toEqual([{ email }]);
    await press(user, question, "Delete all the same");
    expect((await screen.findAllByText("Gone")).length).toBeGreaterThan(0);
    expect(host.callsOf(deletion).at(-1)?.body).toEqual({ email, force: true });
    act(() => history.pushState(null, "", "/audit?tab=device"));
    const table = await screen.findByRole("table", { name: "Audit log" });
    const [newest = table] = await within(table).findAllByRole("button", { name: /Delete user/ });
    await user.click(newest);
    expect((await screen.findByRole("dialog", { name: "Attempt" })).textContent).toContain("0.25 BTC, 10.5 USDT pending");
  });

  test("all the same needs canFundUsers", async () => {
    const session = fakeSession(new Date(), { permissions: { canFundUsers: false } }, "no-funding");
    const { user } = await bootApp(playHolder(), { path: "/users", session });
    const question = await ask(user);
    await press(user, question, "Delete user");
    const force = await within(question).findByRole("button", { name: "Delete all the same" });
    expect(force.getAttribute("aria-disabled")).toBe("true");
    expect(within(question).getByText("Needs the permission canFundUsers")).toBeTruthy();
  });
});

describe("[USER-7] deleting from a user's page", () => {
  const open = (path: string): void => act(() => history.pushState(null, "", path));
  const summary = (username: string) => `/user-management/summary?email=${username}%40example.com`;
  const button = () => screen.findByRole("button", { name: "Delete user" });

  test("the question, and what was refused, go with the page: Back never turns them onto another user", async () => {
    const host = playHolder();
    const { user } = await bootApp(host, { path: summary("user002") });
    await screen.findByRole("heading", { name: "user002" });
    open(summary("user001"));
    await screen.findByRole("heading", { name: "user001" });
    await user.click(await button());
    const question = await screen.findByRole("alertdialog");
    await press(user, question, "Delete user");
    await within(question).findByRole("button", { name: "Delete all the same" });
    act(() => history.back());
    await screen.findByRole("heading", { name: "user002" });
    await noDialog();
    await user.click(await button());
    const next = await screen.findByRole("alertdialog");
    expect(next.textContent).toContain("user002");
    expect(within(next).queryByRole("button", { name: "Delete all the same" })).toBeNull();
    expect(host.callsOf(deletion).map(({ body }) => body)).toEqual([{ email }]);
  });

  test("an answer that comes once the page was left leads nowhere, one to a closed question leads to the list", async () => {
    let answer = (): void => {};
    const host = playUsers(new PlayedCalls(), wireUsers(3)).on(
      deletion,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ json: { success: true, message: "Gone" } });
        }),
    );
    const { user } = await bootApp(host, { path: summary("user001") });
    const send = async (calls: number): Promise<void> => {
      await user.click(await button());
      await press(user, await screen.findByRole("alertdialog"), "Delete user");
      await waitFor(() => expect(host.callsOf(deletion)).toHaveLength(calls));
      await user.keyboard("{Escape}");
      await noDialog();
    };
    await screen.findByRole("heading", { name: "user001" });
    await send(1);
    open("/user-management/create-new-admin");
    const field = await screen.findByLabelText("Email");
    await fill(user, field, "new@example.com");
    answer();
    await screen.findAllByText("Gone");
    expect(location.pathname).toBe("/user-management/create-new-admin");
    expect(valueOf(field)).toBe("new@example.com");

    open(summary("user002"));
    await screen.findByRole("heading", { name: "user002" });
    await send(2);
    answer();
    await waitFor(() => expect(location.pathname).toBe("/users"));
  });
});

test("[USER-7] a 409 that names no balances, or isn't one, offers nothing", () => {
  expect(heldInRefusal(409, '{"message":"no"}')).toBeUndefined();
  expect(heldInRefusal(409, '{"data":{"balances":[]}}')).toBeUndefined();
  expect(heldInRefusal(409, "<html>")).toBeUndefined();
  expect(heldInRefusal(400, JSON.stringify(holds.json))).toBeUndefined();
  expect(heldInRefusal(409, JSON.stringify(holds.json))).toHaveLength(2);
  expect(heldInWallets({ btcBalance: "0", btcBalanceUSD: "5", ngnbPendingBalance: "-2", totalBalanceUSD: "9" })).toEqual([
    { kind: "pending", currency: "NGNB", balance: "-2" },
  ]);
});
