import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCsv } from "../../src/app/csv/csv.ts";
import { isTyping } from "../../src/app/state/typing.ts";
import { bootApp } from "../support/boot-app.tsx";
import { isOff, press } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, playDashboard, wireRow } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const noon = Date.parse(`${yesterday}T12:00:00Z`);

/** 60 rows of yesterday, a minute apart: more than one page. */
const rows = Array.from({ length: 60 }, (_, n) =>
  wireRow(n, {
    amount: n === 1 ? 700 : 100 + n,
    currency: "NGN",
    type: "WITHDRAWAL",
    createdAt: new Date(noon - n * 60_000).toISOString(),
  }),
);
const lineOf = (n: number, amount = 100 + n): string => `${yesterday},-${amount}.00,NGN,REF-${String(n).padStart(5, "0")}-ABCDEFGH`;
const statement = (lines: readonly string[], head = "Date,Amount,Currency,Reference"): File =>
  new File([[head, ...lines].join("\n")], "bank.csv");

async function open(list: readonly Record<string, unknown>[] = rows) {
  const host = playDashboard(new PlayedCalls(), list);
  const { user } = await bootApp(host, { path: "/audit?tab=reconcile" });
  const choose = async (file: File) => user.upload(await screen.findByLabelText("Statement (CSV)"), file);
  return { host, user, choose };
}

const tab = (name: RegExp) => screen.findByRole("tab", { name });

test("[CLOSE-1] a gap in the cache prevents Complete until its rows are loaded; then every line is in its group", async () => {
  const { host, user, choose } = await open();
  const lines = rows.map((_, n) => lineOf(n)).slice(0, -1);
  await choose(statement([...lines, `${yesterday},9.99,NGN,`, lineOf(5)]));
  await press(user, "Compare");
  expect(await screen.findByText("Not complete")).toBeTruthy();
  expect(screen.getByText(/^Rows may be missing on this device between/)).toBeTruthy();
  expect(
    screen.getByText(/^Transactions before .* may be missing on this device: a line that settles one .* “Only there”\.$/),
  ).toBeTruthy();
  expect(screen.queryByText("Complete")).toBeNull();
  await press(user, "Load the missing rows");
  expect(await screen.findByText("Complete")).toBeTruthy();
  expect(screen.queryByText(/Transactions before/)).toBeNull();
  // Two pages hold the rows; nothing of the file was sent.
  expect(host.callsOf("GET /analytics/recent-transactions").length).toBeGreaterThan(1);
  expect(await tab(/^Matched · 57$/)).toBeTruthy();
  expect(await tab(/^Amount differs · 1$/)).toBeTruthy();
  // Two lines share a reference and amount: neither is chosen.
  await user.click(await tab(/^Several · 1$/));
  expect(within(await screen.findByRole("table", { name: "Several" })).getAllByRole("cell", { name: "-105.00 NGN" })).toHaveLength(2);
  expect(await tab(/^Only there · 1$/)).toBeTruthy();
  await user.click(await tab(/^Only here · 1$/));
  expect(await screen.findByRole("cell", { name: "REF-00059-ABCDEFGH" })).toBeTruthy();
  await user.click(await tab(/^Amount differs/));
  expect(await screen.findByRole("cell", { name: "Withdrawal" })).toBeTruthy();
  const table = within(await screen.findByRole("table", { name: "Amount differs" }));
  expect(table.getByRole("cell", { name: "-101.00 NGN" })).toBeTruthy();
  expect(table.getByRole("cell", { name: "+700.00 NGN" })).toBeTruthy();
});

test("[CLOSE-1] a statement of which a line was left out isn't plainly complete", async () => {
  const { user, choose } = await open();
  await choose(statement([lineOf(0), ",100.00,NGN,Total"]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByText("Complete, but for lines left out")).toBeTruthy();
  expect(
    screen.getByText(/^Every line of the file with a date and an amount.* 1 line without a date or an amount was left out: 3\.$/),
  ).toBeTruthy();
});

test("[CLOSE-1] a line that failed by the file's own status is left out, and said to be", async () => {
  const { user, choose } = await open();
  await choose(statement([`${lineOf(0)},Success`, `${lineOf(1)},Failed`], "Date,Amount,Currency,Reference,Status"));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByText("Complete, but for lines left out")).toBeTruthy();
  expect(screen.getByText(/ 1 line that failed, was given back or is pending by its own status was left out: 3\.$/)).toBeTruthy();
  expect(await tab(/^Matched · 1$/)).toBeTruthy();
});

