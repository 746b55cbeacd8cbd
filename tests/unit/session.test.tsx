import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fr } from "../../src/app/words/fr/words.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { press } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { refreshUntil } from "../support/refresh-until.ts";

const recent = "GET /analytics/recent-transactions";
const signInCall = "POST /adminsignin/signin";
const unauthorised = { status: 401, json: { message: "Unauthorized" } };
const admin = { id: "admin-1", email: "grace@example.com" };
const pinDialog = { name: "Confirm that it's you" };

/** Lists rows for one token only. */
const rowsFor =
  (token: string, rows: Parameters<typeof pageOf>[0]): Parameters<PlayedCalls["on"]>[1] =>
  (call) =>
    call.authorization === `Bearer ${token}` ? pageOf(rows)(call) : unauthorised;

async function enterPin(user: UserEvent, pin: string): Promise<void> {
  const dialog = await screen.findByRole("alertdialog", pinDialog);
  const field = within(dialog).getByLabelText("Password", { selector: "input" });
  await user.clear(field);
  await user.type(field, pin);
  await user.click(within(dialog).getByRole("button", { name: "Go on" }));
}

test.each(["message", "error"])(
  '[AUTH-11] a 403 "Forbidden: Invalid admin token." under %s ends the session from any screen',
  async (place) => {
    for (const path of ["/", "/dashboard"]) {
      const disowned = { status: 403, json: { [place]: "Forbidden: Invalid admin token." } };
      const session = fakeSession(new Date(), { jti: `${path} ${place}` });
      await bootApp(playDashboard(new PlayedCalls()).on("GET /analytics/dashboard", disowned), { path, session });
      expect(await screen.findByRole("heading", { name: "Welcome back!" }), path).toBeTruthy();
      expect(location.pathname).toBe("/login");
      expect([localStorage.getItem("token"), localStorage.getItem("user")]).toEqual([null, null]);
      cleanup();
    }
  },
);

test("[AUTH-11] another 403 ends nothing", async () => {
  const refused = { status: 403, json: { message: "Forbidden: you may not see this." } };
  await bootApp(playDashboard(new PlayedCalls()).on("GET /analytics/dashboard", refused));
  expect((await screen.findAllByText("Failed to load dashboard analytics")).length).toBeGreaterThan(0);
  expect(screen.getByRole("heading", { name: "Dashboard", level: 1 })).toBeTruthy();
  expect(localStorage.getItem("token")).not.toBeNull();
});

const names = [
  {
    known: { name: "Grace Brewster Hopper", username: "ghopper", adminName: "Admin Grace" },
    shown: "Grace Brewster Hopper",
    initials: "GBH",
  },
  { known: { username: "ghopper", adminName: "Admin Grace" }, shown: "ghopper", initials: "G" },
  { known: { adminName: "Admin Grace" }, shown: "Admin Grace", initials: "AG" },
  { known: { adminName: "𝒜da 𝒢race 𝓑rewster Hopper" }, shown: "𝒜da 𝒢race 𝓑rewster Hopper", initials: "𝒜𝒢𝓑" },
];
test.each(names)("[AUTH-12, LAY-4] an admin known as $known is shown as $shown", async ({ known, shown, initials }) => {
  const { token } = fakeSession(new Date(), { jti: shown });
  const session = { token, user: JSON.stringify({ ...known, email: "grace@example.com" }) };
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { session });
  const button = await within(await screen.findByRole("banner")).findByRole("button", { name: /User menu/ });
  expect(button.textContent?.toUpperCase()).toBe(initials);
  await user.click(button);
  const menu = (await screen.findByRole("menuitem", { name: "Logout" })).closest("[role=menu]");
  expect(menu?.textContent).toContain(shown);
  expect(menu?.textContent).toContain("grace@example.com");
});

test("[AUTH-18] an admin who may not view transactions is told which permission it takes", async () => {
  const host = playDashboard(new PlayedCalls()).on(recent, { status: 403, json: { message: "Forbidden: your account may not do this." } });
  await bootApp(host, { session: fakeSession(new Date(), { permissions: { canViewTransactions: false } }, "views-nothing") });
  expect(await screen.findByText(/canViewTransactions/)).toBeTruthy();
});

