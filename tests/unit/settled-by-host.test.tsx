import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem, press } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { type Answer, closeCall, PlayedCalls, type ReceivedCall } from "../support/played-calls.ts";
import { wireRow } from "../support/played-dashboard.ts";
import { playFunding, wallets } from "../support/played-funding.ts";

const fundCall = "POST /funduser/fund";
const at = "2026-11-20T12:00:00.000Z";
const config = { idempotencyHeader: "Idempotency-Key", attempts: "/api/attempts" };
const ended = (data: object): Answer => ({ json: { success: true, data: { at, ...data } } });
const never = ended({ state: "never" });

/** A host that loses fundings in transit. */
const lossy = (): PlayedCalls => playFunding(new PlayedCalls()).on(fundCall, { is: "cut" });

const openWith = (host: PlayedCalls) => FundingForm.open(host, { config });

test("[KEY-2] what the host says of a lost answer stands where it was sent, and nothing is sent again for it", async () => {
  const answer = { success: true, message: "Funded ada", data: { newBalance: 0.75 } };
  const host = lossy().on(closeCall, ended({ state: "done", status: 200, answer }));
  const funding = await openWith(host);
  // This device's clock is an hour ahead of the host's; its journal goes by it.
  localStorage.setItem("counterfoil.clock", String(-3_600_000));
  await funding.send();
  const main = await screen.findByRole("main");
  await within(main).findByText("The host says that it is done · Funded ada");
  await waitFor(() => expect(funding.newest()).toMatch(/^(now|\d+ sec\. ago).*Done.*Funded ada/s));
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 outcome unknown" })).toBeNull());
  expect(host.callsOf(fundCall)).toHaveLength(1);
  const [closing] = host.callsOf(closeCall);
  expect(closing?.body).toEqual({});
  expect(closing?.authorization).toMatch(/^Bearer /);
});

test("[KEY-2] a host that keeps no body of what it did says that it is done", async () => {
  const funding = await openWith(lossy().on(closeCall, ended({ state: "done", status: 204 })));
  await funding.send();
  await within(await screen.findByRole("main")).findByText("The host says that it is done");
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 outcome unknown" })).toBeNull());
});

test("[KEY-2] a refusal says the host's message", async () => {
  const host = lossy().on(closeCall, ended({ state: "refused", status: 409, answer: { success: false, message: "Frozen" } }));
  const funding = await openWith(host);
  await funding.send();
  await within(await screen.findByRole("main")).findByText("The host says that it was refused · Frozen");
  await waitFor(() => expect(funding.newest()).toMatch(/Refused.*Frozen/s));
});

test("[KEY-2, KEY-3] one that never arrived says so; “Send again” asks anew, and sends nothing by itself", async () => {
  const host = lossy().on(closeCall, never);
  const funding = await openWith(host);
  await funding.send();
  const panel = await within(await screen.findByRole("main")).findByRole("region", { name: "Never arrived" });
  expect(panel.textContent).toMatch(/Fund 0\.25 BTC.*ada@example\.com.*Nothing was done/s);
  await waitFor(() => expect(funding.newest()).toContain("Never arrived"));
  // The subject is free, so the form may send it, too.
  await waitFor(() => expect(funding.isOff).toBe(false));

  host.on(fundCall, { json: { success: true, message: "Funded ada", data: { newBalance: 0.75 } } });
  await funding.user.click(within(panel).getByRole("button", { name: "Send again" }));
  const first = await funding.dialog();
  expect(first.textContent).toMatch(/0\.25.*BTC.*ada@example\.com/s);
  expect(host.callsOf(fundCall)).toHaveLength(1);
  await funding.user.click(within(first).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(host.callsOf(fundCall)).toHaveLength(1);

  const table = screen.getByRole("table", { name: "Recent attempts" });
  await funding.user.click(within(table).getByRole("button", { name: "Send again" }));
  await funding.user.click(within(await funding.dialog()).getByRole("button", { name: "Confirm and Fund" }));
  const result = await screen.findByRole("dialog");
  expect(result.textContent).toContain("Funded ada");
  await funding.user.click(within(result).getByRole("button", { name: "Done" }));
  expect(host.callsOf(fundCall).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ email: "ada@example.com", currency: "BTC", amount: 0.25 })),
  );
  // Once sent again, it isn't offered again.
  await waitFor(() => expect(funding.newest()).toContain("Done"));
  expect(within(table).queryByRole("button", { name: "Send again" })).toBeNull();
  expect(host.unexpected).toEqual([]);
});

test("[KEY-2] in the open list of what needs attention it ends under the reader's eyes", async () => {
  const gate = new Gate();
  const host = lossy().on(closeCall, async () => {
    await gate.opened;
    return never;
  });
  const funding = await openWith(host);
  await funding.send();
  await funding.user.click(await screen.findByRole("button", { name: "1 outcome unknown" }));
  const list = await screen.findByRole("dialog", { name: "Needs your attention" });
  await within(list).findByRole("region", { name: "Outcome unknown" });
  expect(within(list).getByText("The host may or may not have done these. Settle each one when you know.")).toBeTruthy();
  gate.open();
  await within(list).findByRole("region", { name: "Never arrived" });
  const text = "The host had not seen it, and refuses it from now on. Nothing was done, and the same can be sent again.";
  expect(within(list).getByText(text)).toBeTruthy();
  expect(within(list).queryByRole("region", { name: "Outcome unknown" })).toBeNull();
});

