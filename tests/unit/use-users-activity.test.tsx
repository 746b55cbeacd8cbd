import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import * as v from "valibot";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useConnections } from "../../src/app/data/use-connections.ts";
import { useUserTimeline } from "../../src/app/data/use-user-timeline.ts";
import { useLastActivity, useLatestTransactions } from "../../src/app/data/use-users-activity.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { openSearch, type Search } from "../../src/db/search/search.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { wireRow } from "../support/played-dashboard.ts";
import { emptyCache } from "../support/played-host.ts";

test("[LIVE-4, USER-3] the last activity follows a transaction that comes by itself, as the stream or a search brings it", async () => {
  const db = await emptyCache();
  const search = openSearch(db, undefined);
  const written = new Observable<object | undefined>(undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search, written } as unknown as Sync}>{children}</SyncContext>
  );
  const users = [{ id: "u-ada", username: "ada" }];
  const { result } = renderHook(() => useLastActivity(users, true), { wrapper });
  await waitFor(() => expect(result.current).toEqual([undefined]));
  const row = v.parse(transaction, wireRow(0, { username: "ada", userId: "u-ada" }));
  const changes = await putLooseRows(db, [row], 1);
  // Another tab's rows are told of some time after their write.
  await new Promise((resolve) => setTimeout(resolve, 50));
  search.change(changes);
  written.set(changes);
  await waitFor(() => expect(result.current).toEqual([Date.parse(row.createdAt)]));
});

test("[APPR-5, TOOL-1] a search whose worker can't be loaded, as without a network, leaves the screen of a user's latest transactions", async () => {
  const db = await emptyCache();
  const search = openSearch(db, () => {
    const worker = new EventTarget();
    queueMicrotask(() => worker.dispatchEvent(new Event("error")));
    return Object.assign(worker, { postMessage: () => {}, terminate: () => {} }) as unknown as Worker;
  });
  const sync = { db, search, written: new Observable(undefined), dispatcher: { fail: () => {} } } as unknown as Sync;
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const { result } = renderHook(() => useLatestTransactions({ id: "u-ada", username: "ada" }, 5), { wrapper });
  await waitFor(() => expect(result.current).toBe("broken"));
});

/** A search that takes longer for each answer than there is between two writes, as on a slow device. */
function slowSearch(search: Search): { readonly search: Search; readonly waiting: { most: number } } {
  const waiting = { now: 0, most: 0 };
  const ask: Search["ask"] = async (is, given) => {
    waiting.now += 1;
    waiting.most = Math.max(waiting.most, waiting.now);
    const answer = await search.ask(is, given);
    await new Promise((resolve) => setTimeout(resolve, 60));
    waiting.now -= 1;
    return answer;
  };
  return { search: { ...search, ask }, waiting };
}

const ada = { id: "u-ada", username: "ada" };
const rowsOfAda = 40;
/** Each view with what it shows of Ada's last row. */
const views: Readonly<Record<string, readonly [use: () => unknown, last: (newest: number) => unknown]>> = {
  "a user's last activity": [() => useLastActivity([ada], true)?.[0], (newest) => newest],
  "a user's latest transactions": [() => useLatestTransactions(ada, 50)?.length, () => rowsOfAda],
  "who is connected": [
    () => {
      const state = useConnections({ ...ada, phonenumber: undefined });
      return state.is === "found" ? state.connections.of : undefined;
    },
    () => rowsOfAda,
  ],
  "a user's timeline": [
    () => {
      const timeline = useUserTimeline({ ...ada, mayView: true, mayAudit: false });
      return timeline === "broken" ? timeline : timeline?.events.filter(({ is }) => is === "transaction").length;
    },
    () => rowsOfAda,
  ],
};
for (const [what, [useView, last]] of Object.entries(views)) {
  test(`[LIVE-4, TOOL-1] while transactions come faster than a slow device searches, ${what} follows, one search at a time`, async () => {
    const db = await emptyCache();
    const { search, waiting } = slowSearch(openSearch(db, undefined));
    const written = new Observable<object | undefined>(undefined);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <SyncContext value={{ db, search, written } as unknown as Sync}>{children}</SyncContext>
    );
    const { result } = renderHook(useView, { wrapper });
    const shown = new Set<unknown>();
    let newest = 0;
    for (let n = rowsOfAda; n > 0; n -= 1) {
      const row = v.parse(transaction, wireRow(n, { ...ada, userId: ada.id, id: `t${n}` }));
      newest = Date.parse(row.createdAt);
      const changes = await putLooseRows(db, [row], 1);
      search.change(changes);
      written.set(changes);
      await new Promise((resolve) => setTimeout(resolve, 15));
      if (result.current !== undefined) shown.add(result.current);
    }
    expect(shown.size).toBeGreaterThan(3);
    expect(waiting.most).toBe(1);
    await waitFor(() => expect(result.current).toBe(last(newest)));
  });
}

test("[USER-3] the search isn't asked for a last activity that isn't shown", async () => {
  const db = await emptyCache();
  const asked: string[] = [];
  const search = {
    ask: (is: string) => {
      asked.push(is);
      return Promise.resolve([]);
    },
  };
  const written = new Observable<object | undefined>(undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search, written } as unknown as Sync}>{children}</SyncContext>
  );
  const { result } = renderHook(() => useLastActivity([ada], false), { wrapper });
  await waitFor(() => expect(result.current).toEqual([]));
  written.set(await putLooseRows(db, [v.parse(transaction, wireRow(0))], 1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toEqual([]);
});