test("[AUTH-15] a 401 asks for the PIN over the screen; what was typed stays, and the right PIN goes on with the new token", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(12));
  const { user } = await bootApp(host, { session: fakeSession(new Date(), { jti: "old" }) });
  await screen.findByRole("cell", { name: "user3" });
  await user.type(screen.getByLabelText("Search transactions"), "half a na");
  const renewed = fakeSession(new Date(), { jti: "renewed" });
  host.on(recent, rowsFor(renewed.token, [wireRow(-1, { username: "after" }), ...wireRows(12)]));
  await refreshUntil(() => expect(screen.getByRole("alertdialog", pinDialog)).toBeTruthy());
  const email = within(screen.getByRole("alertdialog", pinDialog)).getByLabelText<HTMLInputElement>("Email");
  expect([email.value, email.readOnly]).toEqual(["grace@example.com", true]);
  expect(screen.getByText("user3")).toBeTruthy();

  host.on(signInCall, { status: 401, json: { message: "Invalid email or PIN" } });
  await enterPin(user, "000000");
  expect(await screen.findByText("Invalid email or PIN")).toBeTruthy();
  host.on(signInCall, { json: { admin, accessToken: renewed.token } });
  await enterPin(user, "123456");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(host.callsOf(signInCall).at(-1)?.body).toEqual({ email: "grace@example.com", passwordPin: "123456" });
  expect(await screen.findByRole("cell", { name: "after" })).toBeTruthy();
  expect(screen.getByLabelText("Search transactions")).toHaveProperty("value", "half a na");
  expect(localStorage.getItem("token")).toBe(renewed.token);
});

test("[AUTH-15, SET-1] a PIN that doesn't reach the host is told in the admin's language", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(12)).on(signInCall, { is: "cut" });
  const { user } = await bootApp(host, { path: "/settings" });
  await user.selectOptions(await screen.findByLabelText("Language"), "French");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.documentElement.lang).toBe("fr"));
  host.on(recent, unauthorised);
  await user.click(screen.getByRole("link", { name: "Tableau de bord" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: fr.auth.pin.title }));
  await user.type(dialog.getByLabelText(fr.auth.password, { selector: "input" }), "123456");
  await user.click(dialog.getByRole("button", { name: fr.auth.pin.submit }));
  expect(await dialog.findByText("Le serveur est injoignable. Vérifiez la connexion et réessayez.")).toBeTruthy();
});

