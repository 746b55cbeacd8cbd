import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useAuditLog } from "../../src/app/data/use-audit.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import { auditPageSize, putAuditPage } from "../../src/db/audit/audit.ts";
import type { AuditInput } from "../../src/sync/feeds/audit-feed.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { LiveState } from "../../src/sync/wire/live-state.ts";
import { emptyCache } from "../support/played-host.ts";

/** Page `page` of a log of 100 entries. */
const pageOf = (page: number): AuditEntry[] =>
  Array.from({ length: auditPageSize }, (_, at) => ({
    seq: 100 - (page - 1) * auditPageSize - at,
    at: "2026-11-01T00:00:00Z",
    action: "fund",
    outcome: "done",
    previous: "",
    hash: "",
    asked: null,
    before: null,
    after: null,
  }));

test("[AUD-1, SYNC-8] a further page that failed comes with “Try again”, as its rows would stay empty", async () => {
  const db = await emptyCache();
  const pages: number[] = [];
  let isDown = true;
  const demand = async (_: string, { page, upTo }: AuditInput) => {
    pages.push(page);
    if (page > 1 && isDown) return { is: "failed" };
    await putAuditPage(db, {}, page, upTo, { entries: pageOf(page), total: 100, asOf: pages.length });
    return { is: "done" };
  };
  const host = {
    trouble: new Observable(undefined),
    clock: { now: () => 0, after: () => {} },
    reach: { state: { is: "reached", at: 0 }, subscribe: () => () => {} },
    demanded: new Observable(undefined),
    live: new LiveState(),
  };
  const sync = { db, host, dispatcher: { demand }, beginAnew: () => {} } as unknown as Sync;
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const { result } = renderHook(() => useAuditLog({}, 40, 60), { wrapper });
  await waitFor(() => expect(pages).toEqual([1, 2]));
  expect([49, 50].map((place) => result.current.reading?.rowAt(place)?.seq)).toEqual([51, undefined]);

  isDown = false;
  await act(() => result.current.refresh());
  await waitFor(() => expect(result.current.reading?.rowAt(50)?.seq).toBe(50));
  expect(pages).toEqual([1, 2, 1, 2]);
});
