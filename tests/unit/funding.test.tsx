import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { playAndroid } from "../support/android-back.ts";
import { unknownFunding } from "../support/attempts.ts";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { bootedCache } from "../support/booted-cache.ts";
import { Gate } from "../support/gate.ts";
import { byKey, noDialog, press, valueOf } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { pageOf, wireRow } from "../support/played-dashboard.ts";
import { playFunding, wallets } from "../support/played-funding.ts";
import { quickClock } from "../support/quick-clock.ts";

const fundCall = "POST /funduser/fund";
const played = (): PlayedCalls => playFunding(new PlayedCalls());

test("[FUND-3] it sends {email, currency, amount} with the amount as a number, shows message and new balance, and clears the form", async () => {
  const host = played();
  const funding = await FundingForm.open(host);
  await funding.send({ email: " ada@example.com ", amount: "0.25000001" });
  const result = await screen.findByRole("dialog");
  expect(result.textContent).toContain("Funded ada");
  expect(result.textContent).toMatch(/New balance.*0\.75.*BTC/s);
  expect(host.callsOf(fundCall).map(({ body }) => body)).toEqual([{ email: "ada@example.com", currency: "BTC", amount: 0.25000001 }]);
  await funding.user.click(within(result).getByRole("button", { name: "Done" }));
  for (const label of ["User Email", "Currency", "Amount"]) expect(screen.getByLabelText(label)).toHaveProperty("value", "");
  await waitFor(() => expect(funding.newest()).toMatch(/Fund.*ada@example\.com.*0\.25000001.*BTC.*Done.*Funded ada/s));
});

test("[FUND-1, FUND-3] a deduction goes to its own path, and its balance is shown to the last digit", async () => {
  const host = played();
  const funding = await FundingForm.open(host);
  await funding.send({ operation: "deduct", currency: "ETH" });
  const result = await screen.findByRole("dialog");
  expect(result.textContent).toContain("Deducted from ada");
  expect(result.textContent).toContain("0.250000000000000001");
  expect(host.callsOf(fundCall)).toEqual([]);
  expect(host.callsOf("POST /funduser/deduct")).toHaveLength(1);
});

test("[FUND-3, LAY-6] who leaves the screen while a funding is on its way stays where they are, and is told how it ended", async () => {
  const gate = new Gate();
  const host = played().on(fundCall, async () => {
    await gate.opened;
    return { json: { success: true, message: "Funded ada" } };
  });
  const funding = await FundingForm.open(host);
  await funding.send();
  await waitFor(() => expect(host.callsOf(fundCall)).toHaveLength(1));
  act(() => {
    history.pushState(null, "", "/settings");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await noDialog();
  gate.open();
  await screen.findByText("Funded ada");
  expect(location.pathname).toBe("/settings");
});

test("[FUND-2] Android's Back closes the confirmation alone, and nothing while the app is locked", async () => {
  const { goBack, open } = playAndroid();
  const host = played();
  const funding = await FundingForm.open(host);
  await funding.ask();
  document.body.inert = true;
  goBack();
  document.body.inert = false;
  expect(await funding.dialog()).toBeTruthy();
  goBack();
  await noDialog();
  expect(open()).toBe(0);
  expect(location.pathname).toBe("/funding");
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "0.25");
  expect(host.callsOf(fundCall)).toEqual([]);
});

const refusals = [
  { answer: { status: 400, json: { message: "Not this user" } }, words: "Not this user" },
  { answer: { status: 409, json: { error: "Balance is 0.1" } }, words: "Balance is 0.1" },
  { answer: { status: 429, json: { message: "Too many" } }, words: "Too many" },
  { answer: { status: 400, json: { reason: 7 } }, words: "Funding failed" },
  { answer: { status: 422, body: "no", contentType: "text/plain" }, words: "Funding failed" },
  { answer: { status: 400, body: "" }, words: "Unknown error occurred" },
  { answer: { json: { success: false, message: "Frozen" } }, words: "Frozen" },
  { answer: { json: { success: false } }, words: "Funding failed" },
];
test.each(refusals)("[FUND-4] $answer is a refusal that says “$words”", async ({ answer, words }) => {
  const host = played().on(fundCall, answer);
  const funding = await FundingForm.open(host);
  await funding.send();
  const main = await screen.findByRole("main");
  expect((await within(main).findByRole("alert")).textContent).toContain(words);
  expect((await screen.findAllByText(words, { exact: true })).length).toBeGreaterThan(0);
  expect(within(main).queryByRole("region", { name: "Outcome unknown" })).toBeNull();
  await waitFor(() => expect(funding.newest()).toContain("Refused"));
  // Input is kept, and can be sent again.
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "0.25");
  expect(funding.isOff).toBe(false);
  expect(host.callsOf(fundCall)).toHaveLength(1);
});

