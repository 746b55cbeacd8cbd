import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";

/** The cover stands beside the body, which is hidden. */
const page = within(document.documentElement);
const cover = () => page.findByRole("heading", { level: 1, name: "Locked" });
const signIn = () => screen.findByRole("heading", { name: "Welcome back!" });
const userMenu = async () => within(await screen.findByRole("banner")).findByRole("button", { name: /User menu/ });

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
