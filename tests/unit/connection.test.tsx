import { act, cleanup, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, noDialog } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

const line = (words: RegExp): Promise<HTMLElement> => screen.findByText(words, { selector: "header button" }, { timeout: 15_000 });

test("[LAY-7] a screen that shows nothing of the host says when it was reached", async () => {
  await bootApp(playFunding(new PlayedCalls()), { path: "/funding" });
  expect(await line(/^Host reached \d/)).toBeTruthy();
});

test("[LAY-7] while the cache is being read, nothing says that nothing was fetched", async () => {
  const session = fakeSession(new Date(), {}, "reader");
  await bootApp(playDashboard(new PlayedCalls()), { session });
  await line(/^Live/);
  cleanup();
  const said: string[] = [];
  const look = new MutationObserver(() =>
    said.push(document.querySelector("header [title='What this screen stands on']")?.textContent ?? ""),
  );
  look.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => look.disconnect());
  await bootApp(playDashboard(new PlayedCalls()), { session, path: "/audit?tab=close" });
  await line(/^(Live|Cached)/);
  expect(said.filter((text) => text !== "")).not.toEqual([]);
  expect(said).not.toContain("Nothing fetched yet");
});

/** Goes to the funding form within the app, funds, and waits for the outcome. */
async function fund(user: UserEvent, host: PlayedCalls): Promise<void> {
  act(() => history.pushState(null, "", "/funding"));
  expect(await line(/^Host reached \d/)).toBeTruthy();
  await screen.findByRole("form", { name: "Fund User" });
  await new FundingForm(user).send();
  expect((await screen.findAllByText(/Funded ada/)).length).toBeGreaterThan(0);
  expect(host.callsOf("POST /funduser/fund")).toHaveLength(1);
}

test("[LAY-7, SYNC-4] an answer outweighs a browser that says it is offline: the screens are live, and money can move", async () => {
  const offline = vi.spyOn(Navigator.prototype, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => offline.mockRestore());
  const host = playFunding(new PlayedCalls());
  const { user } = await bootApp(host);
  expect(await line(/^Live /)).toBeTruthy();
  await fund(user, host);
});

test("[LAY-7, SYNC-5, FUND-4] the connection panel names the call that is blocked, and a person's retry begins it anew; the rest is live, and money can move", async () => {
  const host = playFunding(new PlayedCalls()).on("GET /analytics/dashboard", { is: "cut" });
  const { user } = await bootApp(host, { path: "/dashboard" });
  const words = "GET /analytics/dashboard is blocked, perhaps by an extension";
  const openPanel = async (): Promise<HTMLElement> => {
    await user.click(await line(/^Live/));
    const panel = await screen.findByRole("dialog", { name: "What this screen stands on" });
    expect(await within(panel).findByText(words, {}, { timeout: 10_000 })).toBeTruthy();
    return panel;
  };
  await openPanel();
  await user.keyboard("{Escape}");
  await noDialog();
  await fund(user, host);
  await user.keyboard("{Escape}");
  await noDialog();
  act(() => history.pushState(null, "", "/dashboard"));
  const panel = await openPanel();
  playFunding(host);
  await byKey(user, "Try again", within(panel));
  await vi.waitFor(() => expect(within(panel).queryByText(words)).toBeNull(), { timeout: 5000 });
  await vi.waitFor(() => expect(panel.contains(document.activeElement), "[A11Y]").toBe(true));
  expect(await line(/^Live/)).toBeTruthy();
});

test("[LAY-7] what was live before a sleep is not called so to who looks again, while the host is still asked", async () => {
  const host = playDashboard(new PlayedCalls());
  await bootApp(host, { path: "/dashboard" });
  await line(/^Live/);
  host.on("GET /analytics/recent-transactions", { is: "silence" });
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"] });
  // Timers stand still meanwhile.
  vi.setSystemTime(Date.now() + 10 * 60_000);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.queryByText(/^Live/, { selector: "header button" })).toBeNull();
  expect(screen.getByText(/^(Syncing|Cached)/, { selector: "header button" })).toBeTruthy();
});

