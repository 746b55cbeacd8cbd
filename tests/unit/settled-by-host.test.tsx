import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Gate } from "../support/browser/gate.ts";
import { chooseItem } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { type Answer, closeCall, PlayedCalls } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";

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
  await funding.send();
  const main = await screen.findByRole("main");
  await within(main).findByText("The host says that it is done · Funded ada");
  await waitFor(() => expect(funding.newest()).toMatch(/Done.*Funded ada/s));
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 outcome unknown" })).toBeNull());
  expect(host.callsOf(fundCall)).toHaveLength(1);
  const [closing] = host.callsOf(closeCall);
  expect(closing?.body).toEqual({});
  expect(closing?.authorization).toMatch(/^Bearer /);
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
  expect(funding.newest()).toContain("Never arrived");
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
  gate.open();
  await within(list).findByRole("region", { name: "Never arrived" });
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
  expect(host.callsOf("POST /adminsignin/logout")).toEqual([]);
});
