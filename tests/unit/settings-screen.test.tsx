import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { addToLog, callEntry } from "../../src/app/state/diagnostics-log.ts";
import { bootApp, type Boot } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const put = "PUT /admin/settings";

/** A host that stores the admin's email setting. */
function play(): PlayedCalls {
  let emailNotifications = false;
  return playDashboard(new PlayedCalls(), [wireRow(0)])
    .on("GET /admin/settings", () => ({ json: { success: true, data: { emailNotifications } } }))
    .on(put, ({ body }) => {
      ({ emailNotifications } = body as { emailNotifications: boolean });
      return { json: { success: true, message: "Settings saved" } };
    });
}

async function open(host: PlayedCalls, boot: Boot = {}): Promise<UserEvent> {
  const { user } = await bootApp(host, { path: "/settings", config: { settings: "/admin/settings" }, ...boot });
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await toggle("Dark mode");
  return user;
}

const toggle = (name: string) => screen.findByRole<HTMLInputElement>("switch", { name: new RegExp(`^${name}`) });

async function save(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByText("Settings saved")).length).toBeGreaterThan(0);
}

test("[SET-1] what was not saved is gone with the screen", async () => {
  const session = fakeSession(new Date(), {}, "tries-dark");
  const user = await open(play(), { session });
  const theme = () => document.documentElement.dataset["theme"];
  await user.click(await toggle("Dark mode"));
  await waitFor(() => expect(theme()).toBe("dark"));
  await user.click(screen.getByRole("link", { name: "Dashboard" }));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  await waitFor(() => expect(theme()).toBe("light"));
});

