import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { whyWords } from "../../src/app/session/passkeys/why-not.ts";
import { passkeys } from "../../src/app/words/en/passkeys.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import type { NoPasskey } from "../../src/sync/session/passkeys.ts";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem, fill, isOff, noDialog, openMenu, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { refreshUntil } from "../support/refresh-until.ts";
import { stubPasskeys } from "../support/stub-passkeys.ts";

const config = { passkeys: "/keys", admins: "/staff/admins" };
const pinCall = "POST /adminsignin/signin";
const confirmCall = "POST /keys/signin";
const challenge = Buffer.from("a challenge of the host").toString("base64url");
const options = { challenge, rpId: "localhost", userVerification: "required", allowCredentials: [{ id: "AAAA", type: "public-key" }] };
const admin = { id: "admin-1", name: "Grace Hopper", email: "grace@example.com" };
const asks = { json: { success: true, passkey: { ticket: "one-ticket", options } } };
const cancelled = () => new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");

async function enterPin(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText("Email"), "grace@example.com");
  await user.type(screen.getByLabelText("Password"), "123456");
  await press(user, "Sign In");
}

describe("signing in", () => {
  test("[PASS-2] the page says what it asks for, and asks the browser; cancelled it says so, and tries again with the same ticket", async () => {
    const browser = stubPasskeys();
    browser.refusal = cancelled();
    const answer = new Gate();
    browser.hold = answer.opened;
    const { token } = fakeSession();
    const host = playDashboard(new PlayedCalls())
      .on(pinCall, asks)
      .on(confirmCall, { json: { admin, accessToken: token } });
    const { user } = await bootApp(host, { path: "/login", session: "nobody", config });
    await enterPin(user);
    expect(await screen.findByRole("heading", { name: "Confirm with your passkey" })).toBeTruthy();
    expect(screen.getByText("Your PIN was right. Your browser now asks for your passkey.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Waiting for your passkey..." })).toBeTruthy();
    expect(localStorage.getItem("token"), "the PIN alone opens nothing").toBeNull();
    expect(screen.queryByLabelText("Password"), "the PIN is not kept on the page").toBeNull();
    answer.open();
    expect(await screen.findByText(/The passkey was not confirmed: it was canceled/)).toBeTruthy();
    expect(screen.getByText("No passkey at hand? Another super admin can reset your passkeys under Admins.")).toBeTruthy();
    const again = screen.getByRole("button", { name: "Try again" });
    await waitFor(() => expect(document.activeElement).toBe(again));
    browser.refusal = undefined;
    await user.click(again);
    await screen.findByRole("heading", { name: "Dashboard", level: 1 });
    expect(localStorage.getItem("token")).toBe(token);
    expect(host.callsOf(pinCall)).toHaveLength(1);
    const [sent, ...more] = host.callsOf(confirmCall);
    expect(more).toEqual([]);
    expect(sent?.authorization).toBeUndefined();
    expect(sent?.body).toMatchObject({ ticket: "one-ticket", credential: { type: "public-key", response: {} } });
    expect(browser.asked[0]).toMatchObject({ publicKey: { rpId: "localhost", userVerification: "required" } });
  });

  test("[PASS-2] a refusal of the host is told, and leads to another try; a ticket that ran out leads back to the PIN", async () => {
    const browser = stubPasskeys();
    const refused = { status: 403, json: { success: false, message: "The passkey was not accepted.", field: "credential" } };
    const host = new PlayedCalls().on(pinCall, asks).on(confirmCall, refused);
    const { user } = await bootApp(host, { path: "/login", session: "nobody", config });
    await enterPin(user);
    expect(await screen.findByText("The passkey was not accepted.")).toBeTruthy();
    host.on(confirmCall, { status: 403, json: { success: false } });
    await press(user, "Try again");
    expect(await screen.findByText("The host did not accept the passkey")).toBeTruthy();
    host.on(confirmCall, { is: "cut" });
    await press(user, "Try again");
    expect(await screen.findByText("The host can't be reached. Check the connection and try again.")).toBeTruthy();
    host.on(confirmCall, { status: 401, json: { success: false, message: "Too late." } });
    await press(user, "Try again");
    expect(await screen.findByText("The time to confirm has run out. Enter your PIN again.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("grace@example.com");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
    expect(browser.asked).toHaveLength(4);
  });

  test("[PASS-2] a host that asks for a passkey and names no passkeys is told so", async () => {
    stubPasskeys();
    await bootApp(new PlayedCalls().on(pinCall, asks), { path: "/login", session: "nobody", config: {} }).then(({ user }) =>
      enterPin(user),
    );
    expect(await screen.findByText("The host asks for a passkey, but its config.json doesn't say where it takes one.")).toBeTruthy();
  });
});

const recent = "GET /analytics/recent-transactions";

test("[PASS-2, AUTH-15] the PIN dialog asks for the passkey in place, and goes on where the screen was", async () => {
  const browser = stubPasskeys();
  browser.refusal = cancelled();
  const host = playDashboard(new PlayedCalls(), wireRows(12));
  const { user } = await bootApp(host, { session: fakeSession(new Date(), { jti: "old" }), config });
  await screen.findByRole("cell", { name: "user3" });
  await user.type(screen.getByLabelText("Search transactions"), "half a na");
  const renewed = fakeSession(new Date(), { jti: "renewed" });
  host.on(recent, { status: 401, json: { message: "Unauthorized" } });
  const dialog = { name: "Confirm that it's you" };
  await refreshUntil(() => expect(screen.getByRole("alertdialog", dialog)).toBeTruthy());
  host.on(pinCall, asks).on(confirmCall, { json: { admin, accessToken: renewed.token } });
  playDashboard(host, wireRows(12));
  const place = within(screen.getByRole("alertdialog", dialog));
  await user.type(place.getByLabelText("Password", { selector: "input" }), "123456");
  await user.click(place.getByRole("button", { name: "Go on" }));
  expect(await place.findByRole("heading", { name: "Confirm with your passkey" })).toBeTruthy();
  expect(await place.findByText(/The passkey was not confirmed/)).toBeTruthy();
  browser.refusal = undefined;
  await press(user, "Try again", place);
  await noDialog();
  expect(localStorage.getItem("token")).toBe(renewed.token);
  expect(screen.getByLabelText<HTMLInputElement>("Search transactions").value).toBe("half a na");
});

const listed = (names: readonly string[]) => ({
  json: {
    success: true,
    data: { passkeys: names.map((name) => ({ id: `id-${name}`, name, addedAt: "2026-11-20T12:00:00Z", lastUsedAt: null })) },
  },
});
const creation = {
  challenge,
  rp: { id: "localhost", name: "Counterfoil" },
  user: { id: "AAAA", name: "grace@example.com", displayName: "Grace" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
};

describe("the settings' part", () => {
  const path = "/settings";

  test("[PASS-1] adds a passkey under a name: the browser is asked, and the list shows it", async () => {
    const browser = stubPasskeys();
    const host = playDashboard(new PlayedCalls()).on("GET /keys", listed([]));
    host.on("POST /keys/register/options", { json: { success: true, data: { options: creation } } });
    host.on("POST /keys/register", () => {
      host.on("GET /keys", listed(["Work laptop"]));
      return { status: 201, json: { success: true, data: { id: "id-1", name: "Work laptop", addedAt: "2026-11-20T12:00:00Z" } } };
    });
    const { user } = await bootApp(host, { path, config });
    const part = within(await screen.findByRole("region", { name: "Passkeys" }));
    expect(await part.findByText("You have no passkey yet.")).toBeTruthy();
    await press(user, "Add a passkey", part);
    const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
    expect(dialog.getByText("Give it a name by which you will know it. Your browser then asks where to keep it.")).toBeTruthy();
    expect(dialog.getByText("Such as “Work laptop” or “Blue key”.")).toBeTruthy();
    await press(user, "Add a passkey", dialog);
    expect(await dialog.findByText("Give it a name.")).toBeTruthy();
    await fill(user, dialog.getByLabelText("Name"), " Work laptop ");
    browser.refusal = new DOMException("already", "InvalidStateError");
    await press(user, "Add a passkey", dialog);
    expect(await dialog.findByText("This device has one of your passkeys already.")).toBeTruthy();
    browser.refusal = undefined;
    const registerCall = "POST /keys/register/options";
    host.on(registerCall, { status: 409, json: { success: false } });
    await press(user, "Add a passkey", dialog);
    expect(await dialog.findByText("The passkey could not be added")).toBeTruthy();
    host.on(registerCall, { json: { success: true, data: { options: creation } } });
    const answer = new Gate();
    browser.hold = answer.opened;
    await press(user, "Add a passkey", dialog);
    expect(await dialog.findByRole("button", { name: "Asking your browser..." })).toBeTruthy();
    answer.open();
    await noDialog();
    expect((await screen.findAllByText("Passkey added")).length).toBeGreaterThan(0);
    expect(part.getByText("A passkey confirms that it's you, after your PIN, with this device's own lock or a security key.")).toBeTruthy();
    expect(part.getByRole("columnheader", { name: "Last used" })).toBeTruthy();
    const row = within((await part.findByRole("cell", { name: "Work laptop" })).closest("tr") ?? document.body);
    expect(row.getByText("Never")).toBeTruthy();
    expect(host.callsOf("POST /keys/register")).toMatchObject([{ body: { name: "Work laptop", credential: { type: "public-key" } } }]);
  });

  test("[PASS-1] asks before one is removed, and says what the last one meant", async () => {
    stubPasskeys();
    const host = playDashboard(new PlayedCalls()).on("GET /keys", listed(["Key"]));
    host.on("DELETE /keys/id-Key", { status: 409, json: { success: false, message: "This is your last one." } });
    const { user } = await bootApp(host, { path, config });
    const part = within(await screen.findByRole("region", { name: "Passkeys" }));
    await user.click(await part.findByRole("button", { name: "Remove Key" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove passkey" }));
    expect(
      question.getByText(
        "“Key” confirms nothing any more, here and on every device. It is your last one: from then on your PIN alone signs you in.",
      ),
    ).toBeTruthy();
    expect(host.callsOf("DELETE /keys/id-Key")).toEqual([]);
    await press(user, "Remove passkey", question);
    expect(await question.findByText("This is your last one.")).toBeTruthy();
    host.on("DELETE /keys/id-Key", { status: 409, json: { success: false } });
    await press(user, "Remove passkey", question);
    expect(await question.findByText("The passkey could not be removed")).toBeTruthy();
    host.on("DELETE /keys/id-Key", () => {
      host.on("GET /keys", listed([]));
      return { json: { success: true } };
    });
    await press(user, "Remove passkey", question);
    expect(await part.findByText("You have no passkey yet.")).toBeTruthy();
    expect((await screen.findAllByText("Passkey removed")).length).toBeGreaterThan(0);
  });

  test("[PASS-1] the answer to a removal whose question was cancelled closes no other question", async () => {
    stubPasskeys();
    const gate = new Gate();
    const host = playDashboard(new PlayedCalls()).on("GET /keys", listed(["One", "Two"]));
    host.on("DELETE /keys/id-One", async () => {
      await gate.opened;
      host.on("GET /keys", listed(["Two"]));
      return { json: { success: true } };
    });
    const { user } = await bootApp(host, { path, config });
    const part = within(await screen.findByRole("region", { name: "Passkeys" }));
    await user.click(await part.findByRole("button", { name: "Remove One" }));
    const first = within(await screen.findByRole("alertdialog", { name: "Remove passkey" }));
    await press(user, "Remove passkey", first);
    await press(user, "Cancel", first);
    await noDialog();
    await user.click(part.getByRole("button", { name: "Remove Two" }));
    await screen.findByRole("alertdialog", { name: "Remove passkey" });
    gate.open();
    expect((await screen.findAllByText("Passkey removed")).length).toBeGreaterThan(0);
    expect(within(screen.getByRole("alertdialog", { name: "Remove passkey" })).getByText(/“Two”/)).toBeTruthy();
  });

  test("[PASS-1] a list that could not be fetched is said, and fetched again on demand", async () => {
    stubPasskeys();
    const host = playDashboard(new PlayedCalls()).on("GET /keys", { status: 403, json: { success: false } });
    const { user } = await bootApp(host, { path, config });
    const part = within(await screen.findByRole("region", { name: "Passkeys" }));
    expect(await part.findByText("The passkeys could not be fetched")).toBeTruthy();
    host.on("GET /keys", listed(["Key"]));
    await press(user, "Try again", part);
    expect(await part.findByRole("cell", { name: "Key" })).toBeTruthy();
  });

  test("[PASS-1] a page that can't have passkeys says so", async () => {
    stubPasskeys();
    Object.assign(globalThis, { PublicKeyCredential: undefined });
    await bootApp(playDashboard(new PlayedCalls()).on("GET /keys", listed(["Key"])), { path, config });
    const part = within(await screen.findByRole("region", { name: "Passkeys" }));
    expect(await part.findByText("This browser has no passkeys. Use a current one.")).toBeTruthy();
    expect(part.getByRole("button", { name: "Add a passkey" }).getAttribute("aria-disabled")).toBe("true");
  });
});

test("[PASS-3] who has to add a passkey sees the part for it and nothing else, and then signs in", async () => {
  stubPasskeys();
  const session = fakeSession(new Date(), { mustAddPasskey: true, permissions: {} });
  const host = playDashboard(new PlayedCalls()).on("GET /keys", listed([]));
  host.on("POST /keys/register/options", { json: { success: true, data: { options: creation } } });
  host.on("POST /keys/register", { status: 201, json: { success: true, data: { id: "1", name: "Key", addedAt: "2026-11-20T12:00:00Z" } } });
  const { user } = await bootApp(host, { path: "/dashboard", session, config });
  expect(await screen.findByRole("heading", { level: 1, name: "Add a passkey to go on" })).toBeTruthy();
  expect(screen.getByText("This host asks every admin for a passkey. Add one, then sign in with it.")).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  // Its cache isn't opened, so nobody can say what is in it.
  expect(screen.getByText("Signing out wipes what this device keeps: cases, and a bulk run that isn't over, are gone then.")).toBeTruthy();
  const part = within(await screen.findByRole("region", { name: "Passkeys" }));
  await press(user, "Add a passkey", part);
  const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
  await fill(user, dialog.getByLabelText("Name"), "Key");
  await press(user, "Add a passkey", dialog);
  expect(await screen.findByText("The passkey is added. Sign in with it to go on.")).toBeTruthy();
  // There is no palette here.
  await user.keyboard("{Control>}k{/Control}");
  const renewed = fakeSession(new Date(), { jti: "renewed" });
  host.on(pinCall, asks).on(confirmCall, { json: { admin, accessToken: renewed.token } });
  await fill(user, screen.getByLabelText("Password", { selector: "input" }), "123456");
  await press(user, "Sign in");
  expect(await screen.findByRole("navigation", { name: "Main menu" })).toBeTruthy();
  expect(localStorage.getItem("token")).toBe(renewed.token);
  // Signing in is no sign-out, which would delete cases and an open bulk funding.
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
});

test("[PASS-3] a first passkey whose answer was lost leads to signing in, too", async () => {
  stubPasskeys();
  const session = fakeSession(new Date(), { mustAddPasskey: true, permissions: {} });
  const host = playDashboard(new PlayedCalls()).on("GET /keys", listed([]));
  host.on("POST /keys/register/options", { json: { success: true, data: { options: creation } } });
  host.on("POST /keys/register", () => {
    host.on("GET /keys", listed(["Key"]));
    return { is: "cut" };
  });
  const { user } = await bootApp(host, { path: "/dashboard", session, config });
  const part = within(await screen.findByRole("region", { name: "Passkeys" }));
  await press(user, "Add a passkey", part);
  const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
  await fill(user, dialog.getByLabelText("Name"), "Key");
  await press(user, "Add a passkey", dialog);
  expect(await dialog.findByText("The host can't be reached. Check the connection and try again.")).toBeTruthy();
  await press(user, "Cancel", dialog);
  expect(await screen.findByText("The passkey is added. Sign in with it to go on.")).toBeTruthy();
  expect(part.getByRole("cell", { name: "Key" })).toBeTruthy();
});

test("[PASS-2] why there is no passkey is told in words, with what to do", () => {
  addWords("en", { passkeys });
  const said = (why: NoPasskey) => whyWords(translateIn("en", "passkeys"), why);
  const all: Record<NoPasskey, string> = {
    insecure: "This page came by plain http. Browsers give passkeys to pages with https alone.",
    address: `Passkeys belong to a name, and this page was opened by an address (${location.hostname}). Open it by its name.`,
    otherName: `These passkeys belong to another name than ${location.hostname}. Open the page by the name at which they were added.`,
    unsupported: "This browser has no passkeys. Use a current one.",
    cancelled: "The passkey was not confirmed: it was canceled, took too long, or isn't on this device.",
    known: "This device has one of your passkeys already.",
    unverified: "Nothing at hand can verify you by a PIN, a finger or a face. Set one up on this device, or use another key.",
    unannounced: "The host asks for a passkey, but its config.json doesn't say where it takes one.",
    otherText: "The host would have another text signed than the one that stands here. Nothing was signed.",
    failed: "The browser could not use the passkey.",
  };
  for (const why of Object.keys(all) as NoPasskey[]) expect(said(why)).toBe(all[why]);
});

const people = () => [
  { id: "admin-1", name: "Grace Hopper", email: "grace@example.com", role: "super_admin", active: true },
  { id: "admin-2", name: "Ada", email: "ada@example.com", role: "moderator", active: true },
];

describe("an admin's row", () => {
  const path = "/security/admins";
  const session = () => fakeSession(new Date(), { sub: "admin-1", email: "grace@example.com" }, "admin-1");
  const play = () => new PlayedCalls().on("GET /staff/admins", { json: { success: true, data: people() } });
  const menuOf = async (name: string) => screen.findByRole("button", { name: new RegExp(`^Actions for ${name}`) });

  test("[PASS-3] resets the passkeys of another admin through the gate, once it is confirmed", async () => {
    const host = play().on("POST /keys/reset", { json: { success: true, message: "ada@example.com has no passkey any more" } });
    const { user } = await bootApp(host, { path, config, session: session() });
    expect(isOff(await openMenu(user, await menuOf("Grace"), "Reset passkeys")), "nobody resets their own").toBe(true);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await chooseItem(user, await menuOf("Ada"), "Reset passkeys");
    const question = within(await screen.findByRole("alertdialog", { name: "Reset passkeys" }, { timeout: 5000 }));
    expect(question.getByText(/Ada \(ada@example.com\) loses every passkey/)).toBeTruthy();
    expect(host.callsOf("POST /keys/reset")).toEqual([]);
    await press(user, "Reset passkeys", question);
    await waitFor(() => expect(host.callsOf("POST /keys/reset")).toMatchObject([{ body: { email: "ada@example.com" } }]));
    await noDialog();
  });
});