test("[CLOSE-1] a line of a status that isn't known is compared, and said to be", async () => {
  const { user, choose } = await open();
  await choose(statement([`${lineOf(0)},Success`, `${lineOf(1, 700)},Gebucht`], "Date,Amount,Currency,Reference,Status"));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByText("Complete, but for lines of an unknown status")).toBeTruthy();
  expect(screen.getByText(/ 1 line has a status that isn't known here, and was taken as moved: 3\.$/)).toBeTruthy();
  expect(await tab(/^Matched · 2$/)).toBeTruthy();
});

test("[CLOSE-1] the exported file says what the screen says: of which statement and type it is, how each line matched, and which belong together", async () => {
  const files = savedFiles();
  const { user, choose } = await open();
  await choose(statement([lineOf(0), `${yesterday},-102.00,NGN,`, lineOf(5), lineOf(5), `${yesterday},9.99,NGN,REF-00000-ABCDEFGH`]));
  await user.selectOptions(await screen.findByLabelText("The statement has"), "Withdrawal");
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await tab(/^Matched · 2$/)).toBeTruthy();
  expect(await screen.findByText(/Of the transactions here, only those of the type Withdrawal were expected in the file\./)).toBeTruthy();
  expect(screen.getByText(/Of the transactions here, only those in NGN were expected in the file\./)).toBeTruthy();
  await press(user, "Export CSV");
  const table = readCsv((await files[0]?.text()) ?? "");
  const noteOf = (result: string) => table.filter(([first]) => first === result).map((cells) => cells[table[0]?.indexOf("Note") ?? -1]);
  expect(noteOf("Matched").sort()).toEqual(["by amount and day", "by reference"]);
  expect(noteOf("Several")).toEqual(["1", "1", "1"]);
  expect(noteOf("Only there")).toEqual(["Its reference belongs to line 2 already"]);
  expect(table).toContainEqual(["Statement (CSV)", "bank.csv"]);
  expect(table).toContainEqual(["Of the transactions here, only those of the type Withdrawal were expected in the file."]);
});

test("[CLOSE-1] what is chosen while a comparison runs stands: it isn't undone, nor is the result of another type shown under it", async () => {
  const { user, choose } = await open();
  const { Reconciler } = await import("../../src/app/screens/audit/reconcile/reconciler.ts");
  // oxlint-disable-next-line typescript/unbound-method -- called on the reconciler below
  const { compare } = Reconciler.prototype;
  let gate = new Gate();
  const compared = vi.spyOn(Reconciler.prototype, "compare").mockImplementation(async function (
    this: typeof Reconciler.prototype,
    ...asked
  ) {
    await gate.opened;
    return compare.apply(this, asked);
  });
  onTestFinished(() => compared.mockRestore());
  /** Lets the comparison under way end, and shows what comes of it. */
  const end = () =>
    act(async () => {
      gate.open();
      await compared.mock.results.at(-1)?.value;
      await new Promise((resolve) => setImmediate(resolve));
    });
  await choose(statement([lineOf(0)]));
  await press(user, "Compare");
  await waitFor(() => expect(compared).toHaveBeenCalledTimes(1));
  await user.selectOptions(screen.getByLabelText("The statement has"), "Deposit");
  await end();
  expect(screen.queryByText("Not complete")).toBeNull();
  await press(user, "Compare");
  expect(await screen.findByText(/only those of the type Deposit were expected/)).toBeTruthy();
  expect(compared).toHaveBeenCalledTimes(2);
  gate = new Gate();
  await press(user, "Load the missing rows");
  await waitFor(() => expect(compared).toHaveBeenCalledTimes(3));
  await press(user, "Another file");
  await end();
  expect(screen.getByLabelText("Statement (CSV)")).toHaveProperty("disabled", false);
  expect(screen.queryByText(/only those of the type Deposit/)).toBeNull();
});

