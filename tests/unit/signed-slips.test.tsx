import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, isOff, noDialog, press, question } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { approvalsConfig, playSlips, playedPolicy, wireSlip } from "../support/played-approvals.ts";
import { PlayedCalls, type ReceivedCall } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";
import { stubPasskeys } from "../support/stub-passkeys.ts";

const lost = vi.hoisted(() => ({ isLost: false }));
vi.mock("../../src/sync/session/passkeys.ts", async (original) => {
  const real = await original<typeof import("../../src/sync/session/passkeys.ts")>();
  // Calling it fails as loading it would: a module that was loaded can't be lost again.
  return {
    ...real,
    signDigest: (...given: Parameters<typeof real.signDigest>) =>
      lost.isLost ? Promise.reject(new TypeError("Failed to fetch dynamically imported module")) : real.signDigest(...given),
  };
});

const config = { ...approvalsConfig, passkeys: "/keys" };
const grace = { id: "admin-grace", name: "Grace Hopper", email: "grace@example.com" };
const cancelled = () => new DOMException("not allowed", "NotAllowedError");

/** The host's request options; the challenge is the digest's bytes. */
const signing = ({ body }: Pick<ReceivedCall, "body">) => ({
  json: {
    success: true,
    data: {
      options: {
        challenge: Buffer.from((body as { digest: string }).digest, "hex").toString("base64url"),
        rpId: "localhost",
        allowCredentials: [],
      },
    },
  },
});

/** The digest that a body's signature signs. */
function signedBy(call: ReceivedCall | undefined): string {
  const form = v.object({ signature: v.object({ response: v.object({ clientDataJSON: v.string() }) }) });
  const { clientDataJSON } = v.parse(form, call?.body).signature.response;
  const { challenge } = v.parse(v.object({ challenge: v.string() }), JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()));
  return Buffer.from(challenge, "base64url").toString("hex");
}

async function openSlip(slips: ReturnType<typeof wireSlip>[], offers: object = config) {
  const host = playSlips(playFunding(new PlayedCalls()), () => slips)
    .on("GET /api/approvals/policy", { json: { success: true, data: { ...playedPolicy, signing: "passkey" } } })
    .on("POST /keys/sign/options", signing);
  const session = fakeSession(new Date(), {}, `signer-${slips[0]?.id}-${slips[0]?.maker.id}`);
  const { user } = await bootApp(host, { path: `/approvals/${slips[0]?.id}`, config: offers, session });
  return { host, user };
}

