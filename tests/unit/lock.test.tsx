import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { type QuickClock, quickClock } from "../support/quick-clock.ts";

const hourMs = 3_600_000;
/** The cover stands beside the body, which is hidden. */
const page = within(document.documentElement);
const cover = () => page.findByRole("heading", { level: 1, name: "Locked" });
const signIn = () => screen.findByRole("heading", { name: "Welcome back!" });
const userMenu = async () => within(await screen.findByRole("banner")).findByRole("button", { name: /User menu/ });

let clock: QuickClock;
beforeEach(() => {
  clock = quickClock();
});

/** Boots the dashboard with a row. */
async function open(host: PlayedCalls, session: ReturnType<typeof fakeSession>): Promise<UserEvent> {
  const { user } = await bootApp(host, { session });
  await screen.findByRole("cell", { name: "user1" });
  return user;
}

test("[AUTH-15] an expired token is asked for by the cover alone, not by a dialog behind it, too", async () => {
  const admin = "expires-behind-the-cover";
  const host = playDashboard(new PlayedCalls(), wireRows(3));
  const user = await open(host, fakeSession(new Date(), {}, admin));
  clock.sleep(2 * hourMs);
  await clock.pass(2000);
  await cover();
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
  host.on("POST /adminsignin/signin", () => ({
    json: { admin: { id: admin }, accessToken: fakeSession(new Date(Date.now() + hourMs), { jti: "later" }, admin).token },
  }));
  await user.type(page.getByLabelText("Password"), "864209");
  await user.click(page.getByRole("button", { name: "Unlock" }));
  await screen.findByRole("cell", { name: "user1" });
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
});

test("[FUND-6, AUTH-10] signing out from the cover asks first where an outcome is unknown", async () => {
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", { is: "cut" }).on("POST /adminsignin/logout", { json: {} });
  const session = fakeSession(new Date(), {}, "leaves-an-unknown");
  const form = await FundingForm.open(host, { session });
  await form.send();
  await form.unknown();
  cleanup();
  const { user } = await bootApp(host, { session });
  await chooseItem(user, await userMenu(), "Lock now");
  await cover();
  const signOut = async () => user.click(await page.findByRole("button", { name: "Sign out" }));
  await signOut();
  await page.findByText("The outcome of 1 change is not known.");
  await user.click(page.getByRole("button", { name: "Cancel" }));
  await cover();
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
  await signOut();
  await page.findByText("The outcome of 1 change is not known.");
  await signOut();
  await signIn();
  await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
});
