import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { press } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { type Answer, closeCall, PlayedCalls } from "../support/played-calls.ts";
import { playSlips, policyCall, policyOf, slipCall, slipConfig, wireSlip } from "../support/played-slips.ts";

const fundCall = "POST /funduser/fund";
const deductCall = "POST /funduser/deduct";

const open = (host: PlayedCalls, path = "/funding") => FundingForm.open(host, { config: slipConfig, path });
const opened = async (policy?: object): Promise<{ host: PlayedCalls; funding: FundingForm }> => {
  const host = playSlips(new PlayedCalls(), policy);
  return { host, funding: await open(host) };
};

/** Chooses a reason once the policy has loaded, and types a note. */
async function motivate({ user }: FundingForm, reason = "correction", note = ""): Promise<void> {
  await user.selectOptions(await screen.findByLabelText("Reason"), reason);
  if (note !== "") await user.type(screen.getByLabelText("Note"), note);
}

/** Confirms the dialog by the button of this name. */
const confirm = async ({ user }: FundingForm, name: string): Promise<void> =>
  press(user, name, within(await screen.findByRole("alertdialog")));

const main = async () => within(await screen.findByRole("main"));
const bodies = (host: PlayedCalls, call: string) => host.callsOf(call).map(({ body }) => body);

test("[APPR-2, FUND-3] a host that names no approvals is asked for no rules, and gets the documented payload alone", async () => {
  const host = playSlips(new PlayedCalls());
  const funding = await FundingForm.open(host, { path: "/funding?reverses=DEDUCT-9" });
  await funding.send({ amount: "2" });
  await screen.findByText("Funded ada");
  expect(screen.queryByLabelText("Reason")).toBeNull();
  expect(screen.queryByText("Reverses")).toBeNull();
  expect(host.callsOf(policyCall)).toEqual([]);
  expect(JSON.stringify(bodies(host, fundCall))).toBe('[{"email":"ada@example.com","currency":"BTC","amount":2}]');
});

test("[APPR-2] a host with reasons asks for one; reason and note stand on the cheque, go out and are kept in the journal", async () => {
  const { host, funding } = await opened();
  await motivate(funding, "correction", "Ticket 7");
  expect(screen.getByLabelText("Reason")).toHaveProperty("required", true);
  expect(screen.getByLabelText("Note")).toHaveProperty("required", false);
  const cheque = await funding.ask();
  expect(cheque.textContent).toMatch(/Reason.*Correction.*Note.*Ticket 7/s);
  await confirm(funding, "Confirm and Fund");
  await screen.findByText("Funded ada");
  expect(bodies(host, fundCall)).toEqual([
    { email: "ada@example.com", currency: "BTC", amount: 0.25, reason: "correction", note: "Ticket 7" },
  ]);
  await press(funding.user, "Done");
  // The next one needs its own reason.
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "");
  history.pushState(null, "", "/audit?tab=device");
  dispatchEvent(new PopStateEvent("popstate"));
  await funding.user.click(await screen.findByRole("button", { name: /Fund 0\.25 BTC/ }));
  const details = await screen.findByRole("dialog");
  expect(details.textContent).toMatch(/reason.*correction.*note.*Ticket 7/s);
  expect(details.textContent).toMatch(/Reference.*FUND-1/s);
});

test("[APPR-2] the reason “other” needs a note in words, of 500 characters at most, and they are counted", async () => {
  const { host, funding } = await opened();
  await funding.enter();
  await motivate(funding, "other");
  const note = screen.getByLabelText("Note");
  expect(note).toHaveProperty("required", true);
  await funding.user.type(note, "   ");
  await funding.user.click(funding.submitButton);
  expect(screen.getByText("Say in a few words what it is for.")).toBeTruthy();
  expect(document.activeElement).toBe(note);
  await funding.user.click(note);
  await funding.user.paste("x".repeat(501));
  expect(screen.getByText("501 of 500 characters")).toBeTruthy();
  expect(screen.getByText("The note has 501 characters; 500 at most can be sent.")).toBeTruthy();
  await funding.user.click(funding.submitButton);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await funding.user.keyboard("{Backspace}");
  expect(screen.getByText("500 of 500 characters")).toBeTruthy();
  await funding.user.click(funding.submitButton);
  await confirm(funding, "Confirm and Fund");
  await screen.findByText("Funded ada");
  expect(bodies(host, fundCall)).toMatchObject([{ reason: "other", note: "x".repeat(500) }]);
});

