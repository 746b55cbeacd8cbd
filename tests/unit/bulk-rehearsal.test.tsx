import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PlannedRow } from "../../src/contract/bulk.ts";
import { type Boot, bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { isOff, press } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, playSlips } from "../support/played-approvals.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

// Starting a run is tested elsewhere.
vi.mock("../../src/app/screens/bulk/start-form.tsx", () => ({
  StartForm: ({ rows, name }: { rows: readonly PlannedRow[]; name: string }) => <output aria-label={name}>{JSON.stringify(rows)}</output>,
}));

const ada = { _id: "u-1", username: "ada", email: "Ada@example.com", createdAt: "2026-01-01T00:00:00Z" };
const bola = { _id: "u-2", username: "bola", email: "bola@example.com", createdAt: "2026-01-01T00:00:00Z" };

function play(rows = [wireRow(0, { userId: "u-1", username: "ada", type: "DEPOSIT", status: "COMPLETED", amount: 7, currency: "USDT" })]) {
  const host = playSlips(playDashboard(new PlayedCalls(), rows), () => []);
  return host
    .on("GET /usermanagement/users", ({ query }) => {
      const users = [ada, bola].filter(({ email }) => query["q"] === undefined || email.toLowerCase() === query["q"]?.toLowerCase());
      return { json: { data: { users, pagination: { total: users.length, skip: 0 } } } };
    })
    .on("GET /admin/users/wallets", ({ query }) => ({
      json: { email: query["email"], wallets: {}, balances: { ngnbBalance: 500, usdtBalance: 20 } },
    }));
}

async function open(host: PlayedCalls, { path = "/funding/bulk", ...boot }: Boot = {}) {
  const { user } = await bootApp(host, { path, config: approvalsConfig, ...boot });
  const choose = async (text: BlobPart, name = "june.csv") => user.upload(await screen.findByLabelText("File"), new File([text], name));
  return { user, choose };
}

const head = "email,amount,currency,operation,reason,note";
const file = [
  head,
  "ada@example.com,12.5,USDT,fund,Goodwill,",
  "ADA@example.com,1000001,NGNB,fund,goodwill,",
  ",,,,,",
  "ada@example.com,7,USDT,fund,goodwill,",
  "bola@example.com,0.1,USDT,fund,other,",
  "nobody@example.com,1,USDT,fund,goodwill,",
  "ada@example.com,400,NGNB,deduct,goodwill,",
  "ada@example.com,100.01,NGNB,deduct,goodwill,",
  "ada@example.com,12.50,USDT,fund,goodwill,",
].join("\n");

const lines = async (name = "june.csv") => {
  const table = await screen.findByRole("table", { name: `Rehearsal of ${name}` });
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => {
      const [tick, line, who, amount, verdict, why] = within(row).getAllByRole("cell");
      const box = within(tick ?? row).getByRole("checkbox");
      const ticked = box.matches(":checked") ? "✓" : box.matches(":disabled") ? "✗" : "–";
      return [
        ticked,
        line?.textContent,
        who?.textContent,
        amount?.textContent,
        verdict?.textContent,
        why?.textContent?.replace(/\d\d:\d\d/, "…"),
      ];
    });
};
const planned = (name = "june.csv"): PlannedRow[] => JSON.parse(screen.getByRole("status", { name }).textContent ?? "") as PlannedRow[];

