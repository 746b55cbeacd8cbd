import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { playUsers } from "../support/browser/played-users.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

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
  expect(await screen.findByText("No shared bank account, counterparty or phone number was found")).toBeTruthy();
  expect(screen.getByText(/^Searched: in 1 cached transaction since .*, and \d+ cached users?/)).toBeTruthy();
});
