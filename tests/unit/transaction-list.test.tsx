import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { cellTexts, chooseItem } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { refreshUntil } from "../support/refresh-until.ts";

const cellsOf = (user: string): readonly string[] => cellTexts(screen.getByRole("cell", { name: user }).closest("tr"));
const searchBox = () => screen.findByLabelText<HTMLInputElement>("Search transactions");

test("[DASH-3, SYNC-8] a field that the host sends empty is one that it doesn't send", async () => {
  const empty = { reference: "", username: "", type: "", status: "", userId: "", amount: "", currency: "" };
  await bootApp(playDashboard(new PlayedCalls(), [wireRow(0, empty), wireRow(1, { username: "ada" })]));
  await screen.findByRole("cell", { name: "ada" });
  const [, row] = screen.getAllByRole("row");
  expect(cellTexts(row).slice(0, 6)).toEqual(["—", "—", "", "—", "—", "—"]);
  expect(screen.getByRole("button", { name: "Actions for tx-00000" })).toBeTruthy();
});

test("[DASH-3] a transfer of which only the own end is known says no direction", async () => {
  const transfer = (n: number, type: string, fields: object) => wireRow(n, { username: `of${n}`, type, ...fields });
  await bootApp(
    playDashboard(new PlayedCalls(), [
      transfer(0, "INTERNAL_TRANSFER_SENT", { senderUsername: "ada", recipientUsername: "" }),
      transfer(1, "INTERNAL_TRANSFER_RECEIVED", { recipientUsername: "ada" }),
      transfer(2, "INTERNAL_TRANSFER_SENT", { senderUsername: "ada", recipientUsername: "bob" }),
      transfer(3, "INTERNAL_TRANSFER_RECEIVED", { senderUsername: "bob", recipientUsername: "ada" }),
    ]),
  );
  await screen.findByRole("cell", { name: "of3" });
  expect(["of0", "of1", "of2", "of3"].map((user) => cellsOf(user)[2])).toEqual(["ada", "ada", "to bob", "from bob"]);
});

test("[DASH-9] the details list what the host sent: also fields without a value or with a name of ours, and no id that it didn't send", async () => {
  const sent = { id: undefined, _id: "abc", at: "LAGOS", seenAt: 7, note: null, bankName: null };
  const { user } = await bootApp(playDashboard(new PlayedCalls(), [wireRow(0, sent)]));
  await chooseItem(user, /^Actions for/, "View Full Details");
  const dialog = await screen.findByRole("dialog");
  const valueOf = (field: string): string | undefined =>
    within(dialog).queryByText(field, { selector: "dt" })?.nextElementSibling?.firstElementChild?.textContent ?? undefined;
  expect(["id", "_id", "at", "seenAt", "note", "bankName"].map(valueOf)).toEqual([undefined, "abc", "LAGOS", "7", "null", "null"]);
});

test("[DASH-7] a quoted search stays quoted in the box, and Enter asks for it once, however often it is pressed", async () => {
  const host = playDashboard(new PlayedCalls());
  const { user } = await bootApp(host);
  await user.type(await searchBox(), '"INV:77"{Enter}');
  await expect.poll(() => new URLSearchParams(location.search).get("searchTerm")).toBe("INV:77");
  const { length } = history;
  expect((await searchBox()).value).toBe('"INV:77"');
  await user.type(await searchBox(), "{Enter}");
  await user.click(screen.getByRole("button", { name: /^Filters/ }));
  await user.type(await screen.findByLabelText("Currency"), "btc");
  expect([history.length, screen.queryByRole("alert")]).toEqual([length, null]);
  await user.click(screen.getByRole("button", { name: "Apply Filters" }));
  await expect.poll(() => location.search).toBe("?searchTerm=INV%3A77&currency=BTC");
  expect(host.callsOf("GET /analytics/filter").map(({ query }) => query["searchTerm"])).toEqual(["INV:77", "INV:77"]);
});