test("[CLOSE-1] amounts that differ in a digit that lists don't show are told apart", async () => {
  const { user, choose } = await open([{ ...rows[0], amount: "0.123456789012", currency: "ETH" }]);
  await choose(statement([`${yesterday},0.123456789013,ETH,REF-00000-ABCDEFGH`]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  await user.click(await tab(/^Amount differs · 1$/));
  const table = within(await screen.findByRole("table", { name: "Amount differs" }));
  expect(table.getByRole("cell", { name: "+0.123456789013 ETH" })).toBeTruthy();
  expect(table.getByRole("cell", { name: "+0.123456789012 ETH" })).toBeTruthy();
});

test("[CLOSE-1] the exported file says what isn't complete, and which lines it lacks", async () => {
  const files = savedFiles();
  const { user, choose } = await open();
  await choose(statement([lineOf(0), `${yesterday},five,NGN,`, ",100.00,NGN,Total"]));
  await press(user, "Compare");
  await screen.findByText("Not complete");
  await press(user, "Export CSV");
  const lines = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(lines.slice(lines.indexOf("Not complete")).map((line) => line.replaceAll('"', ""))).toEqual([
    "Not complete",
    expect.stringMatching(/^Compared: .*\d{4}/),
    expect.stringMatching(/^Rows may be missing on this device between/),
    "Days are counted in UTC.",
    "Of the transactions here, only those in NGN were expected in the file.",
    expect.stringMatching(/^Transactions before .* may be missing on this device/),
    "1 line could not be read: line 3 (amount).",
    "1 line without a date or an amount was left out: 4.",
  ]);
});

test("[CLOSE-1] a day that isn't over for the host is not Complete, though it is over by the device's clock", async () => {
  const { user, choose } = await open();
  localStorage.setItem("counterfoil.clock", String(-86_400_000));
  await choose(statement([lineOf(0)]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Load the missing rows" })).toBeNull());
  expect(screen.getByText("Not complete")).toBeTruthy();
  expect(screen.getByText(/isn't over/)).toBeTruthy();
});

test("[CLOSE-1, FIND-9] a result stays one of its zone's days, and says so, when another zone is chosen in another tab", async () => {
  const { user, choose } = await open();
  await choose(statement([lineOf(0)]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  const told =
    /^Every line of the file with a date and an amount.* Days are counted in UTC\. Of the transactions here, only those in NGN were expected in the file\.$/;
  expect((await screen.findByText(told)).textContent).toContain(" UTC. ");
  // The app's own, which each boot loads anew.
  const { keepSettings, settings } = await import("../../src/app/state/settings.ts");
  act(() => keepSettings({ ...settings.kept, timeZone: "Asia/Tokyo" }));
  expect((await screen.findByText(told)).textContent).toContain(" GMT+9. ");
});

test("[CLOSE-1] what can be read in two ways is asked for, and columns are remembered for the next file", async () => {
  const { user, choose } = await open();
  const head = "When,Trans. Date,Amount,Details";
  await choose(statement(['x,03/04/2026,"1,234",REF-1'], head));
  const compare = await screen.findByRole("button", { name: "Compare" });
  expect(isOff(compare)).toBe(true);
  expect(screen.getAllByText(/^Still to choose: Currency, Order of dates, Decimals$/).length).toBeGreaterThan(0);
  expect(screen.getAllByText("This file can be read in two ways")).toHaveLength(2);
  await user.type(screen.getByLabelText("Currency of all lines"), "ngn");
  await user.selectOptions(screen.getByLabelText("Order of dates"), "Day, month, year");
  await user.selectOptions(screen.getByLabelText("Decimals"), "After a point: 1,234.56");
  await press(user, "Compare");
  expect(await tab(/^Only there · 1$/)).toBeTruthy();
  await press(user, "Another file");
  await choose(statement(['x,04/04/2026,"1,234",REF-1'], head));
  expect(await screen.findByText(/^As you chose them for a file with this header before/)).toBeTruthy();
  expect(screen.getByLabelText("Order of dates")).toHaveProperty("value", "DMY");
});

test("[CLOSE-1] days and figures of a column that is chosen by hand are asked for where they can be read in two ways", async () => {
  const { user, choose } = await open();
  const head = "When,Total,Details,Currency";
  await choose(statement(['03/04/2026,"1,234",REF-1,NGN', '05/04/2026,"2,345",REF-2,NGN'], head));
  await user.selectOptions(await screen.findByLabelText("Date"), "When");
  await user.selectOptions(screen.getByLabelText("Amount"), "Total");
  expect((await screen.findAllByText(/^Still to choose: Order of dates, Decimals$/)).length).toBeGreaterThan(0);
  await user.selectOptions(screen.getByLabelText("Order of dates"), "Month, day, year");
  await user.selectOptions(screen.getByLabelText("Decimals"), "After a comma: 1.234,56");
  await press(user, "Compare");
  expect(await tab(/^Only there · 2$/)).toBeTruthy();
  await press(user, "Another file");
  // Of the columns chosen before, this file shows both.
  await choose(statement(['25/04/2026,"1,234.50",REF-1,NGN'], head));
  await waitFor(() => expect(screen.getByLabelText("Order of dates")).toHaveProperty("value", "DMY"));
  expect(screen.getByLabelText("Decimals")).toHaveProperty("value", ".");
});

test("[CLOSE-1] a line that can't be read prevents Complete and is named; a file without a head is refused", async () => {
  const { user, choose } = await open();
  await choose(new File(["just a letter"], "letter.txt"));
  expect(await screen.findByText(/^No header was found/)).toBeTruthy();
  await choose(statement([...rows.map((_, n) => lineOf(n, n === 1 ? 700 : 100 + n)), `${yesterday},five,NGN,`]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Load the missing rows" })).toBeNull());
  expect(screen.getByText("1 line could not be read: line 62 (amount).")).toBeTruthy();
  expect(screen.queryByText("Complete")).toBeNull();
});

test("[CLOSE-1] a host that fails leaves the comparison as it is, and says that rows could not be loaded", async () => {
  const { host, user, choose } = await open();
  host.on("GET /analytics/recent-transactions", { status: 400, json: { message: "no" } });
  await choose(statement([lineOf(0)]));
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByText(/^The missing rows could not be loaded/)).toBeTruthy();
  host.on("GET /analytics/recent-transactions", pageOf(rows));
  await press(user, "Load the missing rows");
  expect(await screen.findByText("Complete")).toBeTruthy();
});

test("[CLOSE-1] a folder, or a file that is gone, is said not to open", async () => {
  const { choose } = await open();
  await choose(Object.assign(new File([], "november.csv"), { arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError")) }));
  expect(await screen.findByText(/^The file could not be opened\. Choose a single file that this device can open/)).toBeTruthy();
});

test("[CLOSE-1, PWA-3] columns that are being chosen, and a result, are not left unasked", async () => {
  const { user, choose } = await open();
  await screen.findByLabelText("Statement (CSV)");
  expect(isTyping()).toBe(false);
  await choose(statement([lineOf(0)]));
  await screen.findByRole("button", { name: "Compare" });
  expect(isTyping()).toBe(true);
  await press(user, "Compare");
  await screen.findByText("Not complete");
  expect(isTyping()).toBe(true);
  await press(user, "Another file");
  expect(isTyping()).toBe(false);
});

test("[CLOSE-1] the exported file names every line that was not compared, and is of the day of the comparison", async () => {
  const files = savedFiles();
  const { user, choose } = await open();
  await choose(statement([lineOf(0), ...Array.from({ length: 14 }, () => `${yesterday},five,NGN,`)]));
  await press(user, "Compare");
  await screen.findByText("Not complete");
  expect(screen.getByText(/^14 lines could not be read: line 3 \(amount\), .*, line 12 \(amount\), and 4 more\.$/)).toBeTruthy();
  const comparedAt = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => comparedAt + 2 * 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await press(user, "Export CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toMatch(/14 lines could not be read: line 3 \(amount\), .*, line 16 \(amount\)\./);
  expect(files[0]?.name).toBe(`reconciliation-${new Date(comparedAt).toISOString().slice(0, 10)}.csv`);
});
