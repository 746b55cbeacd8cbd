import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
/** The host's rows begin two days ago. */
const begins = today - 2 * dayMs;
const rows = Array.from({ length: 60 }, (_, n) => wireRow(n, { createdAt: new Date(today - n * 1000).toISOString() }));
const recent = "GET /analytics/recent-transactions";
const past = new Date(begins).toISOString();
const says = /^Earlier transactions were put away by the host: rows begin on /;

const hostWith = (list = rows, filtered = list): PlayedCalls =>
  playDashboard(new PlayedCalls()).on(recent, pageOf(list, past)).on("GET /analytics/filter", pageOf(filtered, past));

test("[HOST-6, DASH-6] the end of the list says where the host's past ends, also out of its reach", async () => {
  const session = fakeSession(new Date(), {}, "put-away");
  await bootApp(hostWith(rows.slice(0, 20)), { session });
  expect(await screen.findByText("No more transactions to load")).toBeTruthy();
  expect((await screen.findByText(says)).getAttribute("datetime")).toBe(past);
  const cut = { is: "cut" } as const;
  const away = [recent, "GET /analytics/dashboard", "GET /usermanagement/users", "HEAD /"].reduce(
    (host, call) => host.on(call, cut),
    new PlayedCalls(),
  );
  cleanup();
  await bootApp(away, { session });
  expect(await screen.findByText(says)).toBeTruthy();
});

test("[HOST-6, DASH-6] a host that has put nothing away is said nothing of", async () => {
  await bootApp(playDashboard(new PlayedCalls(), rows.slice(0, 20)));
  expect(await screen.findByText("No more transactions to load")).toBeTruthy();
  expect(screen.queryByText(says)).toBeNull();
});

test("[HOST-6, DASH-10] a filter that finds nothing says where the host's past ends", async () => {
  await bootApp(hostWith(rows, []), { path: "/?dateTo=2020-01-01" });
  expect(await screen.findByText("No transactions found")).toBeTruthy();
  expect(await screen.findByText(says)).toBeTruthy();
});

test("[HOST-6, DASH-12] the last line of an export says where the host's past ends", async () => {
  const blobs = savedFiles();
  const { user } = await bootApp(hostWith());
  await screen.findByRole("cell", { name: "user3" });
  await press(user, "Export CSV");
  await waitFor(() => expect(blobs).not.toHaveLength(0));
  const text = (await blobs.at(-1)?.text())?.trim();
  expect(text?.split("\r\n").at(-1)).toMatch(
    new RegExp(
      `^"?END: 60 rows, everything that matched at the host, .*; earlier ones were put away by the host, whose rows begin at ${past}"?$`,
    ),
  );
});

test("[HOST-6, CLOSE-2] a day that the host has put away can't be closed, and nothing is offered to load", async () => {
  const host = hostWith().on("GET /audit/logs", { json: { success: true, data: [], pagination: { total: 0, hasNextPage: false } } });
  const day = new Date(begins - dayMs).toISOString().slice(0, 10);
  const { user } = await bootApp(host, { path: `/audit?tab=close&day=${day}` });
  await press(user, "Close the day");
  // The end isn't known yet.
  await press(user, "Load what is missing");
  expect(await screen.findByText(/^The host has put away the transactions from .*: they can't be loaded\.$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load what is missing" })).toBeNull();
  expect(screen.queryByRole("heading", { name: /^Close of / })).toBeNull();
});

test("[HOST-6, CLOSE-1] a statement of days that the host has put away is never complete", async () => {
  const day = new Date(begins - dayMs).toISOString().slice(0, 10);
  const { user } = await bootApp(hostWith(), { path: "/audit?tab=reconcile" });
  const file = new File([`Date,Amount,Currency,Reference\n${day},5.00,NGN,REF-OLD-1`], "bank.csv");
  await user.upload(await screen.findByLabelText("Statement (CSV)"), file);
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByText(/^The host has put away the transactions from /)).toBeTruthy();
  expect(screen.getByText("Not complete")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load the missing rows" })).toBeNull();
});
