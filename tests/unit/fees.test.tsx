import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { type PlayedFigures, playFigures } from "../support/browser/played-figures.ts";
import { chooseItem, fill, isOff, noDialog, press, question, valueOf } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const cutOff = (): PlayedCalls =>
  new PlayedCalls()
    .on("GET /set-fee/crypto-fee", { is: "cut" })
    .on("GET /set-fee/crypto-fee/BTC/Bitcoin", { is: "cut" })
    .on("GET /asset-markdown/global", { is: "cut" });

test("[FEE-2, LAY-7] fees that are blocked on the way are not said to be a host that can't be reached", async () => {
  await bootApp(new PlayedCalls().on("GET /set-fee/crypto-fee", { is: "cut" }), { path: "/fees-rates" });
  const main = within(await screen.findByRole("main"));
  expect(
    await main.findByText("The host did not answer this. Nothing of it is kept on this device yet.", {}, { timeout: 15_000 }),
  ).toBeTruthy();
  expect(main.queryByText(/can't be reached/)).toBeNull();
});

test("[FEE-3, SYNC-2] a fee that could not be asked for is not said to be missing at the host", async () => {
  await bootApp(cutOff(), { path: "/fees-rates/view/BTC/Bitcoin" });
  expect(await screen.findByText(/The host did not answer this\. Nothing of it is kept/)).toBeTruthy();
  expect(await screen.findAllByRole("link", { name: "View all fees" })).toBeTruthy();
  expect(screen.queryByText(/No fee for|The host lists none/)).toBeNull();
});

test("[FEE-3, LAY-2] a fee that the host doesn't know is said to be missing; the menu marks the entry with the flyout", async () => {
  const host = cutOff().on("GET /set-fee/crypto-fee/BTC/Bitcoin", { status: 404, json: { message: "No such fee" } });
  await bootApp(host, { path: "/fees-rates/view/BTC/Bitcoin" });
  expect(await screen.findByText("No fee for BTC on Bitcoin")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Fees & Rates" }).getAttribute("aria-current")).toBe("page");
});

test("[FEE-3, SYNC-8] a proxy's 404 in the host's place says nothing of a fee", async () => {
  const answer = { status: 404, body: "404 page not found", contentType: "text/plain" };
  await bootApp(cutOff().on("GET /set-fee/crypto-fee/BTC/Bitcoin", answer), { path: "/fees-rates/view/BTC/Bitcoin" });
  expect((await screen.findAllByText("Failed to fetch crypto fee")).length).toBeGreaterThan(0);
  expect(screen.queryByText(/No fee for/)).toBeNull();
});

test("[FEE-4, SYNC-2] a fee is said to be new to the host only once its fees are known", async () => {
  const host = cutOff();
  await bootApp(host, { path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin" });
  expect(await screen.findByLabelText("Network fee (USD)")).toBeTruthy();
  expect(screen.queryByText(/The host has no fee for this pair yet/)).toBeNull();
});

test("[FEE-4] a fee that the host's list doesn't have is said to be new", async () => {
  const host = cutOff().on("GET /set-fee/crypto-fee", { json: { success: true, data: [] } });
  await bootApp(host, { path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin" });
  expect(await screen.findByText(/The host has no fee for this pair yet/)).toBeTruthy();
});

interface Opening {
  readonly path?: string;
  /** Sets the host up before the screen opens. */
  readonly play?: (figures: PlayedFigures, host: PlayedCalls) => void;
}

async function open({ path = "/fees-rates", play }: Opening = {}) {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  play?.(figures, host);
  const { user } = await bootApp(host, { path });
  return { host, figures, user, main: within(await screen.findByRole("main")) };
}

const chooseOf = (user: UserEvent, fee: string, item: string): Promise<void> => chooseItem(user, `Actions for ${fee}`, item);

test("[FEE-1, FEE-2] the fees are listed under their breadcrumbs, the first of three tabs; the tab stands in the address", async () => {
  const { user } = await open();
  expect(await screen.findByRole("cell", { name: "$1.00" })).toBeTruthy();
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
  for (const crumb of ["Fees & Rates", "Crypto Fees", "View all fees & rates"]) expect(crumbs.getByText(crumb)).toBeTruthy();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Crypto Fees", "Onramp Rate", "Offramp Rate"]);
  expect(within(screen.getAllByRole("row")[2] ?? document.body).getByRole("cell", { name: "$1.00" })).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Offramp Rate" }));
  await waitFor(() => expect(location.search).toBe("?tab=offramp"));
});

test("[FEE-2] a fee that the host's list has twice stands there twice", async () => {
  const warned = vi.spyOn(console, "error").mockReturnValue();
  const host = new PlayedCalls();
  const figures = playFigures(host);
  figures.fees.push({ currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: 3 });
  await bootApp(host, { path: "/fees-rates" });
  expect(await screen.findAllByRole("cell", { name: "BTC" })).toHaveLength(2);
  expect(warned).not.toHaveBeenCalled();
});

test("[FEE-1] an address with a tab opens it", async () => {
  await open({ path: "/fees-rates?tab=offramp" });
  expect(await screen.findByRole("tab", { name: "Offramp Rate", selected: true })).toBeTruthy();
});

test("[FEE-2] no fee is said in the document's words", async () => {
  await open({
    play: (figures) => {
      figures.fees = [];
    },
  });
  expect(await screen.findByText("No results.")).toBeTruthy();
});

test("[FEE-2] a fetch that failed is said in the document's words", async () => {
  await open({ play: (_, host) => host.on("GET /set-fee/crypto-fee", { status: 403, json: { message: "Not for you" } }) });
  expect((await screen.findAllByText("Failed to fetch crypto fees")).length).toBeGreaterThan(0);
});

describe("[FEE-3] one fee opens", () => {
  const odd = { currency: "USDT", network: "BNB/BEP 20", networkName: "BNB Smart Chain", networkFee: "0.30" };
  const call = "GET /set-fee/crypto-fee/USDT/BNB%2FBEP%2020";
  const play = (figures: PlayedFigures, host: PlayedCalls): void => {
    figures.fees.push(odd);
    host.on(call, { json: { success: true, data: odd } });
  };

  test("by the row menu", async () => {
    const { user } = await open({ play });
    await chooseOf(user, "USDT on BNB/BEP 20", "View");
    expect(await screen.findByRole("heading", { level: 1, name: "View Specific Fee" })).toBeTruthy();
    expect((await screen.findAllByText("$0.30")).length).toBeGreaterThan(0);
    expect(location.pathname).toBe("/fees-rates/view/USDT/BNB%2FBEP%2020");
  });

  test("by its address, encoded", async () => {
    const { host } = await open({ play, path: "/fees-rates/view/USDT/BNB%2FBEP%2020" });
    expect((await screen.findAllByText("$0.30")).length).toBeGreaterThan(0);
    expect(host.callsOf(call).length).toBeGreaterThan(0);
  });
});

test("[FEE-3] a fee that can't be fetched falls back to what came along, and says what failed", async () => {
  const { user } = await open({
    play: (_, host) => host.on("GET /set-fee/crypto-fee/BTC/Bitcoin", { status: 404, json: { message: "No such fee" } }),
  });
  await user.click(await screen.findByRole("link", { name: "BTC" }));
  expect((await screen.findAllByText("Failed to fetch crypto fee")).length).toBeGreaterThan(0);
  expect(screen.getAllByText("$2.50").length).toBeGreaterThan(0);
});

test("[FEE-4] without currency and network nothing is sent; a refusal says so", async () => {
  const held = new Gate();
  const { user, main } = await open({
    path: "/fees-rates/edit-fee",
    play: (_, host) =>
      host.on("PUT /set-fee/crypto-fee", async () => {
        await held.opened;
        return { status: 422, json: {} };
      }),
  });
  await press(user, "Update fee");
  expect(main.getAllByText("Please select currency and network").length).toBeGreaterThan(0);
  for (const [label, options] of [
    ["Currency", ["BTC", "ETH", "USDT"]],
    ["Network", ["Bitcoin", "Ethereum", "Tron"]],
  ] as const)
    for (const option of options)
      expect(within(main.getByLabelText(label)).getAllByRole("option", { name: new RegExp(option) })).toHaveLength(1);
  await user.selectOptions(main.getByLabelText("Currency"), "BTC");
  await user.selectOptions(main.getByLabelText("Network"), "Bitcoin");
  await fill(user, main.getByLabelText("Network name"), "Bitcoin");
  await fill(user, main.getByLabelText("Network fee (USD)"), "2.6");
  await press(user, "Update fee");
  const dialog = await question();
  await press(user, "Update fee", dialog);
  await dialog.findByRole("button", { name: "Saving…" });
  held.open();
  await dialog.findByText("Failed to update fee");
});

test("[FEE-4] another choice brings its own name and fee into the boxes", async () => {
  const { user, main } = await open({ path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin" });
  const boxes = () => ["Network name", "Network fee (USD)"].map((label) => valueOf(main.getByLabelText(label)));
  await waitFor(() => expect(boxes()).toEqual(["Bitcoin", "2.5"]));
  await user.selectOptions(main.getByLabelText("Network"), "Tron");
  await waitFor(() => expect(boxes()).toEqual(["", ""]));
  await user.selectOptions(main.getByLabelText("Currency"), "USDT");
  await waitFor(() => expect(boxes()).toEqual(["Tron (TRC-20)", "1"]));
});

test("[FEE-4] what was typed for one pair doesn't stay for the next one, nor once it is saved", async () => {
  const { user, main } = await open({
    path: "/fees-rates/edit-fee?currency=BTC&network=Bitcoin",
    play: (_, one) => one.on("PUT /set-fee/crypto-fee", { json: { success: true } }),
  });
  const boxes = () => ["Network name", "Network fee (USD)"].map((label) => valueOf(main.getByLabelText(label)));
  await waitFor(() => expect(boxes()).toEqual(["Bitcoin", "2.5"]));
  await fill(user, main.getByLabelText("Network name"), "Bitcoin (new)");
  await user.selectOptions(main.getByLabelText("Network"), "Tron");
  await user.selectOptions(main.getByLabelText("Currency"), "USDT");
  await waitFor(() => expect(boxes()).toEqual(["Tron (TRC-20)", "1"]));
  await fill(user, main.getByLabelText("Network name"), "Tron (new)");
  await press(user, "Update fee");
  const dialog = await question();
  await dialog.findByText(/The network name becomes “Tron \(new\)”/);
  await press(user, "Update fee", dialog);
  await screen.findByText("Crypto fee updated");
  await waitFor(() => expect(boxes()).toEqual(["Tron (TRC-20)", "1"]));
});

test("[FEE-3, FEE-4, RATE-3] a pair is known in any case, and goes out in the host's own spelling", async () => {
  const { host, user, main } = await open({
    path: "/fees-rates/edit-fee?currency=btc&network=bitcoin",
    play: (_, one) => one.on("PUT /set-fee/crypto-fee", { json: { success: true } }),
  });
  await main.findByText(/now \$2\.50/i);
  expect(within(main.getByLabelText("Network")).getAllByRole("option", { name: /bitcoin/i })).toHaveLength(1);
  await fill(user, main.getByLabelText("Network fee (USD)"), "2.6");
  await press(user, "Update fee");
  const dialog = await question();
  await dialog.findByText("+4.00%");
  await press(user, "Update fee", dialog);
  await screen.findByText("Crypto fee updated");
  expect(host.callsOf("PUT /set-fee/crypto-fee").map(({ body }) => body)).toMatchObject([{ currency: "BTC", network: "Bitcoin" }]);
});

test("[FEE-4, RATE-3] a fee is updated with its name trimmed and its figure a number", async () => {
  const call = "PUT /set-fee/crypto-fee";
  const { host, user } = await open({
    play: (_, one) => one.on(call, { json: { success: true, message: "whatever" } }),
  });
  await chooseOf(user, "USDT on Tron", "Edit fee");
  await screen.findByRole("heading", { level: 1, name: "Update Fees" });
  const fee = await screen.findByLabelText("Network fee (USD)");
  await waitFor(() => expect(valueOf(screen.getByLabelText("Network name"))).toBe("Tron (TRC-20)"));
  expect([valueOf(screen.getByLabelText("Currency")), valueOf(screen.getByLabelText("Network"))]).toEqual(["USDT", "Tron"]);
  await fill(user, screen.getByLabelText("Network name"), "  Tron network  ");
  await fill(user, fee, "1.05");
  await press(user, "Update fee");
  const dialog = await question();
  await dialog.findByText("+5.00%");
  await press(user, "Update fee", dialog);
  await screen.findByText("Crypto fee updated");
  expect(host.callsOf(call).map(({ body }) => body)).toEqual([
    { currency: "USDT", network: "Tron", networkName: "Tron network", networkFee: 1.05 },
  ]);
});

test("[FEE-5] a network is renamed; currency and network can't be changed", async () => {
  const call = "PATCH /set-fee/crypto-fee-name";
  const { host, user, main } = await open({
    path: "/fees-rates/edit-network-name?currency=USDT&network=Tron",
    play: (_, played) => played.on(call, { json: { success: true, message: "Renamed" } }),
  });
  expect(await screen.findByRole("heading", { level: 1, name: "Update Network Name" })).toBeTruthy();
  expect((await main.findByLabelText("Currency")).hasAttribute("readonly")).toBe(true);
  expect(main.getByLabelText("Network").hasAttribute("readonly")).toBe(true);
  await waitFor(() => expect(valueOf(main.getByLabelText("Network name"))).toBe("Tron (TRC-20)"));
  await fill(user, main.getByLabelText("Network name"), "Tron network");
  await press(user, "Update network name");
  await screen.findByText("Renamed");
  expect(host.callsOf(call).map(({ body }) => body)).toEqual([{ currency: "USDT", network: "Tron", networkName: "Tron network" }]);
  host.on(call, { json: { success: true } });
  await press(user, "Update network name");
  await screen.findByText("Network name updated");
  host.on(call, { json: { success: false } });
  await press(user, "Update network name");
  await main.findByText("Failed to update network name");
});

test("[FEE-5] a network name needs its currency and network", async () => {
  const { user, main } = await open({ path: "/fees-rates/edit-network-name" });
  await press(user, "Update network name");
  expect(main.getAllByText("Currency and network are required").length).toBeGreaterThan(0);
});

test("[FEE-4, RATE-3] a question that was cancelled while its request ran leaves the next question open", async () => {
  const gate = new Gate();
  const call = "PUT /set-fee/crypto-fee";
  const { host, user } = await open({
    path: "/fees-rates/edit-fee?currency=USDT&network=Tron",
    play: (_, played) =>
      played.on(call, async () => {
        await gate.opened;
        return { json: { success: true } };
      }),
  });
  const fee = await screen.findByLabelText("Network fee (USD)");
  await waitFor(() => expect(valueOf(fee)).toBe("1"));
  const ask = async (value: string) => {
    await fill(user, fee, value);
    await press(user, "Update fee");
    return question();
  };
  const first = await ask("1.05");
  await press(user, "Update fee", first);
  await waitFor(() => expect(host.callsOf(call)).toHaveLength(1));
  await press(user, "Cancel", first);
  await noDialog();
  await ask("1.06");
  gate.open();
  await screen.findByText("Crypto fee updated");
  expect(screen.getByRole("alertdialog").textContent).toContain("$1.06");
});

test("[FEE-4, RATE-3] a fee goes out with the name that another admin gave its network meanwhile", async () => {
  const call = "PUT /set-fee/crypto-fee";
  const { host, figures, user } = await open({
    path: "/fees-rates/edit-fee?currency=USDT&network=Tron",
    play: (_, played) => played.on(call, { json: { success: true } }),
  });
  const fee = await screen.findByLabelText("Network fee (USD)");
  await waitFor(() => expect(valueOf(fee)).toBe("1"));
  await fill(user, fee, "1.05");
  await press(user, "Update fee");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update fee" }))).toBe(false));
  figures.fees = [{ currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1 }];
  await press(user, "Update fee", dialog);
  await screen.findByText("Crypto fee updated");
  expect(host.callsOf(call).map(({ body }) => body)).toEqual([
    { currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1.05 },
  ]);
});

test("[FEE-4, RATE-3] a question about a new name says which one another admin gave the network meanwhile", async () => {
  const { figures, user } = await open({ path: "/fees-rates/edit-fee?currency=USDT&network=Tron" });
  const fee = await screen.findByLabelText("Network fee (USD)");
  await waitFor(() => expect(valueOf(fee)).toBe("1"));
  await fill(user, screen.getByLabelText("Network name"), "Mine");
  figures.fees = [{ currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1 }];
  await press(user, "Update fee");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update fee" }))).toBe(false));
  expect(await dialog.findByText("The network name becomes “Mine”. Now “Renamed”")).toBeTruthy();
});

test("[FEE-4, RATE-3] a new name doesn't take the place of one that another admin gave the network unseen", async () => {
  const call = "PUT /set-fee/crypto-fee";
  const { host, figures, user } = await open({
    path: "/fees-rates/edit-fee?currency=USDT&network=Tron",
    play: (_, played) => played.on(call, { json: { success: true } }),
  });
  const fee = await screen.findByLabelText("Network fee (USD)");
  await waitFor(() => expect(valueOf(fee)).toBe("1"));
  await fill(user, screen.getByLabelText("Network name"), "Mine");
  await press(user, "Update fee");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: "Update fee" }))).toBe(false));
  figures.fees = [{ currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1 }];
  await press(user, "Update fee", dialog);
  expect(await dialog.findByText("It has been changed meanwhile: the host now has $1.00 · Renamed")).toBeTruthy();
  expect(host.callsOf(call)).toEqual([]);
  await press(user, "Update fee", dialog);
  await screen.findByText("Crypto fee updated");
});

const renameCall = "PATCH /set-fee/crypto-fee-name";

/** A network whose new name is typed and not yet sent. */
async function renaming() {
  const opened = await open({
    path: "/fees-rates/edit-network-name?currency=USDT&network=Tron",
    play: (_, played) => played.on(renameCall, { json: { success: true } }),
  });
  const name = await opened.main.findByLabelText("Network name");
  await waitFor(() => expect(valueOf(name)).toBe("Tron (TRC-20)"));
  await fill(opened.user, name, "Mine");
  return opened;
}

test("[FEE-5, RATE-3] a network name that another admin has changed unseen is shown before anything is sent", async () => {
  const { host, figures, user, main } = await renaming();
  figures.fees = [{ currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1 }];
  await press(user, "Update network name");
  expect(await main.findByText("It has been changed meanwhile: the host now has Renamed")).toBeTruthy();
  expect(host.callsOf(renameCall)).toEqual([]);
  await press(user, "Update network name");
  await screen.findByText("Network name updated");
  expect(main.queryByText(/changed meanwhile/)).toBeNull();
});

test("[FEE-5, RATE-3] a network name whose host can't be asked goes out only when it is to be sent all the same", async () => {
  const { host, user, main } = await renaming();
  host.on("GET /set-fee/crypto-fee", { status: 403, json: { message: "Not for you" } });
  await press(user, "Update network name");
  const box = await main.findByRole("checkbox", { name: "Send it all the same" });
  expect(host.callsOf(renameCall)).toEqual([]);
  await user.click(box);
  await press(user, "Update network name");
  await screen.findByText("Network name updated");
});

test("[FEE-5, RATE-3] a network name to be sent all the same is asked about anew once the host has told another one", async () => {
  const list = "GET /set-fee/crypto-fee";
  const { host, figures, user, main } = await renaming();
  const refusal = { status: 403, json: { message: "Not for you" } };
  host.on(list, refusal);
  await press(user, "Update network name");
  await user.click(await main.findByRole("checkbox", { name: "Send it all the same" }));
  figures.fees = [{ currency: "USDT", network: "Tron", networkName: "Renamed", networkFee: 1 }];
  host.on(list, () => ({ json: { success: true, data: figures.fees } }));
  await press(user, "Update network name");
  await main.findByText("It has been changed meanwhile: the host now has Renamed");
  host.on(list, refusal);
  await press(user, "Update network name");
  expect(await main.findByRole("checkbox", { name: "Send it all the same" })).toHaveProperty("checked", false);
  expect(host.callsOf(renameCall)).toEqual([]);
});

test("[FEE-5] a network name can't be changed while it is being sent: what stands there is what is saved", async () => {
  const gate = new Gate();
  const { host, figures, user, main } = await renaming();
  host.on("GET /set-fee/crypto-fee", async () => {
    await gate.opened;
    return { json: { success: true, data: figures.fees } };
  });
  await press(user, "Update network name");
  const name = main.getByLabelText("Network name");
  await user.type(name, " (TRC20)");
  gate.open();
  await screen.findByText("Network name updated");
  expect(host.callsOf(renameCall)).toMatchObject([{ body: { networkName: valueOf(name) } }]);
});
