import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { refreshUntil } from "../support/refresh-until.ts";

test("[DASH-3] the dashboard shows the host's rows, each with its user and its amount", async () => {
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { username: "ada", amount: "-1.5" })]);
  await bootApp(host, { path: "/dashboard" });
  const row = (await screen.findByRole("cell", { name: "ada" })).closest("tr");
  expect(within(row ?? document.body).getByText(/[-−]1\.50/)).toBeTruthy();
  expect(host.callsOf("GET /analytics/recent-transactions")[0]?.query).toEqual({ page: "1", limit: "50" });
});

test("[DASH-7] Enter in the search box asks the host for matches", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(3));
  const { user } = await bootApp(host);
  await user.type(await screen.findByLabelText("Search transactions"), "ada{Enter}");
  await expect.poll(() => host.callsOf("GET /analytics/filter").at(-1)?.query).toEqual({ searchTerm: "ada", page: "1", limit: "50" });
});

test("[DASH-9, SYNC-3] the details follow what the host says of their transaction, and stay when it lists it no more", async () => {
  const rows = wireRows(3, { status: "PENDING" });
  const host = playDashboard(new PlayedCalls(), rows);
  const { user } = await bootApp(host);
  await user.click(await screen.findByRole("button", { name: /Actions for REF-00001/ }));
  await user.click(await screen.findByRole("menuitem", { name: "View Full Details" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Pending")).toBeTruthy();
  host.on("GET /analytics/recent-transactions", pageOf(rows.map((row, n) => (n === 1 ? { ...row, status: "COMPLETED", fee: 7 } : row))));
  await refreshUntil(() => expect(within(dialog).getByText("Completed")).toBeTruthy());
  expect(within(dialog).getByText("fee", { selector: "dt" })).toBeTruthy();
  host.on("GET /analytics/recent-transactions", pageOf(rows.filter((_, n) => n !== 1)));
  await refreshUntil(() => expect(screen.queryByText("user1", { selector: "td" })).toBeNull());
  expect(within(dialog).getByText("Completed")).toBeTruthy();
});

test("[AUTH-1] without a session the app opens at the sign-in page", async () => {
  await bootApp(new PlayedCalls(), { path: "/users", session: "nobody" });
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
  expect(location.pathname).toBe("/login");
});

test("[CONF-1] a wrong field in config.json is named, and nothing is asked of any host", async () => {
  const host = new PlayedCalls();
  await bootApp(host, { config: { retentionHours: "long" } });
  expect((await screen.findByRole("alert")).textContent).toContain("retentionHours");
  expect(host.calls).toEqual([]);
});

test("[CONF-1] a server that doesn't give config.json is said to, no field is blamed, and it can be asked again", async () => {
  const host = new PlayedCalls();
  let asked = 0;
  const answers = [new Response("Bad gateway", { status: 502 }), new Response("", { status: 503 }), Response.json({})];
  const { user } = await bootApp(host, {
    path: "/login",
    session: "nobody",
    config: async () => answers[asked++] ?? Response.error(),
  });
  expect((await screen.findByRole("alert")).textContent).toContain("status 502");
  expect(screen.queryByText(/is wrong|Correct the file/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => screen.getByRole("alert").textContent).toContain("status 503");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Welcome back!" })).toBeTruthy();
});