const unknowns = [
  { name: "a lost answer", answer: { is: "cut" } as const, words: "" },
  { name: "a cut answer", answer: { body: '{"success":tr' }, words: "" },
  { name: "an answer in HTML", answer: { body: "<h1>Welcome</h1>", contentType: "text/html" }, words: "" },
  { name: "a 502 from a gateway", answer: { status: 502, body: "<h1>Bad gateway</h1>", contentType: "text/html" }, words: "" },
  { name: "a 500 with a message", answer: { status: 500, json: { message: "Ledger is down" } }, words: "Ledger is down" },
  { name: "a 408", answer: { status: 408, body: "" }, words: "" },
];
test.each(unknowns)("[FUND-4, FUND-6] $name leaves the outcome unknown, and no second request", async ({ answer, words }) => {
  const host = played().on(fundCall, answer);
  const funding = await FundingForm.open(host);
  await funding.send();
  const unknown = await funding.unknown();
  expect(unknown.textContent).toMatch(/Fund 0\.25 BTC.*ada@example\.com/s);
  expect(unknown.textContent).toContain(words);
  await waitFor(() => expect(funding.newest()).toContain("Outcome unknown"));
  expect(await screen.findByRole("button", { name: "1 outcome unknown" })).toBeTruthy();
  expect(funding.isOff).toBe(true);
  expect(host.callsOf(fundCall)).toHaveLength(1);
});

/** Opens the form after a visit to the user's summary, which caches a balance of 0.5 BTC. */
async function openAfterSummary(host: PlayedCalls): Promise<FundingForm> {
  const { user } = await bootApp(host, { path: "/user-management/summary?email=ada%40example.com" });
  await screen.findAllByText(/0\.50/);
  act(() => history.pushState(null, "", "/funding"));
  await screen.findByRole("form", { name: "Fund User" });
  return new FundingForm(user);
}

