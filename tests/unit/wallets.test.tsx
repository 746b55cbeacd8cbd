import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { bootedCache } from "../support/booted-cache.ts";
import { playUsers, walletsAnswer } from "../support/browser/played-users.ts";
import { fill, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

const call = "GET /admin/users/wallets";
const email = "user001@example.com";
const total = () => screen.getByRole("group", { name: "Total portfolio value" });
const wallet = (name: RegExp) => screen.queryByRole("button", { name });

async function open() {
  const host = playUsers(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/user-management/fetch-wallets" });
  await screen.findByRole("button", { name: "Fetch Wallet" });
  const ask = () => press(user, "Fetch Wallet");
  return { host, user, ask, main: within(screen.getByRole("main")) };
}

async function openFetched() {
  const opened = await open();
  await opened.user.type(opened.main.getByLabelText("User Email"), email);
  await opened.ask();
  await screen.findByRole("button", { name: /^BTC_BTC/ });
  return opened;
}

test("[WALL-2, WALL-4] before a look-up the total, the search and the export stand there, and there is nothing to export", async () => {
  const { user, main } = await open();
  expect(total().textContent).toContain("—");
  expect(main.getByLabelText("Search token or address")).toBeTruthy();
  expect(main.getByText("No user has been looked up yet")).toBeTruthy();
  await press(user, "Export CSV");
  await screen.findByText("No data to export");
  await user.type(main.getByLabelText("User Email"), email);
  await main.findByText("No wallets have been fetched for this user yet");
});

test("[WALL-1] an email and a token are needed; the email alone goes out", async () => {
  const { host, user, ask, main } = await open();
  await ask();
  expect(main.getByText("Please enter a user email")).toBeTruthy();
  await user.type(main.getByLabelText("User Email"), email);
  for (const token of ["BTC", "ETH", "SOL", "USDT", "USDC", "NGNB"]) await user.click(main.getByText(token));
  await ask();
  expect(main.getByText("Please provide at least one token")).toBeTruthy();
  expect(host.callsOf(call)).toEqual([]);
  await user.click(main.getByText("BTC"));
  await ask();
  await screen.findByRole("button", { name: /BTC_BTC/ });
  expect(wallet(/ETH_ETH/)).toBeNull();
  expect(host.callsOf(call)).toMatchObject([{ query: { email } }]);
});

test("[WALL-2] an opened wallet shows every digit of its balances, not in a title alone", async () => {
  const { host, user, ask, main } = await open();
  const balances = { ethBalance: "1.234567890123456789", ethPendingBalance: "0.5" };
  host.on(call, { json: { ...walletsAnswer, balances } });
  await user.type(main.getByLabelText("User Email"), email);
  await ask();
  await user.click(await screen.findByRole("button", { name: /^ETH_ETH/ }));
  expect(await screen.findByText("1.234567890123456789 ETH")).toBeTruthy();
  expect(screen.getByText("0.50 ETH")).toBeTruthy();
});

test("[WALL-1] a failure says so, and what is cached stays with its age", async () => {
  const { host, user, ask, main } = await open();
  host.on(call, { status: 404, json: {} });
  await user.type(main.getByLabelText("User Email"), email);
  await ask();
  expect((await screen.findAllByText("Failed to fetch wallets")).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Last Updated/)).toBeNull();
  host.on(call, { json: walletsAnswer });
  await ask();
  await screen.findByText(/Last Updated/);
  host.on(call, { status: 400, json: { message: "not today" } });
  await ask();
  expect((await screen.findAllByText("not today")).length).toBeGreaterThan(0);
  expect(screen.getByText(/Last Updated/)).toBeTruthy();
});

test("[WALL-2] without dollars the tokens are added up, and the sum says that it is no value; what the host left out is a dash", async () => {
  const { host, user, ask, main } = await open();
  const { wallets } = walletsAnswer;
  host.on(call, { json: { email, wallets, balances: { btcBalance: "0.10000001", ethBalance: 1.2, ethPendingBalance: 7 } } });
  await user.type(main.getByLabelText("User Email"), email);
  await ask();
  await waitFor(() => expect(total().textContent).toContain("1.30000001"));
  expect(total().textContent).toContain("mixed units, not a currency value");
  expect(wallet(/^USDT_USDT/)?.textContent).toContain("—");
  await press(user, /^BTC_BTC/);
  await screen.findByText("0.00 BTC");
  host.on(call, { json: { email, wallets, balances: { btcBalance: "0.1000000123456789" } } });
  await ask();
  expect((await screen.findByTitle("0.1000000123456789 BTC")).textContent).toBe("0.10000001");
  expect(screen.getByText("0.1000000123456789 BTC")).toBeTruthy();
  host.on(call, { json: { email, wallets: {}, balances: {} } });
  await ask();
  await waitFor(() => expect(total().textContent).toContain("—"));
});

test("[WALL-2, WALL-4] the total, the search and each wallet's figures; what no wallet has is nothing to export", async () => {
  const { user, main } = await openFetched();
  expect(total().textContent).toContain("$17,095.78");
  const search = main.getByLabelText("Search token or address");
  await user.type(search, "0x5290");
  expect(wallet(/ETH_ETH/)).toBeTruthy();
  expect(wallet(/BTC_BTC/)).toBeNull();
  await press(user, /^ETH_ETH/);
  await screen.findByText("0.00 ETH");
  expect(screen.getByText("$4,500.10")).toBeTruthy();
  await fill(user, search, "nothing like it");
  await press(user, "Export CSV");
  await screen.findByText("No data to export");
});

test("[WALL-3] an address that can't be copied says so; without one there is nothing to copy and nothing to draw", async () => {
  const { user } = await openFetched();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  await press(user, /^BTC_BTC/);
  await press(user, "Copy the BTC_BTC address");
  await screen.findByText("Failed to copy address");
  await press(user, /^NGNB_NGNB/);
  await press(user, "Copy the NGNB_NGNB address");
  await screen.findByText("No address to copy");
  await press(user, "Show the QR code of the NGNB_NGNB address");
  await screen.findByText("No address to generate QR");
});

test("[WALL-1] the wallets of a user without an email, by which they are kept, are neither waited for nor called unfetched", async () => {
  const host = playDashboard(playUsers(new PlayedCalls()), [wireRow(0, { username: "ada", userId: "u-ada" })]);
  await bootApp(host);
  await screen.findByRole("cell", { name: "ada" });
  act(() => history.pushState(null, "", "/user-management/summary?id=u-ada&username=ada"));
  const part = within(await screen.findByRole("region", { name: "Wallets" }));
  expect(await part.findByText(/^Which wallets were fetched for this user isn't known/)).toBeTruthy();
});

test("[SYNC-8] a read of one user that keeps failing says nothing on the page of the next", async () => {
  const host = playUsers(new PlayedCalls());
  const next = "user002@example.com";
  host.on(call, ({ query }) =>
    query["email"] === email
      ? { status: 503, json: { message: "Closed for the night" } }
      : { json: { ...walletsAnswer, email: query["email"] } },
  );
  await bootApp(host, { path: `/user-management/summary?email=${email}` });
  await screen.findAllByText("Closed for the night");
  act(() => history.pushState(null, "", `/user-management/summary?email=${next}`));
  await screen.findByRole("region", { name: "Wallets" });
  await waitFor(() => expect(screen.queryByText("Closed for the night")).toBeNull());
  const about = () => host.callsOf(call).filter(({ query }) => query["email"] === email).length;
  const before = about();
  await waitFor(() => expect(about()).toBeGreaterThan(before), { timeout: 4000 });
  await act(() => new Promise((resolve) => void setTimeout(resolve, 50)));
  expect(screen.queryByText("Closed for the night")).toBeNull();
});

test("[WALL-1] what fails for one user is not told of another whose email stands there by then", async () => {
  const { host, user, ask, main } = await open();
  host.on(call, ({ query }) =>
    query["email"] === email
      ? { status: 503, json: { message: "Closed for the night" } }
      : { json: { ...walletsAnswer, email: query["email"] } },
  );
  const field = main.getByLabelText("User Email");
  await user.type(field, email);
  await ask();
  await main.findByText("Closed for the night");
  await fill(user, field, "user002@example.com");
  await waitFor(() => expect(main.queryByText("Closed for the night")).toBeNull());
  const before = host.callsOf(call).length;
  await waitFor(() => expect(host.callsOf(call).length).toBeGreaterThan(before), { timeout: 4000 });
  await act(() => new Promise((resolve) => void setTimeout(resolve, 50)));
  expect(main.queryByText("Closed for the night")).toBeNull();
});

test("[WALL-3] a QR code that is open goes with its wallet when the address is replaced", async () => {
  const { user } = await openFetched();
  await press(user, /^BTC_BTC/);
  await press(user, "Show the QR code of the BTC_BTC address");
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(walletsAnswer.wallets.BTC_BTC.address);
  await bootedCache()
    .wallets.toCollection()
    .modify((row) => {
      row.wallets.wallets["BTC_BTC"] = { ...walletsAnswer.wallets.BTC_BTC, address: "bc1new" };
    });
  await dialog.findByText("bc1new");
  expect(dialog.getByRole("img", { name: "QR code of bc1new" })).toBeTruthy();
});