test("[APPR-2] a host without reasons shows neither field", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  await funding.send();
  await screen.findByText("Funded ada");
  expect(screen.queryByLabelText("Reason")).toBeNull();
  expect(bodies(host, fundCall)).toEqual([{ email: "ada@example.com", currency: "BTC", amount: 0.25 }]);
});

test("[FUND-6, APPR-2] an unknown outcome names the reason as the form did", async () => {
  const { host, funding } = await opened();
  host.on(fundCall, { status: 502 });
  await motivate(funding, "correction", "Ticket 7");
  await funding.send();
  const outcome = await screen.findByRole("region", { name: "Outcome unknown" });
  await waitFor(() => expect(outcome.textContent).toMatch(/Reason: Correction.*Note: Ticket 7/));
});

test("[APPR-3] above the amount the cheque says why, “Send for approval” POSTs the slip once, and the dialog links to it", async () => {
  const { host, funding } = await opened();
  await motivate(funding);
  const cheque = await funding.ask({ amount: "2" });
  await within(cheque).findByText("Needs a second admin");
  expect(cheque.textContent).toMatch(/Needs a second admin.*One admin may move 1 BTC at most; this is more\./s);
  expect(within(cheque).queryByRole("button", { name: /^Confirm and/ })).toBeNull();
  await funding.user.dblClick(await within(cheque).findByRole("button", { name: "Send for approval" }));
  const waiting = await screen.findByRole("dialog", { name: "Waiting for approval" });
  expect(waiting.textContent).toMatch(/Nothing has moved yet\. A second admin decides on it by/);
  expect(within(waiting).getByRole("link", { name: "Open the slip" }).getAttribute("href")).toBe("/approvals/slip-1");
  expect(bodies(host, slipCall)).toEqual([
    { operation: "fund", email: "ada@example.com", currency: "BTC", amount: "2", reason: "correction" },
  ]);
  expect(host.callsOf(fundCall)).toEqual([]);
  await press(funding.user, "Done");
  for (const label of ["User Email", "Currency", "Amount", "Reason"]) expect(screen.getByLabelText(label)).toHaveProperty("value", "");
  await waitFor(() => expect(funding.newest()).toMatch(/Fund, by two.*ada@example\.com.*2.*BTC.*Sent for approval.*Open the slip/s));
});

test("[APPR-1, APPR-3] what was moved before within a day counts together, and the cheque says how much", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  await funding.send({ amount: "0.6" });
  await press(funding.user, "Done");
  const cheque = await funding.ask({ email: "Ada@example.com", amount: "0.5" });
  await within(cheque).findByText("Needs a second admin");
  expect(cheque.textContent).toMatch(/You have moved 0\.6 BTC for this one; with this it is 1\.1 BTC\./);
  expect(cheque.textContent).toMatch(/this device's journal; the host has the last word/);
  await funding.user.click(within(cheque).getByRole("button", { name: "Cancel" }));
  // The sum of another user, and of the other operation, starts at zero.
  const other = await funding.ask({ email: "bob@example.com", amount: "0.5" });
  expect(within(other).getByRole("button", { name: "Confirm and Fund" })).toBeTruthy();
  await funding.user.click(within(other).getByRole("button", { name: "Cancel" }));
  const deduction = await funding.ask({ operation: "deduct", amount: "0.5" });
  expect(within(deduction).getByRole("button", { name: "Confirm and Deduct" })).toBeTruthy();
  expect(host.callsOf(slipCall)).toEqual([]);
});

test("[APPR-3] an open slip of the same subject: the host's message, and the link to it", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  host.on(slipCall, { status: 409, json: { success: false, message: "One waits already", data: { id: "slip-9" } } });
  await funding.ask({ amount: "2" });
  await confirm(funding, "Send for approval");
  const alert = await (await main()).findByRole("alert");
  expect(alert.textContent).toContain("Not sent for approval: One waits already");
  expect(within(alert).getByRole("link", { name: "Open the slip" }).getAttribute("href")).toBe("/approvals/slip-9");
  // Input is kept.
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "2");
});