test("[AUTH-15, LAY-7] a PIN that a gateway takes in the host's place is not called wrong: the question names the gateway", async () => {
  let isBetween = false;
  const bare = { status: 401, json: {} };
  const host = playDashboard(new PlayedCalls(), wireRows(12));
  const config = async () => (isBetween ? new Response("", { status: 401 }) : Response.json({}));
  const { user } = await bootApp(host, { config });
  await screen.findByRole("cell", { name: "user3" });
  host.on(recent, unauthorised);
  await refreshUntil(() => expect(screen.getByRole("alertdialog", pinDialog)).toBeTruthy());
  const reads = [recent, "GET /analytics/dashboard", "GET /analytics/filter", "GET /usermanagement/users", "GET /set-fee/crypto-fee"];
  for (const call of [...reads, signInCall, "HEAD /asset-markdown/global"]) host.on(call, bare);
  isBetween = true;
  await enterPin(user, "123456");
  const dialog = within(screen.getByRole("alertdialog", pinDialog));
  expect(await dialog.findByText("Something in front of the server answers in its place")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Open its page" })).toBeTruthy();
  expect(dialog.queryByText("Login failed")).toBeNull();
});

test("[AUTH-15] where the sign-in gave something to refresh with, a 401 is met with that, and nobody is asked", async () => {
  const first = fakeSession(new Date(), { jti: "signed in" });
  const second = fakeSession(new Date(), { jti: "refreshed" });
  const host = playDashboard(new PlayedCalls())
    .on(signInCall, { json: { admin, accessToken: first.token, refreshToken: "again" } })
    .on("POST /adminsignin/refresh-token", { json: { accessToken: second.token } });
  const { user } = await bootApp(host, { path: "/login", session: "nobody" });
  await user.type(await screen.findByLabelText("Email"), "grace@example.com");
  await user.type(screen.getByLabelText("Password", { selector: "input" }), "123456");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByRole("heading", { name: "Dashboard", level: 1 });
  host.on(recent, rowsFor(second.token, wireRows(12)));
  await refreshUntil(() => expect(screen.getByRole("cell", { name: "user8" })).toBeTruthy());
  expect(screen.queryByRole("alertdialog")).toBeNull();
  const [refresh] = host.callsOf("POST /adminsignin/refresh-token");
  expect([refresh?.body, refresh?.authorization]).toEqual([{ refreshToken: "again" }, undefined]);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain("again");
});

test("[AUTH-15] the PIN is asked for while the refresh of the session hangs, and keeps what is typed once that fails", async () => {
  const failure = new Gate();
  const host = playDashboard(new PlayedCalls())
    .on(signInCall, { json: { admin, accessToken: fakeSession(new Date(), { jti: "hangs" }).token, refreshToken: "again" } })
    .on("POST /adminsignin/refresh-token", async () => {
      await failure.opened;
      return { status: 503, json: { message: "Busy" } };
    });
  const { user } = await bootApp(host, { path: "/login", session: "nobody" });
  await user.type(await screen.findByLabelText("Email"), "grace@example.com");
  await user.type(screen.getByLabelText("Password", { selector: "input" }), "123456");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByRole("heading", { name: "Dashboard", level: 1 });
  host.on(recent, unauthorised);
  await refreshUntil(() => expect(host.callsOf("POST /adminsignin/refresh-token")).toHaveLength(1));
  const dialog = within(await screen.findByRole("alertdialog", pinDialog, { timeout: 10_000 }));
  await user.type(dialog.getByLabelText("Password", { selector: "input" }), "654321");
  failure.open();
  await act(async () => new Promise((done) => setImmediate(done)));
  expect(dialog.getByLabelText("Password", { selector: "input" })).toHaveProperty("value", "654321");
});

test("[AUTH-15] a mutation that was refused with 401 is not repeated by itself once the PIN was entered", async () => {
  const fund = "POST /funduser/fund";
  const host = playFunding(new PlayedCalls()).on(fund, unauthorised);
  const renewed = fakeSession(new Date(), { jti: "renewed for funding" });
  const funding = await FundingForm.open(host, { session: fakeSession(new Date(), { jti: "refused" }) });
  await funding.send();
  await screen.findByRole("alertdialog", pinDialog);
  host.on(signInCall, { json: { admin, accessToken: renewed.token } }).on(fund, { json: { success: true, data: { newBalance: 0.75 } } });
  await enterPin(funding.user, "123456");
  await waitFor(() => expect(screen.queryByRole("alertdialog", pinDialog)).toBeNull());
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "0.25");
  cleanup();
  await FundingForm.open(host, { session: renewed });
  expect(host.callsOf(fund)).toHaveLength(1);
});

test("[AUTH-15, PASS-2] the question for the PIN opens anew after a cancelled one: without its error, and not at its passkey", async () => {
  const fund = "POST /funduser/fund";
  const host = playFunding(new PlayedCalls())
    .on(fund, unauthorised)
    .on(signInCall, { status: 401, json: { message: "Invalid PIN" } });
  const form = await FundingForm.open(host);
  const { user } = form;
  const dialog = async () => within(await screen.findByRole("alertdialog", pinDialog));
  const cancel = async () => {
    await user.click((await dialog()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog", pinDialog)).toBeNull());
  };
  const again = async () => {
    await user.click(form.submitButton);
    await press(user, "Confirm and Fund", within(await form.dialog()));
  };
  await form.send();
  await enterPin(user, "000000");
  expect(await (await dialog()).findByText("Invalid PIN")).toBeTruthy();
  await cancel();
  await again();
  expect((await dialog()).queryByText("Invalid PIN")).toBeNull();

  host.on(signInCall, { json: { success: true, passkey: { ticket: "one-ticket", options: { challenge: "AAAA" } } } });
  await enterPin(user, "123456");
  await waitFor(async () => expect((await dialog()).queryByLabelText("Password", { selector: "input" })).toBeNull());
  await cancel();
  await again();
  expect((await dialog()).getByLabelText("Password", { selector: "input" })).toHaveProperty("value", "");
});
