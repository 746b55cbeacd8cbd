import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import * as v from "valibot";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useLastActivity } from "../../src/app/data/use-users-activity.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { openSearch } from "../../src/db/search/search.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { wireRow } from "../support/played-dashboard.ts";
import { emptyCache } from "../support/played-host.ts";

test("[LIVE-4, USER-3] the last activity follows a transaction that comes by itself, as the stream or a search brings it", async () => {
  const db = await emptyCache();
  const search = openSearch(db, undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search } as unknown as Sync}>{children}</SyncContext>
  );
  const users = [{ id: "u-ada", username: "ada" }];
  const { result } = renderHook(() => useLastActivity(users, true), { wrapper });
  await waitFor(() => expect(result.current).toEqual([undefined]));
  const row = v.parse(transaction, wireRow(0, { username: "ada", userId: "u-ada" }));
  search.change(await putLooseRows(db, [row], 1));
  await waitFor(() => expect(result.current).toEqual([Date.parse(row.createdAt)]));
});