test("[BULK-1, BULK-2] a file is rehearsed against the cache, the journal and the host; nothing but reads is sent, and only ticked rows go on", async () => {
  const host = play();
  const { user, choose } = await open(host, { path: "/" });
  await screen.findByRole("cell", { name: "ada" });
  await user.click(screen.getByRole("link", { name: "Funding & Balances" }));
  await user.click(await screen.findByRole("link", { name: "Bulk funding" }));
  await screen.findByRole("heading", { level: 1, name: "Bulk funding" });
  await choose(file);
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ["✓", "2", "Ada@example.com", "Fund 12.5 USDT", "Ready", ""],
      [
        "✓",
        "3",
        "Ada@example.com",
        "Fund 1,000,001 NGNB",
        "Needs a second admin",
        "Above 1,000,000 NGNB for one user in 24 hours: 1,000,001 NGNB with this row. It is sent for approval.",
      ],
      ["–", "5", "Ada@example.com", "Fund 7 USDT", "Possibly twice", "In the transactions, …"],
      ["✗", "6", "bola@example.com", "fund 0.1 USDT", "Wrong", "This reason needs a note"],
      ["✗", "7", "nobody@example.com", "fund 1 USDT", "Wrong", "The host has no user “nobody@example.com”"],
      ["✓", "8", "Ada@example.com", "Deduct 400 NGNB", "Ready", ""],
      ["✗", "9", "ada@example.com", "deduct 100.01 NGNB", "Wrong", "Not covered: the balance is 100 NGNB, after the ticked rows above"],
      ["–", "10", "Ada@example.com", "Fund 12.5 USDT", "Possibly twice", "The same as line 2"],
    ]),
  );
  // As often as it is asked for.
  for (let round = 1; round <= 2; round += 1) {
    await user.click(screen.getByRole("button", { name: "The same as line 2" }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Fund 12.5 USDT"));
    screen.getByRole("heading", { level: 1 }).focus();
  }
  expect(planned().map(({ line }) => line)).toEqual([2, 3, 8]);
  expect(planned()[1]).toMatchObject({ amount: "1000001", needsSecondAdmin: true, reason: "goodwill" });
  // Each uncached user is asked for once, and each balance.
  const asked = host.callsOf("GET /usermanagement/users").flatMap(({ query }) => query["q"] ?? []);
  expect(asked).toEqual(["nobody@example.com"]);
  expect(host.callsOf("GET /admin/users/wallets")).toHaveLength(1);
  expect(
    within(screen.getByRole("table", { name: "Ticked rows" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(["Fund112.5USDT0", "Fund11,000,001NGNB1", "Deduct1400NGNB0"]);
  expect(
    screen.getByText(
      /^As of .* the users kept on this device \(\d+\) were searched\. Doubles were looked for in this file, in what was sent/,
    ),
  ).toBeTruthy();

  // Unticked rows move nothing, so the deduction below is now covered.
  await user.click(screen.getByRole("checkbox", { name: "Send line 8" }));
  expect((await lines())[6]?.slice(0, 5)).toEqual(["✓", "9", "Ada@example.com", "Deduct 100.01 NGNB", "Ready"]);
  await user.click(screen.getByRole("button", { name: "Possibly twice · 2" }));
  expect(await lines()).toHaveLength(2);
  await press(user, "Tick those shown");
  expect(planned().map(({ line }) => line)).toEqual([2, 3, 5, 9, 10]);
  await press(user, "Untick those shown");
  expect(planned().map(({ line }) => line)).toEqual([2, 3, 9]);

  // The evidence links to the row; the rehearsal is kept meanwhile.
  await user.click(screen.getByRole("link", { name: /^In the transactions/ }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
  history.back();
  expect(await screen.findByRole("table", { name: "Rehearsal of june.csv" })).toBeTruthy();
});

test("[BULK-2] a rehearsal is exported as it stands, and rehearsed anew without what was found before", async () => {
  const host = play();
  const saved = savedFiles();
  const { user, choose } = await open(host);
  await choose(`${head}\n=x@example.com,1,USDT,fund,goodwill,\nada@example.com,1,USDT,fund,goodwill,"a, b"\n`);
  await waitFor(async () => expect((await lines()).map(([, , , , verdict]) => verdict)).toEqual(["Wrong", "Ready"]));
  expect(screen.getByText(/^Only the rows on the screen are printed/)).toBeTruthy();
  await press(user, "Export CSV");
  const text = (await saved.at(-1)?.text()) ?? "";
  expect(text.replace(/^\uFEFF/, "").split("\r\n")).toEqual([
    "Line,Email,Amount,Currency,Operation,Reason,Note,Verdict,Why,Ticked",
    `2,"'=x@example.com",1,USDT,fund,goodwill,,Wrong,The host has no user “=x@example.com”,no`,
    '3,Ada@example.com,1,USDT,fund,goodwill,"a, b",Ready,,yes',
    expect.stringMatching(
      /^As of \d{4}-\d\d-\d\dT[\d:.]+Z: the users kept on this device \(\d+\) were searched\. Doubles were looked for in /,
    ),
  ]);
  host.on("GET /usermanagement/users", {
    json: { data: { users: [{ ...bola, email: "=x@example.com" }], pagination: { total: 1, skip: 0 } } },
  });
  await press(user, "Rehearse anew");
  await waitFor(async () => expect((await lines()).map(([, , , , verdict]) => verdict)).toEqual(["Ready", "Ready"]));
});

test("[BULK-1] cells can be pasted; what can't be told is chosen, and a figure with two readings stays wrong until then", async () => {
  const { user } = await open(play());
  const cells = "ada@example.com\t1,234\tUSDT\tgoodwill\nada@example.com\t2,500\tUSDT\tgoodwill";
  fireEvent.change(await screen.findByLabelText("Or paste cells"), { target: { value: cells } });
  await press(user, "Read the cells");
  const rehearse = await screen.findByRole("button", { name: "Rehearse" });
  expect(isOff(rehearse)).toBe(true);
  expect(screen.getByText("Still to choose: Operation")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Operation of all rows"), "Fund");
  await user.selectOptions(screen.getByLabelText("Reason"), "Column 4");
  await user.click(rehearse);
  await waitFor(async () =>
    expect((await lines("Pasted cells")).map(([tick, , , , verdict]) => [tick, verdict])).toEqual([
      ["✗", "Wrong"],
      ["✗", "Wrong"],
    ]),
  );
  expect(screen.getAllByText(/can be read in two ways/)).toHaveLength(2);
  await press(user, "Change columns");
  await user.selectOptions(await screen.findByLabelText("Decimals"), "After a comma: 1.234,56");
  await press(user, "Rehearse");
  await waitFor(async () =>
    expect((await lines("Pasted cells")).map(([, , , amount]) => amount)).toEqual(["Fund 1.234 USDT", "Fund 2.5 USDT"]),
  );
});

test("[BULK-1] how a file's columns were chosen is remembered for the next one with its head; what all its rows were is asked for anew", async () => {
  const { user, choose } = await open(play());
  const payments = (amount: number) => `Who,Amount,Why\nada@example.com,${amount},goodwill\n`;
  await choose(payments(1), "june.csv");
  await user.selectOptions(await screen.findByLabelText("Operation of all rows"), "Deduct");
  await user.selectOptions(screen.getByLabelText("Currency of all rows"), "NGNB");
  await user.selectOptions(screen.getByLabelText("Reason"), "Why");
  await press(user, "Rehearse");
  await waitFor(async () => expect((await lines()).map(([tick]) => tick)).toEqual(["✓"]));
  // Of the app that has just been started.
  const { held } = await import("../../src/sync/state/held.ts");
  expect(held.get()).toBe(1);
  await press(user, "Another file");
  expect(held.get()).toBe(0);
  await choose(payments(2), "july.csv");
  expect(await screen.findByLabelText("Reason")).toHaveProperty("value", "2");
  expect(await screen.findByText("Still to choose: Currency, Operation")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Operation of all rows"), "Fund");
  await user.selectOptions(screen.getByLabelText("Currency of all rows"), "USDT");
  await press(user, "Rehearse");
  await waitFor(async () => expect((await lines("july.csv")).map(([, , , amount]) => amount)).toEqual(["Fund 2 USDT"]));
});

test("[BULK-1] how the figures of one file were said to be written isn't taken over for the next", async () => {
  const { user, choose } = await open(play());
  const payments = (amount: string) => `Who,Amount,Coin,Operation,Reason\nada@example.com,"${amount}",USDT,fund,goodwill\n`;
  await choose(payments("1,234"), "june.csv");
  await user.selectOptions(await screen.findByLabelText("Decimals"), "After a comma: 1.234,56");
  await press(user, "Rehearse");
  await waitFor(async () => expect((await lines("june.csv")).map(([, , , amount]) => amount)).toEqual(["Fund 1.234 USDT"]));
  await press(user, "Another file");
  await choose(payments("2,500"), "july.csv");
  expect(await screen.findByLabelText("Decimals")).toHaveProperty("value", "");
});

test("[BULK-1] an amount in another unit, one that is cut in two and a row of a second table say why they are wrong", async () => {
  const { choose } = await open(play());
  const first = [
    "email,currency,operation,reason,Amount (USD),note",
    "ada@example.com,NGNB,fund,goodwill,5,",
    "bola@example.com,USDT,fund,goodwill,1,500.00",
  ];
  await choose([...first, "Balances,,,,,", "email,balance,currency,,,", "ada@example.com,5,USDT,,,"].join("\n"));
  await waitFor(async () => {
    const [unit, cut, , , other] = (await lines()).map((cells) => cells.at(-1));
    expect(unit).toBe("“Amount (USD)” names another unit than the row's currency: write the amounts in the currency itself");
    expect(cut).toBe("“1,500.00” stands in two cells, cut at its comma: put it in quotes, or write it without separators of thousands");
    expect(other).toMatch(/^It does not stand below the header that is read: give each table a file of its own/);
  });
});

test("[BULK-1] a file in an old code page says that its letters may be wrong", async () => {
  const { choose } = await open(play());
  const text = `${head}\nada@example.com,1,USDT,fund,other,\xc6\xe0\xed\xed\xe0`;
  await choose(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  await screen.findByText("This file isn't UTF-8, so letters beyond A to Z may be wrong");
  await screen.findByText(/^Compare them with the sheet\. If they differ, save it as “CSV UTF-8”/);
});

test("[BULK-1] a file that can't be taken says why, and the next one is taken", async () => {
  const { choose } = await open(play());
  await choose(`${head}\n${"ada@example.com,1,USDT,fund,goodwill,\n".repeat(5001)}`);
  expect(await screen.findByText(/^This file has 5,001 rows, and one run takes 5,000 at most/)).toBeTruthy();
  await choose('[{"email":"a@b.c","email":"b@b.c"}]', "twice.json");
  expect(await screen.findByText(/^“email” stands twice \(line 1\)/)).toBeTruthy();
  await choose('{"a":1}', "no.json");
  expect(await screen.findByText(/^This JSON is no list of rows/)).toBeTruthy();
  await choose(`${head}\nada@example.com,"1,USDT`);
  expect(await screen.findByText(/^Line 2: a quote is not closed/)).toBeTruthy();
  await choose('{"rows":[{"email":"ada@example.com","amount":0.5,"currency":"USDT","operation":"fund","reason":"goodwill"}]}', "one.json");
  await waitFor(async () => expect((await lines("one.json")).map(([tick, line]) => [tick, line])).toEqual([["✓", "1"]]));
});

test("[BULK-2] what the host can't be asked is not checked, and starts unticked; asked later, it is", async () => {
  const host = play();
  host.on("GET /usermanagement/users", { status: 403, json: { message: "Not for you" } });
  const { user, choose } = await open(host);
  await choose(`${head}\nada@example.com,1,USDT,fund,goodwill,\n`);
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ["–", "2", "ada@example.com", "Fund 1 USDT", "Not checked", "The user isn't on this device, and the host was not asked"],
    ]),
  );
  host.on("GET /usermanagement/users", { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } });
  await press(user, "Ask the host");
  await waitFor(async () => expect((await lines()).map(([tick, , , , verdict]) => [tick, verdict])).toEqual([["✓", "Ready"]]));
});

test("[BULK-2] the asking can be cancelled; balances aren't asked for without the permission", async () => {
  const host = play();
  host.on("GET /usermanagement/users", ({ query }) =>
    query["q"] === "bola@example.com" ? { is: "silence" } : { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } },
  );
  const session = fakeSession(new Date(), { permissions: { canManageWallets: false } }, "no-wallets");
  const { user, choose } = await open(host, { session });
  await choose(`${head}\nada@example.com,1,USDT,deduct,goodwill,\nbola@example.com,1,USDT,fund,goodwill,\n`);
  await screen.findByText("Asking the host for users");
  await waitFor(() => expect(screen.getByText("1 of 2")).toBeTruthy());
  await press(user, "Cancel");
  await waitFor(async () =>
    expect((await lines()).map(([, , , , verdict, why]) => [verdict, why])).toEqual([
      ["Not checked", "The balance is not known, so whether it is covered can't be told"],
      ["Not checked", "The user isn't on this device, and the host was not asked"],
    ]),
  );
  expect(host.callsOf("GET /admin/users/wallets")).toEqual([]);
});

test("[BULK-2] what is cancelled between the users and the balances isn't said to be asked", async () => {
  const host = play();
  const { user, choose } = await open(host);
  const { BulkReader } = await import("../../src/app/screens/bulk/reader.ts");
  // oxlint-disable-next-line typescript/unbound-method -- called on the reader below
  const { facts } = BulkReader.prototype;
  const gate = new Gate();
  let turns = 0;
  const read = vi.spyOn(BulkReader.prototype, "facts").mockImplementation(async function (this: typeof BulkReader.prototype, ...asked) {
    turns += 1;
    if (turns === 2) await gate.opened;
    return facts.apply(this, asked);
  });
  onTestFinished(() => read.mockRestore());
  await choose(`${head}\nada@example.com,1,USDT,deduct,goodwill,\n`);
  await screen.findByText("1 of 1");
  await waitFor(() => expect(turns).toBe(2));
  await press(user, "Cancel");
  gate.open();
  expect(await screen.findByRole("button", { name: "Ask the host" })).toBeTruthy();
  expect(await screen.findByText("The balance is not known, so whether it is covered can't be told")).toBeTruthy();
  expect(screen.queryByText("Asking the host for balances")).toBeNull();
  expect(host.callsOf("GET /admin/users/wallets")).toEqual([]);
});

test("[BULK-2] rows that were just fetched aren't said to be missing where the device's clock is ahead of the host's", async () => {
  const { user, choose } = await open(play(), { path: "/" });
  localStorage.setItem("counterfoil.clock", String(-3_600_000));
  await screen.findByRole("cell", { name: "ada" });
  await user.click(screen.getByRole("link", { name: "Funding & Balances" }));
  await user.click(await screen.findByRole("link", { name: "Bulk funding" }));
  await choose(file);
  expect(await screen.findByText(/transactions of the last 7 days, as of/)).toBeTruthy();
  expect(screen.queryByText(/^Transactions of the last 7 days are missing/)).toBeNull();
});

test("[BULK-1] a host without idempotency keys says why it is off, and nothing leads there; so does a missing permission", async () => {
  const host = play();
  const { user } = await bootApp(host, { path: "/funding/bulk" });
  expect(await screen.findByText("Bulk funding is off on this host")).toBeTruthy();
  expect(screen.getByText(/names no idempotencyHeader/)).toBeTruthy();
  // The menu entry comes before the breadcrumb.
  const [entry] = screen.getAllByRole("link", { name: "Funding & Balances" });
  if (entry) await user.click(entry);
  await screen.findByRole("heading", { name: "Fund User" });
  expect(screen.queryByRole("link", { name: "Bulk funding" })).toBeNull();
});

test("[BULK-1, AUTH-18] without the permission the page says which it needs", async () => {
  await open(play(), { session: fakeSession(new Date(), { permissions: { canFundUsers: false } }, "no-funds") });
  expect(await screen.findByText("Your account can't fund users: it needs the permission canFundUsers.")).toBeTruthy();
});