test("[APPR-10] nothing is approved before the host's rules have come, which may ask for a signature", async () => {
  const rules = new Gate();
  const slips = [wireSlip(0, { makerSignedAt: new Date().toISOString() })];
  const host = playSlips(playFunding(new PlayedCalls()), () => slips).on("GET /api/approvals/policy", async () => {
    await rules.opened;
    return { json: { success: true, data: playedPolicy } };
  });
  await bootApp(host, { path: "/approvals/slip-00000", config });
  expect(await screen.findAllByText(/The host's rules for approvals are still being fetched/)).toBeTruthy();
  expect(isOff(screen.getByRole("button", { name: "Approve and Fund" }))).toBe(true);
  expect(isOff(screen.getByRole("button", { name: "Refuse" }))).toBe(false);
  rules.open();
  await waitFor(() => expect(isOff(screen.getByRole("button", { name: "Approve and Fund" }))).toBe(false));
});

test("[APPR-10, PASS-4] the checker signs the digest of what is shown before the approval is sent; without it nothing is", async () => {
  const browser = stubPasskeys();
  const slips = [wireSlip(0, { makerSignedAt: new Date().toISOString() })];
  const { host, user } = await openSlip(slips);
  const approve = "POST /api/approvals/slip-00000/approve";
  host.on(approve, () => {
    slips[0] = { ...wireSlip(0, { state: "executed", reference: "FUND-NEW" }), ...slips[0], state: "executed", reference: "FUND-NEW" };
    return { json: { success: true, data: slips[0] } };
  });
  await press(user, "Approve and Fund");
  const asked = await question();
  browser.refusal = cancelled();
  await press(user, "Approve and Fund", asked);
  expect(await asked.findByText(/The passkey was not confirmed/)).toBeTruthy();
  expect(host.callsOf(approve)).toEqual([]);
  browser.refusal = undefined;
  await press(user, "Approve and Fund", asked);
  await noDialog();
  const [call] = host.callsOf(approve);
  expect(call?.body).toMatchObject({ digest: slips[0]?.["digest"] });
  expect(signedBy(call)).toBe(slips[0]?.["digest"]);
  expect(host.callsOf("POST /keys/sign/options"), "asked for anew each time").toHaveLength(2);
});

test("[APPR-10, PASS-2] a maker whose signing can't be loaded is told, and may sign again", async () => {
  stubPasskeys();
  const { host, user } = await openSlip([wireSlip(12, { maker: grace })]);
  host.on("POST /api/approvals/slip-00012/sign", { json: { success: true, data: wireSlip(12, { maker: grace }) } });
  lost.isLost = true;
  onTestFinished(() => void (lost.isLost = false));
  await press(user, "Sign");
  expect(await screen.findByText("The browser could not use the passkey.")).toBeTruthy();
  lost.isLost = false;
  await press(user, "Sign");
  await waitFor(() => expect(host.callsOf("POST /api/approvals/slip-00012/sign")).toHaveLength(1));
});

test("[APPR-7, APPR-10, PASS-4] a host that would have another text signed than the one shown gets no signature, of maker or checker", async () => {
  const browser = stubPasskeys();
  const lies = (host: PlayedCalls) =>
    host.on("POST /keys/sign/options", () => signing({ body: { digest: wireSlip(0, { amount: "9000000" })["digest"] } }));
  const said = "The host would have another text signed than the one that stands here. Nothing was signed.";
  const checked = await openSlip([wireSlip(10, { makerSignedAt: new Date().toISOString() })]);
  lies(checked.host);
  await press(checked.user, "Approve and Fund");
  const asked = await question();
  await press(checked.user, "Approve and Fund", asked);
  expect(await asked.findByText(said)).toBeTruthy();
  expect(checked.host.callsOf("POST /api/approvals/slip-00010/approve")).toEqual([]);
  cleanup();

  const made = await openSlip([wireSlip(11, { maker: grace })]);
  lies(made.host);
  await press(made.user, "Sign");
  expect(await screen.findByText(said)).toBeTruthy();
  expect(made.host.callsOf("POST /api/approvals/slip-00011/sign")).toEqual([]);
  expect(browser.asked, "no prompt for the other text").toEqual([]);
});

const go = (path: string) =>
  act(() => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  });

/** Moments of a signature in which the admin may turn away, each with a slip of its own. */
const moments = ["while its options are fetched", "while the prompt is up"] as const;

/** Keeps the signature in one of these moments until `release`. */
function hold(moment: (typeof moments)[number], host: PlayedCalls, browser: ReturnType<typeof stubPasskeys>) {
  const held = new Gate();
  const isPrompt = moment === "while the prompt is up";
  if (isPrompt) browser.hold = held.opened;
  else
    host.on("POST /keys/sign/options", async (call) => {
      await held.opened;
      return signing(call);
    });
  return {
    reached: () => expect.poll(() => (isPrompt ? browser.asked : host.callsOf("POST /keys/sign/options")).length).toBe(1),
    release: () => held.open(),
    prompts: isPrompt ? 1 : 0,
  };
}

test.each(moments)("[APPR-10, PASS-4] an approval cancelled %s is not sent, and leaves the next question alone", async (moment) => {
  const browser = stubPasskeys();
  const slips = [wireSlip(6 + moments.indexOf(moment), { makerSignedAt: new Date().toISOString() })];
  const { host, user } = await openSlip(slips);
  const [approve, refuse] = [`POST /api/approvals/${slips[0]?.id}/approve`, `POST /api/approvals/${slips[0]?.id}/refuse`] as const;
  host.on(approve, { json: { success: true, data: slips[0] } }).on(refuse, { json: { success: true, data: slips[0] } });
  const held = hold(moment, host, browser);
  await press(user, "Approve and Fund");
  const asked = await question();
  await press(user, "Approve and Fund", asked);
  await held.reached();
  await press(user, "Cancel", asked);
  await noDialog();
  expect(browser.asked.map(({ signal }) => signal?.aborted)).toEqual(Array.from({ length: held.prompts }, () => true));
  await press(user, "Refuse");
  const refusing = await question();
  const note = refusing.getByRole("textbox");
  await user.type(note, "Not ");
  held.release();
  await user.type(note, "hers");
  await press(user, "Refuse", refusing);
  await noDialog();
  expect(host.callsOf(refuse).map(({ body }) => body)).toEqual([{ note: "Not hers" }]);
  expect(host.callsOf(approve)).toEqual([]);
  expect(browser.asked, "no prompt without a question").toHaveLength(held.prompts);
});

test.each(moments)("[APPR-10, PASS-4] a signature whose page is left %s is not sent", async (moment) => {
  const browser = stubPasskeys();
  const slips = [wireSlip(8 + moments.indexOf(moment), { maker: grace })];
  const { host, user } = await openSlip(slips);
  const sign = `POST /api/approvals/${slips[0]?.id}/sign`;
  host.on(sign, { json: { success: true, data: slips[0] } });
  const held = hold(moment, host, browser);
  await press(user, "Sign");
  await held.reached();
  go("/approvals");
  await user.click(await screen.findByRole("tab", { name: "Mine" }));
  held.release();
  await user.click(screen.getByRole("tab", { name: "Decided" }));
  await user.click(screen.getByRole("tab", { name: "To decide" }));
  expect(host.callsOf(sign)).toEqual([]);
  expect(browser.asked, "no prompt without a question").toHaveLength(held.prompts);
});

test("[APPR-10] the maker's slip says that it isn't signed yet, and Sign signs it; nobody decides before", async () => {
  const browser = stubPasskeys();
  const slips = [wireSlip(1, { maker: grace })];
  const { host, user } = await openSlip(slips);
  const sign = "POST /api/approvals/slip-00001/sign";
  host.on(sign, () => {
    slips[0] = { ...wireSlip(1), ...slips[0], makerSignedAt: new Date().toISOString() };
    return { json: { success: true, data: slips[0] } };
  });
  expect(await screen.findByText("Not signed yet")).toBeTruthy();
  expect(screen.getByText("Nobody can approve it before you have signed it with your passkey.")).toBeTruthy();
  browser.refusal = cancelled();
  await press(user, "Sign");
  expect(await screen.findByText(/The passkey was not confirmed/)).toBeTruthy();
  browser.refusal = undefined;
  host.on("POST /keys/sign/options", { status: 409, json: { success: false } });
  await press(user, "Sign");
  expect(await screen.findByText("It could not be signed")).toBeTruthy();
  host.on("POST /keys/sign/options", signing);
  await byKey(user, "Sign");
  await waitFor(() => expect(screen.queryByText("Not signed yet")).toBeNull());
  await waitFor(() => expect(screen.getByRole("main").contains(document.activeElement), "[A11Y]").toBe(true));
  expect(signedBy(host.callsOf(sign)[0])).toBe(slips[0]?.["digest"]);
  expect(isOff(screen.getByRole("button", { name: "Approve and Fund" })), "still the maker's own").toBe(true);
});

const btcPolicy = { ...playedPolicy, rules: [{ operation: "fund", currency: "BTC", above: "1" }], reasons: [], signing: "passkey" };

test.each([
  ["another user", { email: "mallory@example.com" }],
  ["another amount", { amount: "20" }],
  ["another operation", { operation: "deduct" }],
  ["a note that nobody wrote", { note: "As agreed" }],
])(
  "[APPR-7, APPR-10] a slip that the host made out for something else than was asked is said, and not signed unseen: %s",
  async (_, other) => {
    const browser = stubPasskeys();
    const made = wireSlip(12, { currency: "BTC", amount: "2", reason: null, note: null, maker: grace, ...other });
    const host = playFunding(new PlayedCalls())
      .on("GET /api/approvals/policy", { json: { success: true, data: btcPolicy } })
      .on("GET /api/approvals", { json: { success: true, data: { approvals: [made], total: 1, toDecide: 0 } } })
      .on("POST /api/approvals", { status: 201, json: { success: true, data: made } })
      .on("POST /keys/sign/options", signing);
    const funding = await FundingForm.open(host, { config, path: "/funding" });
    await funding.ask({ amount: "2" });
    await press(funding.user, "Send for approval", within(await screen.findByRole("alertdialog")));
    const waiting = within(await screen.findByRole("dialog", { name: "Waiting for approval" }));
    expect((await waiting.findByRole("alert")).textContent).toContain("The host's slip says something else than you asked for");
    expect(waiting.queryByRole("button", { name: "Sign" })).toBeNull();
    expect(host.callsOf("POST /keys/sign/options")).toEqual([]);
    expect(browser.asked).toEqual([]);
  },
);

test("[APPR-10] the maker is asked for the passkey as soon as the slip is made, and is told where it failed", async () => {
  const browser = stubPasskeys();
  browser.refusal = cancelled();
  const made = wireSlip(2, { currency: "BTC", amount: "2", reason: null, note: null, maker: grace });
  const host = playFunding(new PlayedCalls())
    .on("GET /api/approvals/policy", { json: { success: true, data: btcPolicy } })
    .on("GET /api/approvals", { json: { success: true, data: { approvals: [made], total: 1, toDecide: 0 } } })
    .on("GET /api/approvals/slip-00002", { json: { success: true, data: made } })
    .on("POST /api/approvals", { status: 201, json: { success: true, data: made } })
    .on("POST /keys/sign/options", signing)
    .on("POST /api/approvals/slip-00002/sign", { json: { success: true, data: { ...made, makerSignedAt: new Date().toISOString() } } });
  const funding = await FundingForm.open(host, { config, path: "/funding" });
  await funding.ask({ amount: "2" });
  await press(funding.user, "Send for approval", within(await screen.findByRole("alertdialog")));
  const waiting = within(await screen.findByRole("dialog", { name: "Waiting for approval" }));
  expect(await waiting.findByText(/The passkey was not confirmed/)).toBeTruthy();
  expect(browser.asked).toHaveLength(1);
  browser.refusal = undefined;
  await press(funding.user, "Sign", waiting);
  expect(await waiting.findByText("Signed")).toBeTruthy();
  expect(signedBy(host.callsOf("POST /api/approvals/slip-00002/sign")[0])).toBe(made["digest"]);
});

test("[APPR-10] the maker signs no other text than the one shown, on no host without passkeys, and not while a signature's outcome is unknown", async () => {
  stubPasskeys();
  const other = [wireSlip(3, { maker: grace, digest: "a".repeat(64) })];
  const { host, user } = await openSlip(other);
  await press(user, "Sign");
  expect(
    await screen.findByText("The host would have another text signed than the one that stands here. Nothing was signed."),
  ).toBeTruthy();
  expect(host.callsOf("POST /keys/sign/options")).toEqual([]);
  cleanup();

  const lost = await openSlip([wireSlip(4, { maker: grace })]);
  lost.host.on("POST /api/approvals/slip-00004/sign", { is: "cut" });
  await press(lost.user, "Sign");
  expect((await screen.findAllByText("Outcome unknown")).length).toBeGreaterThan(0);
  go("/approvals");
  await screen.findByRole("tab", { name: "Mine" });
  go("/approvals/slip-00004");
  expect((await screen.findAllByText("The outcome of an earlier signature is not known yet.")).length).toBeGreaterThan(0);
  expect(lost.host.callsOf("POST /api/approvals/slip-00004/sign")).toHaveLength(1);
  cleanup();

  await openSlip([wireSlip(5, { maker: grace })], approvalsConfig);
  const off = "The host asks for a signature, but its config.json names no passkeys.";
  expect((await screen.findAllByText(off)).length).toBeGreaterThan(0);
});
