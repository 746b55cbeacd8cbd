import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import * as v from "valibot";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useConnections } from "../../src/app/data/use-connections.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { openSearch } from "../../src/db/search/search.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { emptyCache } from "../support/played-host.ts";

const account = { type: "WITHDRAWAL", bankName: "GTBank", accountNumberMasked: "****1234" };

test("[FIND-6] a user's page names who shares a bank account or a counterparty, with the rows that show it and what was searched", async () => {
  const transfer = { type: "INTERNAL_TRANSFER_SENT", recipientUsername: "shop" };
  const rows = [
    wireRow(0, { ...account, username: "ada", userId: "u-ada" }),
    wireRow(1, { ...account, username: "bola", userId: "u-bola" }),
    wireRow(2, { ...account, username: "bola", userId: "u-bola" }),
    wireRow(3, { ...account, accountNumberMasked: "****9876", username: "chidi", userId: "u-chidi" }),
    wireRow(4, { ...transfer, username: "ada", userId: "u-ada" }),
    wireRow(5, { ...transfer, username: "dayo", userId: "u-dayo" }),
  ];
  const host = playDashboard(playUsers(new PlayedCalls()), rows);
  await bootApp(host);
  await screen.findByRole("cell", { name: "chidi" });
  act(() => history.pushState(null, "", "/user-management/summary?id=u-ada&username=ada"));
  const part = await screen.findByRole("region", { name: "Connected" });
  expect(await within(part).findByText(/^Searched: in 6 cached transactions since .*, and 0 cached users\.$/)).toBeTruthy();
  const things = within(part)
    .getAllByRole("listitem")
    .filter((one) => one.parentElement?.parentElement?.closest("li") === null);
  expect(things.map(({ textContent }) => textContent)).toEqual([
    "Bank accountGTBank ****12341 row of this userbola2 rows",
    "Counterpartyshop1 row of this userdayo1 row",
  ]);
  const hrefs = within(part)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "/transactions/tx-00000",
    "/user-management/summary?id=u-bola&username=bola",
    "/?ids=tx-00001+tx-00002",
    "/transactions/tx-00004",
    "/user-management/summary?id=u-dayo&username=dayo",
    "/transactions/tx-00005",
  ]);
});

test("[FIND-6] where nothing is shared the page says so, and what was searched", async () => {
  const host = playDashboard(playUsers(new PlayedCalls()), [wireRow(0, { ...account, username: "ada", userId: "u-ada" })]);
  await bootApp(host);
  await screen.findByRole("cell", { name: "ada" });
  act(() => history.pushState(null, "", "/user-management/summary?id=u-ada&username=ada"));
  expect(await screen.findByText("No shared bank account or counterparty was found; the phone number isn't known here")).toBeTruthy();
  expect(screen.getByText(/^Searched: in 1 cached transaction since .*, and \d+ cached users?/)).toBeTruthy();
  act(() => history.pushState(null, "", "/user-management/summary?id=u-ada&username=ada&phonenumber=%2B2348010000001"));
  expect(await screen.findByText("No shared bank account, counterparty or phone number was found")).toBeTruthy();
});

test("[FIND-6] a transaction that comes while the page is open is searched, too", async () => {
  const db = await emptyCache();
  const search = openSearch(db, undefined);
  const written = new Observable<object | undefined>(undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search, written } as unknown as Sync}>{children}</SyncContext>
  );
  const { result } = renderHook(() => useConnections({ id: "u-ada", username: "ada", phonenumber: undefined }), { wrapper });
  await waitFor(() => expect(result.current).toMatchObject({ is: "found", connections: { of: 0, accounts: [] } }));
  const rows = [
    wireRow(0, { ...account, username: "ada", userId: "u-ada" }),
    wireRow(1, { ...account, username: "bola", userId: "u-bola" }),
  ].map((row) => v.parse(transaction, row));
  const changes = await putLooseRows(db, rows, 1);
  search.change(changes);
  written.set(changes);
  await waitFor(() =>
    expect(result.current).toMatchObject({
      connections: { of: 2, accounts: [{ name: "GTBank ****1234", rows: ["tx-00000"], users: [{ username: "bola" }] }] },
    }),
  );
});