test("[SET-1] a change that comes before the last one is drawn keeps both", async () => {
  const user = await open(play(), { session: fakeSession(new Date(), {}, "is-quick") });
  const dark = await toggle("Dark mode");
  const zone = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
  await act(async () => {
    dark.click();
    // The switch reports in a microtask; React doesn't render before `act` ends.
    await Promise.resolve();
    zone.value = "EST";
    zone.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  await save(user);
  const key = Object.keys(localStorage).find((name) => name.startsWith("counterfoil.settings."));
  expect(JSON.parse(localStorage.getItem(key ?? "") ?? "{}")).toMatchObject({ darkMode: true, timeZone: "EST" });
});

test("[SET-1, DASH-7] the time zone changes every shown time and the days of the filters, and says the offset", async () => {
  const rows = [
    wireRow(0, { id: "late", username: "late", createdAt: "2026-01-21T04:59:59.000Z" }),
    wireRow(1, { id: "early", username: "early", createdAt: "2026-01-20T04:59:59.000Z" }),
  ];
  const host = playDashboard(play(), rows);
  const user = await open(host);
  await user.selectOptions(screen.getByLabelText("Time zone"), "EST");
  expect(await screen.findByText(/America\/New_York \(GMT-[45]\)/)).toBeTruthy();
  await save(user);
  act(() => history.pushState(null, "", "/?dateFrom=2026-01-20&dateTo=2026-01-20"));
  expect(await screen.findByRole("cell", { name: "late" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("cell", { name: "early" })).toBeNull());
  expect(host.callsOf("GET /analytics/filter").at(-1)?.query).toMatchObject({ dateFrom: "2026-01-20", dateTo: "2026-01-21" });
  expect((await screen.findAllByTitle(/Jan 20, 2026.*11:59:59/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: /^Filters/ }));
  expect(await screen.findByText(/Days are counted in America\/New_York/)).toBeTruthy();
});

test("[SET-1, FIND-9] every control of the document is there, with its choices", async () => {
  await open(play());
  for (const name of ["Email notifications", "Push notifications", "Dark mode", "Compact view", "Automatic updates", "Data collection"])
    expect(await toggle(name), name).toBeTruthy();
  const choices = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(choices("Language")).toEqual(["English (US)", "Spanish", "French"]);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(choices("Time zone")).toEqual(["Lagos (Africa/Lagos)", "UTC", "EST", "PST", `This device (${own})`, "Another zone…"]);
  expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
});

test("[SET-1] the diagnostics log is off by default, holds no user data, can be downloaded, and goes when switched off", async () => {
  const files = savedFiles();
  const stored = () => localStorage.getItem("counterfoil.diagnostics");
  const host = playDashboard(play(), [wireRow(0, { username: "secretive", reference: "REF-SECRET" })]);
  const user = await open(host);
  expect(stored()).toBeNull();
  await user.click(await toggle("Data collection"));
  await save(user);
  act(() => history.pushState(null, "", "/dashboard"));
  await screen.findByRole("cell", { name: "secretive" });
  await user.type(screen.getByLabelText("Search transactions"), "secretive{Enter}");
  await waitFor(() => expect(stored()).toContain("GET /analytics/filter"));
  act(() => history.pushState(null, "", "/settings"));
  expect((await screen.findAllByRole("cell", { name: "GET /analytics/filter" })).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const file = (await files[0]?.text()) ?? "";
  expect(file).toContain('"call":"GET /analytics/recent-transactions","status":200');
  expect(file).not.toMatch(/secretive|REF-SECRET|example\.com|Bearer|eyJ|searchTerm|\?/i);
  await user.click(await toggle("Data collection"));
  await save(user);
  await waitFor(() => expect(stored()).toBeNull());
});

test("[SET-1] an entry of the diagnostics log that isn't of today has its day", async () => {
  const user = await open(play());
  await user.click(await toggle("Data collection"));
  await save(user);
  const noted = { call: "GET /old", status: 200, ms: 1 };
  addToLog([callEntry({ ...noted, at: Date.UTC(2026, 0, 2, 3, 4, 5) }), callEntry({ ...noted, at: Date.now() })]);
  await user.click(await screen.findByRole("button", { name: "Refresh" }));
  const rows = screen.getAllByRole("row").filter((row) => within(row).queryByRole("cell", { name: "GET /old" }));
  const times = rows.map((row) => within(row).getAllByRole("cell")[0]?.textContent);
  expect(times).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d$/), "Jan 2, 2026, 03:04:05"]);
});

test("[SET-1] email notifications are kept by the host, through the gate", async () => {
  const host = play();
  const session = fakeSession(new Date(), {}, "wants-mail");
  const user = await open(host, { session });
  await waitFor(async () => expect((await toggle("Email notifications")).disabled).toBe(false));
  await user.click(await toggle("Email notifications"));
  expect(host.callsOf(put)).toEqual([]);
  await save(user);
  expect(host.callsOf(put).map(({ body }) => body)).toEqual([{ emailNotifications: true }]);
  cleanup();
  await open(host, { session });
  await waitFor(async () => expect((await toggle("Email notifications")).checked).toBe(true));
});

test("[SET-1] a saved change of the email notifications stands, whatever was read before and while it is read again", async () => {
  let saved = false;
  const held: ((emailNotifications: boolean) => void)[] = [];
  const host = play();
  host.on("GET /admin/settings", () => {
    const answer = (emailNotifications: boolean) => ({ json: { success: true, data: { emailNotifications } } });
    return saved ? new Promise((resolve) => held.push((value) => resolve(answer(value)))) : answer(false);
  });
  host.on(put, () => {
    saved = true;
    return { json: { success: true, message: "Settings saved" } };
  });
  const user = await open(host);
  await waitFor(async () => expect((await toggle("Email notifications")).disabled).toBe(false));
  await user.click(await toggle("Email notifications"));
  await save(user);
  await waitFor(() => expect(held).toHaveLength(1));
  expect((await toggle("Email notifications")).checked).toBe(true);
  await act(async () => held[0]?.(true));
  expect((await toggle("Email notifications")).checked).toBe(true);
});

test("[SET-1] email notifications are off, with the reason, at a host that offers none", async () => {
  await open(play(), { config: {} });
  expect(await screen.findByText("This host doesn't offer email notifications.")).toBeTruthy();
  expect((await toggle("Email notifications")).disabled).toBe(true);
});

test("[SET-1] a refused permission leaves push notifications off and says why", async () => {
  let permission = "default";
  const requestPermission = vi.fn(async () => (permission = "denied"));
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  const user = await open(play());
  expect((await toggle("Push notifications")).checked).toBe(false);
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(await toggle("Push notifications"));
  expect(await screen.findByText(/The browser refuses notifications/)).toBeTruthy();
  await waitFor(async () => expect((await toggle("Push notifications")).closest("label")?.dataset["state"]).toBe("unchecked"));
});

test.each([
  [{}, false],
  [{ approvals: "/api/approvals" }, true],
])("[SET-1, APPR-4] push notifications say what they tell of, slips where the host has them: %j", async (more, isTold) => {
  vi.stubGlobal("Notification", { permission: "default" });
  await open(play(), { config: { settings: "/admin/settings", ...more } });
  expect(
    await screen.findByText(/A system notification when a long action of this device ends while the app is in the background\./),
  ).toBeTruthy();
  expect(screen.queryByText(/Also when slips wait for your decision, or one of yours was decided\./) !== null).toBe(isTold);
});
