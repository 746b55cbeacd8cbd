import { act, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { timeFormats } from "../../src/app/format/times.ts";
import { Time } from "../../src/app/parts/time.tsx";
import { zonesFor } from "../../src/app/screens/settings/zone-names.ts";
import { cityOf } from "../../src/app/state/settings.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** A moment's time in a zone, as lists show it. */
const clockAt = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

const stored = (): Record<string, unknown> => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("counterfoil.settings."));
  return JSON.parse(localStorage.getItem(key ?? "") ?? "{}") as Record<string, unknown>;
};

async function dateCell(): Promise<HTMLElement> {
  const row = (await screen.findByRole("cell", { name: "ada" })).closest("tr");
  const cell = within(row as HTMLElement)
    .getAllByRole("cell")
    .at(-2);
  if (!cell) throw new Error("the row has no date");
  return cell;
}

async function save(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findAllByText("Settings saved");
}

const goTo = (path: string): void => act(() => history.pushState(null, "", path));

test("[FIND-9] what is some seconds ahead of the page's clock is now, not to come", () => {
  const { container } = render(<Time at={Date.now() + 20_000} />);
  expect(container.textContent).toBe("now");
});

test.each([
  ["en-US", 47, "1 day ago"],
  ["fr-FR", 71, "il y a 2 j"],
  ["es-ES", -47, "dentro de 1 d"],
])("[FIND-9] in %s a time %i hours ago is not called yesterday, or the like", (locale, hours, text) => {
  const now = Date.parse("2026-11-25T01:00:00Z");
  expect(
    timeFormats(locale, "UTC")
      .relative(now - hours * hourMs, now)
      .replaceAll(/\s/g, " "),
  ).toBe(text);
});

test("[FIND-9, DASH-3] nor is it in the transactions' list", async () => {
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { createdAt: new Date(Date.now() + 20_000).toISOString() })]);
  await bootApp(host, { path: "/", session: fakeSession(new Date(), {}, "ahead") });
  expect(await screen.findByRole("cell", { name: "now" })).toBeTruthy();
});

test("[FIND-9] a time of the host's is told by its clock, one of this device's by the device's own", () => {
  localStorage.setItem("counterfoil.clock", String(20 * minuteMs));
  onTestFinished(() => localStorage.removeItem("counterfoil.clock"));
  const textOf = (time: ReactNode) => render(time).container.textContent;
  const now = Date.now();
  expect(textOf(<Time at={now + 18.5 * minuteMs} />)).toBe("1 min. ago");
  expect(textOf(<Time at={now - 1.5 * minuteMs} byDevice />)).toBe("1 min. ago");
});

test("[FIND-9, DASH-3] a pending row made two minutes ago by the host's clock is so in the list, though the device's is behind", async () => {
  const hostNow = Date.now() + 20 * minuteMs;
  const row = wireRow(0, { username: "ada", status: "PENDING", createdAt: new Date(hostNow - 2.5 * minuteMs).toISOString() });
  const host = playDashboard(new PlayedCalls(), [row]);
  await bootApp(host, { path: "/", session: fakeSession(new Date(hostNow), {}, "behind") });
  localStorage.setItem("counterfoil.clock", String(20 * minuteMs));
  expect((await dateCell()).textContent).toBe("2 min. ago");
  expect(screen.getByRole("cell", { name: "Pending 2 min" })).toBeTruthy();
});

test("[FIND-9] one toggle beside the list shows when something was instead of how long ago, in every list, and it is kept", async () => {
  const at = Date.now() - 3 * hourMs;
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { username: "ada", createdAt: new Date(at).toISOString() })]);
  const { user } = await bootApp(host, { path: "/", session: fakeSession(new Date(), {}, "toggles") });
  expect((await dateCell()).textContent).toBe("3 hr. ago");
  const toggle = screen.getByRole("button", { name: "Absolute times" });
  expect(toggle.getAttribute("aria-pressed")).toBe("false");
  await user.click(toggle);
  await waitFor(async () => expect((await dateCell()).textContent).toContain(clockAt(at, "UTC")));
  expect(toggle.getAttribute("aria-pressed")).toBe("true");
  expect(stored()["absoluteTimes"]).toBe(true);
  // Another tab of the same admin has changed it back.
  const key = Object.keys(localStorage).find((name) => name.startsWith("counterfoil.settings.")) ?? "";
  localStorage.setItem(key, JSON.stringify({ ...stored(), absoluteTimes: false }));
  act(() => void dispatchEvent(new StorageEvent("storage", { key })));
  expect((await dateCell()).textContent).toBe("3 hr. ago");
});

