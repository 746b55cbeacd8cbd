import { act, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import * as v from "valibot";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useActivity } from "../../src/app/screens/transactions/chart/use-activity.ts";
import { transaction } from "../../src/contract/transactions.ts";
import type { Database } from "../../src/db/store/database.ts";
import { takeIn } from "../../src/db/take-in.ts";
import { noteHello } from "../../src/db/transactions/note-followed.ts";
import { openSearch } from "../../src/db/search/search.ts";
import { applyPages, putLooseRows, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { allTransactions, type Matching, type TransactionSource } from "../../src/sync/transactions/transaction-source.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { emptyCache } from "../support/played-host.ts";

let db: Database;
let sync: Sync;
let term: number;
let changes: number;
/** Ends each count that was begun. */
let counts: (() => void)[];

beforeEach(async () => {
  db = await emptyCache();
  term = await takeTerm(db);
  const keys = [{ id: "t0", at: 0 }];
  const rows = [v.parse(transaction, { id: "t0", createdAt: 0 })];
  await applyPages(db, [{ rows, proof: { keys, openTop: true, openBottom: true, asOf: 1000 }, gone: new Set() }], term);
  await noteHello(db, { position: "p0", isComplete: true }, 1000, term);
  [changes, counts] = [0, []];
  const tally = () => new Promise((end) => counts.push(() => end([])));
  sync = { db, search: { tally } } as unknown as Sync;
});
/** The stream tells of a change every 50 ms, `times` in all or until something holds. */
async function change(times: number, isOver = () => false): Promise<void> {
  for (let time = 0; time < times && !isOver(); time += 1) {
    changes += 1;
    const row = { id: `t${changes}`, createdAt: new Date(1000 * changes).toISOString(), status: "PENDING" };
    await takeIn(db, [{ event: "change", id: `p${changes}`, data: { kind: "transaction", row } }], 1000 + changes, term);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

function chart() {
  const source = allTransactions(sync);
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  return renderHook(() => useActivity({}, source), { wrapper }).result;
}

test("[DASH-13, LIVE-4] the chart is drawn while the stream tells of changes without a pause", async () => {
  const shown = chart();
  await change(40, () => counts.length > 0);
  expect(counts).toHaveLength(1);
  await act(async () => counts[0]?.());
  expect(shown.current).toMatchObject({ is: "known", hours: [] });
});

test("[DASH-13, SYNC-1] the figures of a filter go with it, before those of the next are there", async () => {
  const source = allTransactions(sync);
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const hook = renderHook(({ currency }: { currency: string }) => useActivity({ currency }, source), {
    wrapper,
    initialProps: { currency: "BTC" },
  });
  await waitFor(() => expect(counts).toHaveLength(1));
  await act(async () => counts[0]?.());
  expect(hook.result.current.is).toBe("known");
  hook.rerender({ currency: "ETH" });
  expect(hook.result.current.is).toBe("awaited");
  await waitFor(() => expect(counts).toHaveLength(2));
  await act(async () => counts[1]?.());
  expect(hook.result.current.is).toBe("known");
});

test("[DASH-13, LIVE-4] changes during a count don't discard it, and are counted once it is over, together", async () => {
  const shown = chart();
  await waitFor(() => expect(counts).toHaveLength(1));
  await change(12);
  expect([counts.length, shown.current.is]).toEqual([1, "awaited"]);
  await act(async () => counts[0]?.());
  expect(shown.current.is).toBe("known");
  await waitFor(() => expect(counts).toHaveLength(2));
});

test("[DASH-13, DASH-7] of verified users the host's rows count: the cache holds few users", async () => {
  const rows = [wireRow(0, { createdAt: "2026-07-04T15:00:00Z" }), wireRow(1, { createdAt: "2026-07-04T13:00:00Z" })];
  await bootApp(playDashboard(new PlayedCalls(), rows), { path: "/dashboard?userVerificationStatus=bvnVerified&chart=1" });
  expect(await screen.findByText("2 cached rows · by hour · UTC")).toBeTruthy();
});

test("[DASH-13, SYNC-3] of a status, cached rows that the host's list has proved to have left it don't count", async () => {
  const rows = [1, 2, 3].map((n) => v.parse(transaction, { id: `p${n}`, createdAt: 10_000 * n, status: "PENDING" }));
  await putLooseRows(db, rows, 1000);
  sync = { db, search: openSearch(db, undefined) } as unknown as Sync;
  const all = allTransactions(sync);
  const source: TransactionSource = {
    ...all,
    matching: new Observable<Matching>({ is: "host" }),
    // The host has one, and no other down to the second.
    readOn: async (first, last) => {
      const window = await all.readOn(first, Math.min(last, 9));
      return { ...window, items: rows.slice(2).map((one) => ({ is: "row" as const, key: one.id, row: toRow(one, 1000) })) };
    },
    missing: async () => [{ from: 15_000, to: Number.NEGATIVE_INFINITY }],
  };
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const shown = renderHook(() => useActivity({ transactionStatus: "PENDING" }, source), { wrapper }).result;
  await waitFor(() => expect(shown.current.is).toBe("known"));
  expect(shown.current).toMatchObject({ hours: [{ statuses: { PENDING: 2 } }], missing: [{ from: 15_000 }] });
});

test("[DASH-13, SYNC-2] without the host, the bars of verified users may be too low", async () => {
  const source = { ...allTransactions(sync), matching: new Observable<Matching>({ is: "cache", why: "lost" }) };
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const shown = renderHook(() => useActivity({ userVerificationStatus: "unverified" }, source), { wrapper }).result;
  await waitFor(() => expect(counts).toHaveLength(1));
  await act(async () => counts[0]?.());
  expect(shown.current).toEqual({ is: "known", hours: [], missing: [{ from: Infinity, to: -Infinity }] });
});

test.each([
  ["2026-07-04", "GMT-4"],
  ["2026-01-04", "GMT-5"],
])("[DASH-13, FIND-9] the chart names its zone's offset at the time of its rows: %s", async (day, offset) => {
  const rows = [wireRow(0, { createdAt: `${day}T15:00:00Z` }), wireRow(1, { createdAt: `${day}T13:00:00Z` })];
  await bootApp(playDashboard(new PlayedCalls(), rows), { path: "/dashboard?chart=1" });
  const { keepSettings, settings } = await import("../../src/app/state/settings.ts");
  act(() => keepSettings({ ...settings.kept, timeZone: "EST" }));
  expect(await screen.findByText(`2 cached rows · by hour · America/New_York (${offset})`)).toBeTruthy();
});
