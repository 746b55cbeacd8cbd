import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls, type Answer } from "../support/played-calls.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";

const recent = "GET /analytics/recent-transactions";

/** Restarts the app with the played host's rows cached, and this answer for the list. */
async function startAgain(session: ReturnType<typeof fakeSession>, answer: Answer): Promise<void> {
  cleanup();
  await bootApp(playDashboard(new PlayedCalls()).on(recent, answer), { session });
  await waitFor(() => expect(screen.getAllByText(/GET \/analytics\/recent-transactions/).length).toBeGreaterThan(0));
  expect(await screen.findByRole("cell", { name: "user3" })).toBeTruthy();
}

const unreadable: [string, Answer][] = [
  ["HTML", { body: "<!doctype html><h1>It works!</h1>", contentType: "text/html" }],
  ["half a JSON", { body: '{"success":true,"data":[{"id":"a","createdAt":"2026-' }],
  ["nothing", { body: "" }],
  ["null where something belongs", { json: { success: true, data: null } }],
  ["a list where an object belongs", { json: [] }],
];
test.each(unreadable)(
  "[SYNC-8, DASH-1] figures answered with %s leave the list alone; a list answered so is refused by name, and what is cached stays",
  async (what, answer) => {
    const session = fakeSession(new Date(), {}, `given ${what}`);
    await bootApp(playDashboard(new PlayedCalls(), wireRows(12)).on("GET /analytics/dashboard", answer), { session });
    await waitFor(() => expect(screen.getAllByText("Failed to load dashboard analytics").length).toBeGreaterThan(0));
    expect(await screen.findByRole("cell", { name: "user3" })).toBeTruthy();
    expect((await screen.findAllByText("—")).length).toBeGreaterThan(0);

    await startAgain(session, answer);
    expect((await screen.findAllByText("Failed to load transactions")).length).toBeGreaterThan(0);
    expect(screen.getByRole("heading", { name: "Dashboard", level: 1 })).toBeTruthy();
  },
);

test("[SYNC-8] rows that are null are refused, and what is cached stays", async () => {
  const session = fakeSession(new Date(), {}, "given rows that are null");
  await bootApp(playDashboard(new PlayedCalls(), wireRows(12)), { session });
  await screen.findByRole("cell", { name: "user3" });
  await startAgain(session, { json: { success: true, data: [null, wireRow(1)], pagination: { hasNextPage: false } } });
});

test("[DASH-3, DASH-4, SYNC-8] unknown types and statuses, numbers as text and missing fields are shown as they came", async () => {
  const empty = { amount: null, reference: null, username: null, userId: null, status: null, type: null, currency: null };
  await bootApp(
    playDashboard(new PlayedCalls(), [
      wireRow(0, { type: "TELEPORT", status: "ON_THE_MOON" }),
      wireRow(1, { amount: "-12.5" }),
      wireRow(2, empty),
      wireRow(3, { id: 123_456, amount: 7 }),
    ]),
  );
  expect(await screen.findByText("TELEPORT")).toBeTruthy();
  expect(screen.getByText("ON_THE_MOON")).toBeTruthy();
  expect(screen.getByText(/[-−]12\.50/)).toBeTruthy();
  expect(screen.getByText(/7\.00/)).toBeTruthy();
  expect(screen.getAllByRole("row")).toHaveLength(5);
});

test("[CONF-1] a config.json with a wrong field stops the app at a page that names it, until the file is right", async () => {
  let config: object = { hots: "https://example.com" };
  const { user } = await bootApp(new PlayedCalls(), { path: "/login", session: "nobody", config: async () => Response.json(config) });
  expect(await screen.findByText(/hots/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sign In" })).toBeNull();
  config = {};
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Sign In" })).toBeTruthy();
});

test("[CONF-1] without a config.json the defaults hold", async () => {
  const missing = async () => new Response("", { status: 404 });
  await bootApp(new PlayedCalls(), { path: "/login", session: "nobody", config: missing });
  expect(await screen.findByRole("button", { name: "Sign In" })).toBeTruthy();
});