test("[FIND-9] Lagos is the first of the zones, and its clock and a second zone's stand in the list and in the titles", async () => {
  const at = Date.now() - 60_000;
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { username: "ada", createdAt: new Date(at).toISOString() })]);
  const { user } = await bootApp(host, { path: "/settings", session: fakeSession(new Date(), {}, "in-lagos") });
  const zone = await screen.findByRole("combobox", { name: "Time zone" });
  const names = within(zone)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Lagos (Africa/Lagos)", "UTC", "EST", "PST", expect.stringMatching(/^This device \(.+\)$/), "Another zone…"]);
  await user.selectOptions(zone, "Lagos (Africa/Lagos)");
  expect(await screen.findByText(/Africa\/Lagos \(GMT\+1\)/)).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "Second zone" }), "PST");
  await user.click(screen.getByRole("switch", { name: /^Absolute times/ }));
  await save(user);
  expect(stored()).toMatchObject({ timeZone: "Africa/Lagos", secondZone: "PST", absoluteTimes: true });
  goTo("/");
  await waitFor(async () => {
    const cell = await dateCell();
    expect(cell.textContent).toContain(clockAt(at, "Africa/Lagos"));
    expect(cell.textContent).toMatch(new RegExp(`${clockAt(at, "America/Los_Angeles")} Los Angeles$`));
    expect(cell.title).toMatch(/GMT\+1 · .*(PST|PDT)/);
  });
});

test("[FIND-9] any other zone is found by its city, and its days are the filters' days", async () => {
  const rows = [
    wireRow(0, { id: "b", username: "after", createdAt: "2026-05-01T18:30:00.000Z" }),
    wireRow(1, { id: "a", username: "before", createdAt: "2026-05-01T18:29:59.000Z" }),
  ];
  const host = playDashboard(new PlayedCalls(), rows);
  const { user } = await bootApp(host, { path: "/settings", session: fakeSession(new Date(), {}, "in-india") });
  await user.selectOptions(await screen.findByRole("combobox", { name: "Time zone" }), "Another zone…");
  const search = await screen.findByRole("combobox", { name: "Search: Time zone" });
  await user.click(search);
  await user.paste("kolk");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Search: Time zone" })).toBeNull());
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" }).value).toBe("Asia/Kolkata");
  await save(user);
  goTo("/?dateFrom=2026-05-02&dateTo=2026-05-02");
  expect(await screen.findByRole("cell", { name: "after" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("cell", { name: "before" })).toBeNull());
  expect(host.callsOf("GET /analytics/filter").at(-1)?.query).toMatchObject({ dateFrom: "2026-05-01", dateTo: "2026-05-02" });
});

test("[FIND-9] a device whose zone Chromium can't tell, as with TZ=WAT-1, is one in UTC, and can be chosen", async () => {
  const resolved = { ...new Intl.DateTimeFormat("en-US").resolvedOptions(), timeZone: "Etc/Unknown" };
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(resolved);
  onTestFinished(() => void vi.restoreAllMocks());
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { username: "ada", createdAt: "2026-11-25T14:02:00.000Z" })]);
  const { user } = await bootApp(host, { path: "/settings", session: fakeSession(new Date(), {}, "nowhere") });
  await user.selectOptions(await screen.findByRole("combobox", { name: "Time zone" }), "This device (UTC)");
  await user.click(screen.getByRole("switch", { name: /^Absolute times/ }));
  await save(user);
  goTo("/");
  await waitFor(async () => expect((await dateCell()).textContent).toContain("14:02"));
});

test("[FIND-9] a zone is shown without its underlines", () => {
  expect(["Africa/Dar_es_Salaam", "America/Port_of_Spain", "PST"].map(cityOf)).toEqual(["Dar es Salaam", "Port of Spain", "Los Angeles"]);
});

test("[FIND-9] a zone is found by what it is called, by parts and without its underlines, cities first", () => {
  const zones = ["America/New_York", "Asia/Tokyo", "Europe/London", "Africa/Lagos", "America/Argentina/La_Rioja"];
  expect(zonesFor("new york", zones)).toEqual(["America/New_York"]);
  expect(zonesFor("la", zones)).toEqual(["Africa/Lagos", "America/Argentina/La_Rioja"]);
  expect(zonesFor("asia tok", zones)).toEqual(["Asia/Tokyo"]);
  expect(zonesFor("atlantis", zones)).toEqual([]);
  for (const typed of ["Bogotá", "São Paulo", "Asuncio\u0301n"])
    expect(zonesFor(typed, ["America/Asuncion", "America/Bogota", "America/Sao_Paulo"]), typed).toHaveLength(1);
});
