import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem, openMenu } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

/** Tells the app of another config.json. */
let tellOther: () => void = () => {};
vi.mock("../../src/sync/wire/watch-config.ts", () => ({
  watchConfig: (_host: unknown, _signal: AbortSignal, onOther: () => void) => {
    tellOther = onOther;
  },
}));

/** In the header, the first of them: a card's is one, too. */
const userMenu = async () =>
  within(await screen.findAllByRole("banner").then(([header]) => header as HTMLElement)).findByRole("button", { name: /User menu/ });

/** Gives an object of the browser a property until the test ends. */
function give(target: object, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
  onTestFinished(() => void Reflect.deleteProperty(target, name));
}

test("[PWA-1] the menu installs the app where the browser offers it, and says nothing of it elsewhere", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()));
  const expectNoOffer = async () => {
    await openMenu(user, await userMenu(), "Logout");
    expect(screen.queryByRole("menuitem", { name: "Install app" })).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  };
  await expectNoOffer();
  const prompt = vi.fn(async () => {});
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  act(() => void dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await chooseItem(user, await userMenu(), "Install app");
  expect(prompt).toHaveBeenCalledOnce();
  // The browser's prompt works only once.
  await expectNoOffer();
});

test.each([
  ["a Mac", 0, /Add to Dock/],
  ["an iPad", 5, /Add to Home Screen/],
])("[PWA-1] Safari on %s is told how its own menu installs the app", async (_device, points, step) => {
  give(navigator, "vendor", { value: "Apple Computer, Inc." });
  give(navigator, "maxTouchPoints", { value: points });
  const { user } = await bootApp(playDashboard(new PlayedCalls()));
  await chooseItem(user, await userMenu(), "Install app");
  expect(within(await screen.findByRole("dialog", { name: "Install Counterfoil" })).getByText(step)).toBeTruthy();
});

test("[PWA-1] a shortcut goes on in the window that stands, and asks before it leaves what is typed there", async () => {
  let consume: ((launch: { readonly targetURL: string }) => void) | undefined;
  give(globalThis, "launchQueue", { value: { setConsumer: (taken: typeof consume) => (consume = taken) } });
  const launch = (path: string): void => act(() => consume?.({ targetURL: new URL(path, location.href).href }));
  const host = playFunding(new PlayedCalls()).on("GET /admin/settings", { json: { data: { emailNotifications: false } } });
  const { user } = await bootApp(host, { path: "/settings" });
  await waitFor(() => expect(consume).toBeDefined());
  // As the app's start does.
  (await import("../../src/app/state/touched-fields.ts")).watchFields();
  // The first is the start itself.
  launch("/");
  expect(location.pathname).toBe("/settings");
  // Another tab of the same screen isn't what was asked for.
  act(() => history.pushState(null, "", "/settings?tab=other"));
  launch("/settings?tab=other");
  expect(location.search).toBe("?tab=other");
  launch("/settings");
  await waitFor(() => expect(location.search).toBe(""));
  launch("/funding");
  const box = await screen.findByLabelText("User Email");
  expect(location.pathname).toBe("/funding");
  await user.type(box, "ada@example.com");
  launch("/dashboard");
  const question = () => screen.findByRole("alertdialog", { name: "Leave what isn't saved?" });
  await user.click(within(await question()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText("User Email")).toHaveProperty("value", "ada@example.com");
  launch("/dashboard");
  await user.click(within(await question()).getByRole("button", { name: "Leave it" }));
  await waitFor(() => expect(location.pathname).toBe("/dashboard"));
});

test("[PWA-1, FUND-6] the app's icon shows how many outcomes wait to be settled, and nothing after signing out", async () => {
  const badges: number[] = [];
  const show = async (count: number) => void badges.push(count);
  give(navigator, "setAppBadge", { value: show });
  give(navigator, "clearAppBadge", { value: () => show(0) });
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", { is: "cut" }).on("POST /adminsignin/logout", { json: {} });
  const form = await FundingForm.open(host, { session: fakeSession(new Date(), {}, "has-a-badge") });
  await form.send();
  await form.unknown();
  await waitFor(() => expect(badges.at(-1)).toBe(1));
  await chooseItem(form.user, await userMenu(), "Logout");
  await form.user.click(within(await form.dialog()).getByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Welcome back!" });
  await waitFor(() => expect(badges.at(-1)).toBe(0));
});

test("[CONF-1, PWA-3] another config.json is told as a new version is, and taken by a reload", async () => {
  await bootApp(playDashboard(new PlayedCalls()));
  await untilStanding();
  await import("../../src/app/frame/background/background.tsx");
  await waitFor(() => {
    act(() => tellOther());
    expect(screen.getByText("The server has new settings for the app")).toBeTruthy();
  });
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});
