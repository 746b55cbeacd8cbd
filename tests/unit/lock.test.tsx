import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
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

test("[AUTH-10, AUTH-15] signing out from the cover is off once the PIN has opened the app", async () => {
  const [gate, answered] = [new Gate(), new Gate()];
  vi.doMock("../../src/app/session/leave-question.ts", () => ({
    questionOf: async () => {
      await gate.opened;
      setTimeout(() => answered.open());
    },
  }));
  onTestFinished(() => {
    vi.doUnmock("../../src/app/session/leave-question.ts");
  });
  const renewed = fakeSession(new Date(), { jti: "unlocked" });
  const host = playDashboard(new PlayedCalls(), wireRows(3))
    .on("POST /adminsignin/signin", { json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: renewed.token } })
    .on("POST /adminsignin/logout", { json: {} });
  const { user } = await bootApp(host, { session: fakeSession(new Date(), { jti: "locked" }) });
  await chooseItem(user, await userMenu(), "Lock now");
  await cover();
  const signOut = await page.findByRole("button", { name: "Sign out" });
  await user.click(signOut);
  expect(signOut.getAttribute("aria-busy")).toBe("true");
  await user.type(page.getByLabelText("Password", { selector: "input" }), "123456");
  await user.click(page.getByRole("button", { name: "Unlock" }));
  await waitFor(() => expect(page.queryByRole("heading", { level: 1, name: "Locked" })).toBeNull());
  gate.open();
  await answered.opened;
  await user.type(await screen.findByLabelText("Search transactions"), "half a name");
  expect(localStorage.getItem("token")).toBe(renewed.token);
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
});

test("[AUTH-15, AUTH-16] an app that asks for the PIN once the host has answered isn't opened by losing the host", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(3));
  const config = async () => {
    // As src/app/start/before-paint.ts notes of an app that was closed before it locked.
    localStorage.setItem("counterfoil.locked", "late");
    return Response.json({});
  };
  await bootApp(host, { config });
  await cover();
  // Nor does a reload open it.
  await waitFor(() => expect(localStorage.getItem("counterfoil.locked")).toBe("yes"));
  host.on("HEAD /asset-markdown/global", { is: "cut" });
  const onLine = vi.spyOn(Navigator.prototype, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  act(() => void dispatchEvent(new Event("offline")));
  await page.findByText("You are offline");
  await cover();
  expect(screen.queryByRole("banner")).toBeNull();
});