test("[KEY-2, FUND-6] what the host can't tell stays unknown, with the tools to find out", async () => {
  const host = lossy();
  const funding = await openWith(host);
  await funding.send();
  const unknown = await funding.unknown();
  await waitFor(() => expect(host.callsOf(closeCall)).toHaveLength(1));
  for (const name of ["Check balance", "Check with the host", "It happened", "It did not happen"])
    expect(within(unknown).getByRole("button", { name })).toBeTruthy();
  expect(host.callsOf(closeCall)).toHaveLength(1);
  for (const text of [
    "No answer came that says how it ended. The host may have done it, or not. Find out before you send it again: until this is settled, the same can't be sent from this device.",
    "Checking with the host sends the same request under the same key: a host that has done it says so, one that hasn't does it now. It is never done twice.",
    "How you know; kept with the attempt.",
  ])
    expect(within(unknown).getByText(text, { exact: false })).toBeTruthy();

  const check = async (figures: Answer, rows: Answer, texts: readonly string[]) => {
    host.on("GET /admin/users/wallets", figures).on("GET /analytics/filter", rows);
    await press(funding.user, "Check balance", within(unknown));
    for (const text of texts) expect(await within(unknown).findByText(text, { exact: false })).toBeTruthy();
  };
  const found = {
    json: {
      success: true,
      data: [wireRow(0, { username: "ada", userId: "u-1", currency: "BTC", amount: 0.25, createdAt: new Date().toISOString() })],
    },
  };
  const no = { status: 403, json: { success: false } };
  await check({ json: wallets(0.5) }, found, ["As the host says now", "The balance is what it was before.", "since the attempt"]);
  await check({ json: wallets(0.6) }, { json: { success: true, data: [] } }, [
    "The balance has changed otherwise. Look at the transactions.",
    "None found for this user.",
  ]);
  await check({ json: { email: "ada@example.com", wallets: {}, balances: {} } }, found, ["The host sent no BTC balance."]);
  await check(no, no, ["The balances could not be fetched.", "The transactions could not be fetched."]);
  await press(funding.user, "Check with the host", within(unknown));
  expect(await within(unknown).findByText("The host's answer doesn't settle it.", { exact: false })).toBeTruthy();
});

test("[KEY-2, FUND-6, AUTH-14] under the token of another admin, who signs in in another tab, the host is not asked what became of it", async () => {
  const bea = { ...fakeSession(new Date(), {}, "bea"), user: JSON.stringify({ id: "bea", name: "Bea Okoro" }) };
  const isBeas = ({ authorization }: ReceivedCall) => authorization === `Bearer ${bea.token}`;
  const host = lossy().on(closeCall, (call) => (isBeas(call) ? never : { status: 401, json: { success: false, message: "Expired" } }));
  const funding = await openWith(host);
  await funding.send();
  await waitFor(() => expect(host.callsOf(closeCall)).not.toEqual([]));
  const key = host.callsOf(closeCall)[0]?.name.split("/")[3];
  const fence = () => localStorage.getItem(`counterfoil.fence.${key}`);
  expect(fence()).not.toBeNull();
  localStorage.setItem("user", bea.user);
  localStorage.setItem("token", bea.token);
  dispatchEvent(new StorageEvent("storage", { key: "token" }));
  await screen.findAllByRole("button", { name: "BO, User menu" });
  // To her keys it would say that it has never seen it, and the same could be sent a second time.
  expect(host.callsOf(closeCall).filter(isBeas)).toEqual([]);
  expect(fence()).not.toBeNull();
});

test("[KEY-2] a host that announces no attempts is asked nothing", async () => {
  const host = lossy().on(closeCall, never);
  const funding = await FundingForm.open(host, { config: { idempotencyHeader: "Idempotency-Key" } });
  await funding.send();
  await funding.unknown();
  await waitFor(() => expect(funding.newest()).toContain("Outcome unknown"));
  expect(host.callsOf(closeCall)).toEqual([]);
});

async function signOut({ user }: FundingForm): Promise<void> {
  // The page's header comes first; cards have headers, too.
  const [header] = screen.getAllByRole("banner");
  if (!header) throw new Error("the page has no header");
  await chooseItem(user, within(header).getByRole("button", { name: /User menu/ }), "Logout");
}

test("[KEY-4] signing out settles what is unknown first, and asks nothing where nothing is left", async () => {
  // Not yet settled: the host is busy.
  const host = lossy().on(closeCall, { status: 503, json: {} });
  const funding = await openWith(host);
  await funding.send();
  await funding.unknown();
  host.on(closeCall, never);
  await signOut(funding);
  await screen.findByRole("heading", { name: "Welcome back!" });
  expect(screen.queryByText("Sign out with something unsettled?")).toBeNull();
  expect(host.callsOf("POST /adminsignin/logout")).toHaveLength(1);
});

test("[KEY-4, AUTH-10] what is left after 3 s at most is asked about", async () => {
  const host = lossy().on(closeCall, { is: "silence" });
  const funding = await openWith(host);
  await funding.send();
  await funding.unknown();
  await signOut(funding);
  // The host is waited for longer.
  await screen.findByText("The outcome of 1 change is not known.", undefined, { timeout: 25_000 });
  screen.getByText(
    "Its data leaves this device with the cache. What stays is a mark that keeps the same from being sent again; settle it after the next sign-in.",
    { exact: false },
  );
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
});