test("[LAY-7, SYNC-8] a gateway in the host's place is said, with the way to its page", async () => {
  const page = { body: "<!doctype html><title>Sign in</title>", contentType: "text/html" };
  const host = playFunding(new PlayedCalls()).on("HEAD /asset-markdown/global", page);
  host.on("GET /asset-markdown/global", page).on("GET /set-fee/crypto-fee", page).on("GET /usermanagement/users", page);
  const { user } = await bootApp(host, { path: "/users" });
  await user.click(await line(/^Gateway in the way/));
  const panel = await screen.findByRole("dialog", { name: "What this screen stands on" });
  expect(await within(panel).findByRole("button", { name: "Open its page" })).toBeTruthy();
  // Where it is read from, and scrolled by key.
  expect(document.activeElement).toBe(panel);
  for (const back of ["{Escape}", "{Shift>}{Tab}{/Shift}"]) {
    await user.keyboard(back);
    await vi.waitFor(async () => expect(document.activeElement).toBe(await line(/^Gateway in the way/)));
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "What this screen stands on" });
  }
});

const page = { body: "<!doctype html><title>Sign in</title>", contentType: "text/html" };
test.each([
  ["page", page, /^Gateway in the way/, /doesn't help: the app sends no cookies/],
  ["silence", { is: "cut" } as const, /^Host out of reach/, /looks to the app like no answer/],
])(
  "[LAY-7] a gateway's %s in front of a host of another origin leads to the host's address, not to the app's",
  async (_, answer, said, why) => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    const host = new PlayedCalls();
    for (const call of [
      "HEAD /asset-markdown/global",
      "GET /asset-markdown/global",
      "GET /set-fee/crypto-fee",
      "GET /usermanagement/users",
    ])
      host.on(call, answer);
    const { user } = await bootApp(host, { path: "/users", config: { host: "http://host.test" } });
    await user.click(await line(said));
    const panel = within(await screen.findByRole("dialog", { name: "What this screen stands on" }));
    expect((await panel.findByText(why)).textContent).toContain("http://host.test");
    await user.click(panel.getByRole("button", { name: "Open its page" }));
    expect(opened).toHaveBeenCalledWith("http://host.test/asset-markdown/global", "_blank", "noopener");
  },
);

test("[CONF-1, LAY-7] a gateway that answered for config.json at the start is no longer named once it lets the app through", async () => {
  const kept = { match: async () => Response.json({}), put: async () => {} };
  vi.stubGlobal("caches", { open: async () => kept });
  const standIn = "Something in front of the server answers in its place";
  let isInTheWay = true;
  const config = async () =>
    isInTheWay ? new Response("<title>Sign in</title>", { headers: { "content-type": "text/html" } }) : Response.json({});
  await bootApp(playFunding(new PlayedCalls()), { path: "/funding", config });
  expect(await screen.findByText(standIn, {}, { timeout: 10_000 })).toBeTruthy();
  isInTheWay = false;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await vi.waitFor(() => expect(screen.queryByText(standIn)).toBeNull());
});

test("[AUTH-15] a host that refuses every session as soon as it is opened is said to; the PIN is asked for once", async () => {
  const refused = { status: 401, json: { message: "Unauthorized" } };
  const host = new PlayedCalls();
  for (const call of ["/analytics/dashboard", "/usermanagement/users", "/analytics/recent-transactions", "/analytics/filter"])
    host.on(`GET ${call}`, refused);
  let turn = 0;
  host.on("POST /adminsignin/signin", () => {
    turn += 1;
    return { json: { admin: { id: "spurned" }, accessToken: fakeSession(new Date(), { jti: `turn ${turn}` }, "spurned").token } };
  });
  const { user } = await bootApp(host, { path: "/dashboard", session: fakeSession(new Date(), {}, "spurned") });
  const dialog = await screen.findByRole("alertdialog", { name: "Confirm that it's you" }, { timeout: 10_000 });
  expect(within(dialog).getByText(/The host refused a session that it opened seconds before/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText("Password"), "123456");
  await user.click(within(dialog).getByRole("button", { name: "Go on" }));
  const said = await screen.findByRole("alertdialog", { name: "The host doesn't accept the new session" }, { timeout: 10_000 });
  expect(within(said).queryByLabelText("Password")).toBeNull();
  await user.click(within(said).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("alertdialog", { name: "The host doesn't accept the new session" }, { timeout: 10_000 })).toBeTruthy();
  expect(turn).toBe(1);
});