test.each([
  ["nothing", (host: PlayedCalls) => FundingForm.open(host), /being fetched/],
  ["an older balance", openAfterSummary, /0\.5.*0\.75/],
])(
  "[FUND-6] with %s cached the balance before the attempt is not known, and nothing is concluded from the one now",
  async (_, open, shown) => {
    const gate = new Gate();
    const host = played().on(fundCall, { is: "cut" });
    const funding = await open(host);
    host.on("GET /admin/users/wallets", async () => {
      await gate.opened;
      return { json: wallets(0.75) };
    });
    const asked = await funding.ask();
    await waitFor(() => expect(asked.textContent).toMatch(shown));
    // What a screen reader says of it.
    expect(document.getElementById(asked.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/^Fund \S+@\S+ with [\d.]+ BTC\.$/);
    await press(funding.user, "Confirm and Fund", within(asked));
    const unknown = await funding.unknown();
    gate.open();
    await funding.user.click(within(unknown).getByRole("button", { name: "Check balance" }));
    await waitFor(() =>
      expect(
        within(unknown)
          .getAllByRole("definition")
          .map(({ textContent }) => textContent),
      ).toEqual(["not known", "0.75 BTC"]),
    );
    expect(unknown.textContent).not.toContain("The balance is what it would be if it happened.");
  },
);

test("[FUND-5] an amount that can't be sent exactly is refused at the field with the nearest one that can", async () => {
  const wrong = [
    ["BTC", "0.123456789", "BTC has 8 decimals at most. The nearest amount that can be sent is 0.12345679."],
    ["ETH", "1.000000000000000001", "This amount can't be sent exactly. The nearest that can is 1."],
    ["NGNB", "0.001", "This amount is too small. The least NGNB that can be sent is 0.01."],
    ["USDT", "1000000000000000", "This amount is too large. The most that can be sent is 999999999999999."],
  ] as const;
  const host = played();
  const funding = await FundingForm.open(host);
  await waitFor(() => expect(funding.isOff).toBe(false));
  for (const [currency, amount, words] of wrong) {
    await funding.enter({ currency, amount });
    await funding.user.click(funding.submitButton);
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Amount")));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  }
  expect(host.callsOf(fundCall)).toEqual([]);
});

test("[AUTH-18] without canFundUsers the button is off and names the permission", async () => {
  const funding = await FundingForm.open(played(), {
    session: fakeSession(new Date(), { permissions: { canFundUsers: false } }, "no-funding"),
  });
  expect((await screen.findAllByText(/Needs the permission canFundUsers/)).length).toBeGreaterThan(0);
  expect(funding.isOff).toBe(true);
});

test("[FUND-1, FUND-2] cached users are offered while typing; the confirmation says what happens to whom, and sends nothing when it is closed", async () => {
  const host = played();
  const funding = await FundingForm.openAfterUsers(host);
  await funding.user.type(screen.getByLabelText("User Email"), "ad");
  await waitFor(() => expect(document.querySelector("datalist option")?.getAttribute("value")).toBe("ada@example.com"));
  const asked = await funding.ask();
  for (const words of ["Fund", "0.25", "BTC", "ada@example.com", "Ada Obi", "KYC level 2", /0\.5.*0\.75/])
    await waitFor(() => expect(asked.textContent).toMatch(words));
  await press(funding.user, "Cancel", within(asked));
  await noDialog();
  const deduction = await funding.ask({ operation: "deduct" });
  expect(deduction.textContent).toMatch(/Deduct.*0\.25.*from.*ada@example\.com/);
  expect(within(deduction).getByRole("button", { name: "Confirm and Deduct" })).toBeTruthy();
  await funding.user.keyboard("{Escape}");
  await noDialog();
  expect(host.calls.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
});

test("[FUND-1, USER-11] a link whose maker left the + of an email as it is names that email", async () => {
  await FundingForm.open(played(), { path: "/funding?email=bob+x@example.com" });
  expect(valueOf(screen.getByLabelText("User Email"))).toBe("bob+x@example.com");
});

test("[FUND-1] a link fills the form in", async () => {
  await FundingForm.open(played(), { path: "/funding?email=bob%40example.com&operation=deduct&currency=ETH" });
  expect(["User Email", "Operation", "Currency"].map((label) => valueOf(screen.getByLabelText(label)))).toEqual([
    "bob@example.com",
    "deduct",
    "ETH",
  ]);
});

test("[FUND-6] the balances and latest transactions are shown beside what they were, before the attempt is settled with a note", async () => {
  const host = played().on(fundCall, { is: "cut" });
  const funding = await FundingForm.openAfterUsers(host);
  const asked = await funding.ask();
  await waitFor(() => expect(asked.textContent).toMatch(/0\.5.*0\.75/));
  await press(funding.user, "Confirm and Fund", within(asked));
  const unknown = await funding.unknown();
  host.on("GET /admin/users/wallets", { json: wallets(0.75) });
  await press(funding.user, "Check balance", within(unknown));
  await waitFor(() => expect(unknown.textContent).toMatch(/Before.*0\.5 BTC.*Now.*0\.75 BTC.*If it happened.*0\.75 BTC/s));
  expect(unknown.textContent).toContain("The balance is what it would be if it happened.");
  await waitFor(() => expect(unknown.textContent).toMatch(/\+0\.25 BTC.*DEPOSIT.*COMPLETED/s));
  expect(host.callsOf("GET /analytics/filter").at(-1)?.query).toMatchObject({ searchTerm: "ada", currency: "BTC" });
  await funding.user.type(within(unknown).getByLabelText("Note"), "Seen in the ledger");
  await press(funding.user, "It happened", within(unknown));
  await waitFor(() => expect(funding.newest()).toMatch(/Settled: happened.*Seen in the ledger/s));
  const main = within(screen.getByRole("main"));
  await waitFor(() => expect(main.queryByRole("region", { name: "Outcome unknown" })).toBeNull());
  await waitFor(() => expect(screen.queryByRole("button", { name: /outcomes? unknown/ })).toBeNull());
  expect(funding.isOff).toBe(false);
});

test("[FUND-6, A11Y] after an outcome is settled the focus is beside where its buttons were, on the screen and in the list", async () => {
  const funding = await FundingForm.open(played().on(fundCall, { is: "cut" }));
  await funding.send();
  await byKey(funding.user, "It did not happen", within(await funding.unknown()));
  const main = screen.getByRole("main");
  await waitFor(() => expect(within(main).queryByRole("region", { name: "Outcome unknown" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(within(main).getByRole("region", { name: "Fund User" })));
  await funding.send();
  await funding.unknown();
  await byKey(funding.user, "1 outcome unknown");
  const list = await screen.findByRole("dialog");
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
  await byKey(funding.user, "It happened", within(list));
  await within(list).findByText("Nothing is unsettled.");
  await waitFor(() => expect(document.activeElement).toBe(within(list).getByRole("group")));
});

/** Confirms a funding that the host answers once the gate is opened; time is the test's. */
async function sendLate(): Promise<{ readonly funding: FundingForm; readonly gate: Gate }> {
  const gate = new Gate();
  const host = played().on(fundCall, async () => {
    await gate.opened;
    return { json: { success: true, message: "Funded late" } };
  });
  const funding = await FundingForm.open(host);
  const asked = await funding.ask();
  // What tells of a late answer is loaded, and rendered, before timers are the test's.
  await import("../../src/app/parts/still-waiting.tsx");
  await untilStanding();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await press(funding.user, "Confirm and Fund", within(asked));
  await waitFor(() => expect(host.callsOf(fundCall)).toHaveLength(1));
  return { funding, gate };
}

/** Whether the browser would ask before the page is left. */
const asksBeforeLeaving = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("[FUND-6] after ten seconds it says that it waits, after sixty that the outcome is unknown; a late answer settles it", async () => {
  const { funding, gate } = await sendLate();
  expect(asksBeforeLeaving()).toBe(true);
  await passes(4000);
  expect(screen.queryByText("Still waiting for the host")).toBeNull();
  await passes(7000);
  expect(screen.getByText("Still waiting for the host")).toBeTruthy();
  await passes(50_000);
  await funding.unknown();
  gate.open();
  await waitFor(() => expect(funding.newest()).toMatch(/Done.*Funded late/s));
  expect(screen.queryByText("Still waiting for the host")).toBeNull();
  expect(asksBeforeLeaving()).toBe(false);
});

test("[FUND-6] a late answer that contradicts what the admin had settled is shown first, and he is told until he has read it", async () => {
  const { funding, gate } = await sendLate();
  await passes(61_000);
  await press(funding.user, "It did not happen", within(await funding.unknown()));
  await waitFor(() => expect(funding.newest()).toContain("Settled: did not happen"));
  gate.open();
  const told = await screen.findByText(/The host now says that it did happen/);
  const notice = told.closest<HTMLElement>("[role=alert]");
  if (!notice) throw new Error("it is told in no alert");
  expect(notice.textContent).toMatch(/Fund 0\.25 BTC.*ada@example\.com/s);
  await waitFor(() => expect(funding.newest()).toMatch(/Done.*Funded late/s));
  await passes(60_000);
  await press(funding.user, "Dismiss", within(notice));
  await waitFor(() => expect(screen.queryByText(/The host now says that it did happen/)).toBeNull());
});

test("[FUND-6] the recent attempts have the latest fundings, however many other changes came since", async () => {
  await bootApp(playFunding(new PlayedCalls()), { path: "/funding" });
  await screen.findByText("Nothing was funded or deducted from this device since you signed in.");
  const db = bootedCache();
  const funded = { ...unknownFunding("f", 1, "s"), details: { email: "ada@example.com", amount: "0.25", currency: "BTC" } };
  const others = Array.from({ length: 201 }, (_, n) => ({ ...unknownFunding(`a-${n}`, n + 2, `s-${n}`), operation: "setFee" }));
  await db.journal.bulkAdd([funded, ...others]);
  expect((await screen.findByRole("table", { name: "Recent attempts" })).textContent).toContain("0.25");
});

test.each([
  [0, "0.5 BTC"],
  [61_000, "not known"],
])("[FUND-6] the balance read %i ms before an attempt is “%s”: others may have moved it since", async (waitMs, shown) => {
  const clock = quickClock();
  const funding = await FundingForm.open(played().on(fundCall, { is: "cut" }));
  const dialog = await funding.ask();
  await within(dialog).findByText(/^0\.5/);
  await clock.pass(waitMs);
  await press(funding.user, "Confirm and Fund", within(dialog));
  const unknown = within(await funding.unknown());
  await press(funding.user, "Check balance", unknown);
  expect((await unknown.findByText("Before")).nextElementSibling?.textContent).toBe(shown);
});

test("[FUND-2, FUND-6] a confirmation says where it could not look whether the same was moved before", async () => {
  const recent = "GET /analytics/recent-transactions";
  const host = played().on(recent, { status: 403, json: { message: "Not for you" } });
  const funding = await FundingForm.openAfterUsers(host);
  const dialog = await funding.ask();
  await within(dialog).findByText("It could not be looked up whether the same was done within a day.");
  host.on(recent, pageOf([{ id: "t-0", createdAt: new Date(Date.now() - 2 * 24 * 3_600_000).toISOString() }]));
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(within(dialog).queryByText(/It could not be looked up/)).toBeNull();
  });
});

test("[FUND-2, FUND-6] a confirmation says that it could not look where the kept transactions don't reach back a day", async () => {
  const recent = "GET /analytics/recent-transactions";
  const rows = Array.from({ length: 60 }, (_, n) => ({ id: `t-${n}`, createdAt: new Date(Date.now() - n * 1000).toISOString() }));
  const host = played().on(recent, pageOf(rows));
  const funding = await FundingForm.openAfterUsers(host);
  const dialog = await funding.ask();
  await within(dialog).findByText("It could not be looked up whether the same was done within a day.");
});

test("[FUND-2, FUND-6] a confirmation says that the same was moved before, also by another admin while it is open", async () => {
  const recent = "GET /analytics/recent-transactions";
  const theirs = { username: "ada", userId: "u-1", currency: "BTC", amount: 0.25, type: "DEPOSIT", status: "COMPLETED" };
  const others = [
    { amount: 0.26 },
    { userId: "u-2", username: "bola" },
    { status: "FAILED" },
    { type: "WITHDRAWAL", amount: -0.25 },
    { createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() },
  ].map((fields, n) => wireRow(n + 1, { ...theirs, ...fields }));
  const host = played().on(recent, pageOf(others));
  const funding = await FundingForm.openAfterUsers(host);
  const dialog = await funding.ask();
  await waitFor(() => expect(host.callsOf(recent).length).toBeGreaterThan(0));
  await within(dialog).findByText(/^0\.5/);
  const said = () => within(dialog).queryByText(/^The same was done before: .*\. Is it meant twice\?$/);
  expect(said()).toBeNull();
  host.on(recent, pageOf([wireRow(0, theirs), ...others]));
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("focus")));
    expect(said()).toBeTruthy();
  });
  await press(funding.user, "Confirm and Fund", within(dialog));
  await screen.findByText("Funded ada");
});