test("[APPR-8, APPR-3] a direct call that the host refuses for its amount leads to “Send for approval” with what was typed, and nothing is sent by itself", async () => {
  const { host, funding } = await opened(policyOf({ rules: [] }));
  host.on(fundCall, { status: 403, json: { success: false, message: "Above 0.2 BTC two admins are needed", field: "amount" } });
  await motivate(funding, "correction", "Ticket 7");
  await funding.send();
  const alert = await (await main()).findByRole("alert");
  expect(alert.textContent).toContain("Not funded: Above 0.2 BTC two admins are needed");
  await funding.user.click(within(alert).getByRole("button", { name: "Send for approval" }));
  const cheque = await screen.findByRole("alertdialog");
  expect(cheque.textContent).toMatch(/Needs a second admin.*The host said: Above 0\.2 BTC two admins are needed/s);
  expect(host.callsOf(slipCall)).toEqual([]);
  await confirm(funding, "Send for approval");
  await screen.findByRole("dialog", { name: "Waiting for approval" });
  expect(bodies(host, slipCall)).toEqual([
    { operation: "fund", email: "ada@example.com", currency: "BTC", amount: "0.25", reason: "correction", note: "Ticket 7" },
  ]);
  expect(host.callsOf(fundCall)).toHaveLength(1);
});

test("[APPR-1, APPR-2] an order refused under rules that have changed has them read again at once", async () => {
  const { host, funding } = await opened();
  await motivate(funding);
  await funding.ask();
  host
    .on(policyCall, { json: { success: true, data: policyOf({ reasons: [{ code: "refund", label: "Refund" }] }) } })
    .on(fundCall, { status: 400, json: { success: false, message: "reason is not one of this host's reasons", field: "reason" } });
  await confirm(funding, "Confirm and Fund");
  expect(await screen.findByRole("option", { name: "Refund" })).toBeTruthy();
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "0.25");
});

test("[APPR-1] rules that can't be read are said to be so at the form and on the cheque, and nothing is concluded from that", async () => {
  const host = playSlips(new PlayedCalls()).on(policyCall, { status: 403, json: { success: false, message: "Not yours" } });
  const funding = await open(host);
  expect(await screen.findByText("The host's rules could not be read")).toBeTruthy();
  const cheque = await funding.ask({ amount: "2" });
  expect(cheque.textContent).toMatch(
    /Whether it needs a second admin can't be told.*If it needs one, the host refuses it and nothing moves/s,
  );
  expect(cheque.textContent).not.toContain("Needs a second admin");
  await funding.user.click(within(cheque).getByRole("button", { name: "Cancel" }));
  host.on(policyCall, { json: { success: true, data: policyOf() } });
  await press(funding.user, "Try again");
  expect(await screen.findByLabelText("Reason")).toBeTruthy();
  expect(screen.queryByText("The host's rules could not be read")).toBeNull();
});

const ended = (data: object): Answer => ({ json: { success: true, data: { at: "2026-11-20T12:00:00.000Z", ...data } } });

test("[APPR-3, FUND-6] a slip whose answer is lost is unknown, and stands in the way of the same slip and the same funding", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  host.on(slipCall, { is: "cut" });
  await funding.ask({ amount: "2" });
  await confirm(funding, "Send for approval");
  const unknown = await funding.unknown();
  expect(unknown.textContent).toMatch(/Send for approval.*ada@example\.com.*Operation: Fund.*Amount: 2/s);
  expect(within(unknown).queryByRole("button", { name: "Check balance" })).toBeNull();
  await waitFor(() => expect(funding.isOff).toBe(true));
  expect(funding.newest()).toMatch(/Fund, by two.*Outcome unknown/s);
  expect(host.callsOf(slipCall)).toHaveLength(1);
});

test("[KEY-2, APPR-3] a lost slip that the host has is settled by its key, with the link to it", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  host.on(slipCall, { is: "cut" }).on(closeCall, ended({ state: "done", status: 201, answer: { success: true, data: wireSlip() } }));
  await funding.ask({ amount: "2" });
  await confirm(funding, "Send for approval");
  const told = await (await main()).findByText(/The host says that it is done/);
  expect(within(told).getByRole("link", { name: "Open the slip" }).getAttribute("href")).toBe("/approvals/slip-1");
  await waitFor(() => expect(funding.newest()).toMatch(/Sent for approval.*Open the slip/s));
  expect(host.callsOf(slipCall)).toHaveLength(1);
});