test("[DASH-7] a chip says its amount to the last digit, and to remove one leaves what is being typed", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/?currency=BTC&minAmount=0.000000001" });
  await user.type(await searchBox(), "grace");
  await screen.findByRole("button", { name: /Min amount.*0\.000000001/ });
  await user.click(screen.getByRole("button", { name: /Remove.*BTC/ }));
  await expect.poll(() => location.search).toBe("?minAmount=0.000000001");
  expect((await searchBox()).value).toBe("grace");
});

test("[DASH-10] a filter that the host refuses is said to be refused, in its words; the host is not called out of reach", async () => {
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/filter", { status: 400, json: { message: "Bad currency" } });
  await bootApp(host, { path: "/?currency=XYZ" });
  expect(await screen.findByText("Cached matches; the host said: Bad currency")).toBeTruthy();
});

test("[DASH-10, SYNC-8] matches that make no sense are said to; the host is not called out of reach", async () => {
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/filter", { json: { data: 7 } });
  await bootApp(host, { path: "/?currency=BTC" });
  expect(await screen.findByText("Cached matches; the host's answer can't be used.")).toBeTruthy();
});

test("[DASH-10, LAY-7] a search whose connection is cut while other calls are answered is said to have no answer; the host is not called out of reach", async () => {
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/filter", { is: "cut" });
  await bootApp(host, { path: "/?currency=BTC" });
  expect(await screen.findByText("Cached matches; the host doesn't answer this search.")).toBeTruthy();
});

test("[DASH-5, SYNC-5] a list whose call alone is blocked on the way isn't said to be answered", async () => {
  await bootApp(playDashboard(new PlayedCalls()).on("GET /analytics/recent-transactions", { is: "cut" }));
  expect(await screen.findByText("The host was reached, but its answer can't be used.", {}, { timeout: 20_000 })).toBeTruthy();
});

test("[DASH-8, SYNC-8] a first page that can't be used is said to have come", async () => {
  await bootApp(playDashboard(new PlayedCalls()).on("GET /analytics/recent-transactions", { json: { data: 7 } }));
  expect(await screen.findByText("The host was reached, but its answer can't be used.")).toBeTruthy();
});

test("[DASH-2] a row that has the focus goes with its transaction, and is never drawn over another one", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(8));
  await bootApp(host);
  (await screen.findByRole("button", { name: /Actions for REF-00002/ })).focus();
  host.on("GET /analytics/recent-transactions", pageOf(wireRows(8).filter((_, n) => n !== 2)));
  await refreshUntil(() => expect(screen.queryByRole("cell", { name: "user2" })).toBeNull());
  const places = screen.getAllByRole("row").map((row) => row.getAttribute("aria-rowindex"));
  expect(new Set(places).size).toBe(places.length);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: /Actions for REF-00003/ })));
});

test("[DASH-2] a last row that goes with the focus leaves it to the one above", async () => {
  const rows = wireRows(8);
  const host = playDashboard(new PlayedCalls(), rows);
  await bootApp(host);
  (await screen.findByRole("button", { name: /Actions for REF-00007/ })).focus();
  host.on("GET /analytics/recent-transactions", pageOf(rows.slice(0, 6)));
  await refreshUntil(() => expect(screen.queryByRole("cell", { name: "user7" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: /Actions for REF-00005/ })));
});

test("[DASH-2, SYNC-2] a row that has the focus moves down with the list when rows come above it", async () => {
  const host = playDashboard(new PlayedCalls(), wireRows(8));
  await bootApp(host);
  (await screen.findByRole("button", { name: /Actions for REF-00002/ })).focus();
  const newer = Array.from({ length: 40 }, (_, n) => wireRow(n - 40, { id: `new-${n}`, username: `newer${n}` }));
  host.on("GET /analytics/recent-transactions", pageOf([...newer, ...wireRows(8)]));
  await refreshUntil(() => expect(screen.getByRole("cell", { name: "newer2" })).toBeTruthy());
  const places = screen.getAllByRole("row").map((row) => row.getAttribute("aria-rowindex"));
  expect(new Set(places).size).toBe(places.length);
  const focused = screen.getByRole("cell", { name: "user2" }).closest("tr");
  expect(focused?.getAttribute("aria-rowindex")).toBe("44");
});
