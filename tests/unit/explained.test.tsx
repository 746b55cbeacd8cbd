import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { cellTexts, chooseItem } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { refreshUntil } from "../support/refresh-until.ts";

const minute = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Opens the details of the row with this actions button. */
async function openDetails(user: Parameters<typeof chooseItem>[0], name: RegExp): Promise<ReturnType<typeof within>> {
  await screen.findByRole("button", { name });
  await chooseItem(user, name, "View Full Details");
  return within(await screen.findByRole("dialog", { name: "Transaction details" }));
}

test("[FIND-8] the details say what a status means, since when it is so, and that too few cases are known", async () => {
  const rows = [wireRow(0, { reference: "W1", type: "WITHDRAWAL", status: "PENDING", currency: "NGNB", createdAt: ago(190 * minute) })];
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows), { session: fakeSession(new Date(), {}, "explains") });
  const details = await openDetails(user, /^Actions for W1/);
  expect(await details.findByText("The withdrawal was asked for and has not been paid out yet.")).toBeTruthy();
  expect(details.getByText("Pending for 3 h")).toBeTruthy();
  expect(details.getByText(/^Since it was made, 3 h ago, as far as this device saw\./)).toBeTruthy();
  expect(await details.findByText("Too few to say")).toBeTruthy();
  expect(details.getByText("This device saw 0 such cases end, and it takes 30: Withdrawal, NGNB.")).toBeTruthy();
});

test("[FIND-8] a change that this device saw is told with its two observations, and the usual time with what it stands on", async () => {
  const lately = wireRows(40, {
    type: "WITHDRAWAL",
    status: "SUCCESSFUL",
    currency: "NGNB",
    bankName: "Zenith Bank",
    createdAt: ago(minute),
  });
  const waits = { reference: "W1", type: "WITHDRAWAL", currency: "NGNB", bankName: "Zenith Bank", createdAt: ago(30_000) };
  let rows = [wireRow(900, { ...waits, status: "PENDING" }), ...lately];
  const host = playDashboard(new PlayedCalls(), rows).on("GET /analytics/recent-transactions", (call) => pageOf(rows)(call));
  const { user } = await bootApp(host, { session: fakeSession(new Date(), {}, "sees-it-end") });
  await screen.findByText(/^Pending$/);
  rows = [wireRow(900, { ...waits, status: "SUCCESSFUL" }), ...lately];
  await refreshUntil(() => expect(screen.queryByText(/^Pending$/)).toBeNull());
  const basis = "From 41 cached cases that this device saw end: Withdrawal, NGNB, Zenith Bank.";
  // The search hears of a change a moment after the list.
  const details = await vi.waitFor(async () => {
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const opened = await openDetails(user, /^Actions for W1/);
    await opened.findByText(basis, {}, { timeout: 1000 });
    return opened;
  });
  expect(await details.findByText(/^It was still Pending at \d\d:\d\d, and Successful at \d\d:\d\d: it changed in between\./)).toBeTruthy();
  expect(await details.findByText(/^Half took at most \d+ s, 95% at most \d+ s\.$/)).toBeTruthy();
});

test("[FIND-8] a status that no document names is not explained, and one that was never seen otherwise says so", async () => {
  const rows = [
    wireRow(0, { reference: "X1", status: "ON_HOLD", createdAt: ago(90 * minute) }),
    wireRow(1, { reference: "X2", status: "FAILED", createdAt: ago(95 * minute) }),
  ];
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows), { session: fakeSession(new Date(), {}, "odd-status") });
  const odd = await openDetails(user, /^Actions for X1/);
  expect(await odd.findByText("The host calls it “ON_HOLD”, which its documents do not explain.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const failed = await openDetails(user, /^Actions for X2/);
  expect(await failed.findByText("The deposit did not go through.")).toBeTruthy();
  expect(failed.getByText(/^This device did not see it change: it was so when it was first seen here\./)).toBeTruthy();
});

test("[FIND-8] pending rows show their age, and are sorted by it: all of them, once the host has sent them", async () => {
  const rows = Array.from({ length: 120 }, (_, n) =>
    wireRow(n, { username: `waits${n}`, status: "PENDING", createdAt: ago((n + 1) * 60 * minute) }),
  );
  const host = playDashboard(new PlayedCalls(), rows);
  const { user } = await bootApp(host, { path: "/?transactionStatus=PENDING", session: fakeSession(new Date(), {}, "sorts") });
  const first = async () => cellTexts((await screen.findAllByRole("row"))[1]);
  await waitFor(async () => expect((await first())[0]).toBe("waits0"));
  expect((await first())[4]).toBe("Pending 60 min");
  await user.click(await screen.findByRole("button", { name: "Oldest first" }));
  await waitFor(async () => expect((await first())[0]).toBe("waits119"), { timeout: 5000 });
  expect((await first())[4]).toBe("Pending 5 d");
  expect(await screen.findByText(/^In all 120, oldest first, as of \d\d:\d\d\.$/)).toBeTruthy();
  expect(location.search).toBe("?transactionStatus=PENDING&oldest=1");
});

test("[FIND-8] rows that come above while the pointer is on the list are said to be older, not new", async () => {
  const rows = Array.from({ length: 120 }, (_, n) =>
    wireRow(n, { username: `waits${n}`, status: "PENDING", createdAt: ago((n + 1) * 60 * minute) }),
  );
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => (go = resolve));
  const answer = pageOf(rows);
  const host = playDashboard(new PlayedCalls(), rows).on("GET /analytics/filter", async (call) => {
    if (call.query["page"] !== "1") await gone;
    return answer(call);
  });
  const path = "/?transactionStatus=PENDING&oldest=1";
  const { user } = await bootApp(host, { path, session: fakeSession(new Date(), {}, "older") });
  await user.hover(await screen.findByRole("cell", { name: "waits49" }));
  go();
  await user.click(await screen.findByRole("button", { name: "70 older" }));
  expect(await screen.findByRole("cell", { name: "waits119" })).toBeTruthy();
});

test("[FIND-8] out of the host's reach the oldest are the cache's, and it says so", async () => {
  const rows = [
    wireRow(0, { username: "young", status: "PENDING", createdAt: ago(2 * minute) }),
    wireRow(1, { username: "done", createdAt: ago(3 * minute) }),
    wireRow(2, { username: "old", status: "PENDING", createdAt: ago(200 * minute) }),
  ];
  const host = playDashboard(new PlayedCalls(), rows).on("GET /analytics/filter", { is: "cut" });
  await bootApp(host, { path: "/", session: fakeSession(new Date(), {}, "offline-sorts") });
  await screen.findByRole("cell", { name: "old" });
  history.pushState(null, "", "/?transactionStatus=PENDING&oldest=1");
  expect(await screen.findByText(/^Oldest first among the 2 cached matches/)).toBeTruthy();
  const names = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => cellTexts(row)[0]);
  await waitFor(() => expect(names()).toEqual(["old", "young"]));
});