test("[KEY-3, APPR-3] a slip that never arrived: “Send again” opens a new cheque for a second admin, and sends nothing by itself", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  host.on(slipCall, { is: "cut" }).on(closeCall, ended({ state: "never" }));
  await funding.ask({ amount: "2" });
  await confirm(funding, "Send for approval");
  const panel = await (await main()).findByRole("region", { name: "Never arrived" });
  await press(funding.user, "Send again", within(panel));
  const cheque = await screen.findByRole("alertdialog");
  expect(cheque.textContent).toContain("Needs a second admin");
  expect(host.callsOf(slipCall)).toHaveLength(1);
  host.on(slipCall, { status: 201, json: { success: true, data: wireSlip() } });
  await confirm(funding, "Send for approval");
  await screen.findByRole("dialog", { name: "Waiting for approval" });
  expect(host.callsOf(slipCall)).toHaveLength(2);
});

test("[FUND-3, KEY-3] what is sent again from the recent attempts leaves another order that is in the form", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  host.on(slipCall, { is: "cut" }).on(closeCall, ended({ state: "never" }));
  await funding.ask({ amount: "2" });
  await confirm(funding, "Send for approval");
  const panel = await (await main()).findByRole("region", { name: "Never arrived" });
  await funding.enter({ email: "bob@example.com", amount: "0.5" });
  host.on(slipCall, { status: 201, json: { success: true, data: wireSlip() } });
  await press(funding.user, "Send again", within(panel));
  await confirm(funding, "Send for approval");
  await screen.findByRole("dialog", { name: "Waiting for approval" });
  expect(screen.getByLabelText("User Email")).toHaveProperty("value", "bob@example.com");
});

test("[APPR-9] “Reverse…” on a done funding opens the deduction of the same, with its reference on the cheque and in the call", async () => {
  const { host, funding } = await opened(policyOf({ reasons: [] }));
  await funding.send();
  await press(funding.user, "Done");
  await funding.user.click(await screen.findByRole("link", { name: "Reverse…" }));
  await waitFor(() => expect(screen.getByLabelText("Operation")).toHaveProperty("value", "deduct"));
  for (const [label, value] of [
    ["User Email", "ada@example.com"],
    ["Currency", "BTC"],
    ["Amount", "0.25"],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveProperty("value", value);
  await press(funding.user, "Deduct");
  expect((await funding.dialog()).textContent).toMatch(/Reverses.*FUND-1/s);
  host.on(deductCall, { status: 409, json: { success: false, message: "FUND-1 is reversed already", field: "reverses" } });
  await confirm(funding, "Confirm and Deduct");
  expect((await (await main()).findByRole("alert")).textContent).toContain("Not deducted: FUND-1 is reversed already");
  expect(bodies(host, deductCall)).toEqual([{ email: "ada@example.com", currency: "BTC", amount: 0.25, reverses: "FUND-1" }]);
  // Once it is no reversal, it is sent without the reference.
  host.on(deductCall, { json: { success: true, message: "Deducted from ada" } });
  await press(funding.user, "Not a reversal");
  await press(funding.user, "Deduct");
  await confirm(funding, "Confirm and Deduct");
  await screen.findByText("Deducted from ada");
  expect(bodies(host, deductCall)[1]).toEqual({ email: "ada@example.com", currency: "BTC", amount: 0.25 });
  // Values filled in from the address are gone too.
  expect(location.search).toBe("");
});

test("[APPR-9] on a host without approvals “Reverse…” fills in the form, and nothing goes out beside the documented fields", async () => {
  const host = playSlips(new PlayedCalls());
  const funding = await FundingForm.open(host);
  await funding.send();
  await press(funding.user, "Done");
  await funding.user.click(await screen.findByRole("link", { name: "Reverse…" }));
  await waitFor(() => expect(screen.getByLabelText("Amount")).toHaveProperty("value", "0.25"));
  await press(funding.user, "Deduct");
  expect((await funding.dialog()).textContent).not.toContain("Reverses");
  await confirm(funding, "Confirm and Deduct");
  await screen.findByText("Deducted from ada");
  expect(bodies(host, deductCall)).toEqual([{ email: "ada@example.com", currency: "BTC", amount: 0.25 }]);
});
