import { createHash } from "node:crypto";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { policyText, readPolicy } from "../../src/contract/approvals.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { approvalsConfig, cleo, playedPolicy } from "../support/played-approvals.ts";
import { type Answer, PlayedCalls } from "../support/played-calls.ts";

const config = { ...approvalsConfig, approvalPolicy: "/rules" };
const path = "/security/approval-rules";
const grace = { id: "adm-grace", name: "Grace Hopper", email: "grace@example.com" };
const boss = (id: string) => fakeSession(new Date(), { adminRole: "super_admin", email: grace.email }, id);

/** A proposal on the wire; its digest matches its fields unless `fields` overrides it. */
function proposal(fields: object = {}, maker = cleo) {
  const policy = v.parse(readPolicy.answer, { success: true, data: { ...playedPolicy, expiresAfterHours: 8, ...fields } });
  const terms = {
    id: "prop-1",
    policy,
    maker,
    madeAt: new Date(Date.now() - 60_000).toISOString(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  return { ...terms, digest: createHash("sha256").update(policyText(terms)).digest("hex") };
}

/** A host with the policy and proposal in `state`. */
function playRules(state: { policy: object; proposed?: object | undefined }) {
  return new PlayedCalls()
    .on("GET /api/approvals/policy", () => ({ json: { success: true, data: { ...state.policy, proposed: state.proposed } } }))
    .on("GET /api/approvals", { json: { success: true, data: { approvals: [], total: 0, toDecide: 0 } } });
}
const policyCall = "GET /api/approvals/policy";
/** A host that nobody reaches. */
const gone = () =>
  new (class extends PlayedCalls {
    override answer = (): Promise<Answer> => Promise.resolve({ is: "cut" });
  })();
const changes = () =>
  within(screen.getByRole("list", { name: "Changes" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the approval rules", () => {
  test("[APPR-1] a super admin reads them, changes an amount, a reason and the hours, sees old and new, and proposes them once", async () => {
    const state: Parameters<typeof playRules>[0] = { policy: playedPolicy };
    const host = playRules(state).on("PUT /rules", ({ body }) => {
      state.proposed = proposal(v.parse(v.looseObject({}), body), grace);
      return { json: { success: true, message: "It waits for another super_admin", data: state.proposed } };
    });
    const { user } = await bootApp(host, { path, config, session: boss("rules-1") });
    const row = (await screen.findByRole("cell", { name: "NGNB" })).closest("tr");
    expect(
      within(row ?? document.body)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["NGNB", "1,000,000", "never"]);
    await press(user, "Propose other rules");
    expect(isOff(await screen.findByRole("button", { name: "Review the changes" }))).toBe(true);
    const fund = within(screen.getByRole("group", { name: "Fund above" }));
    await fill(user, fund.getByLabelText("NGNB"), "500000");
    await fill(user, within(screen.getByRole("group", { name: "Deduct above" })).getByLabelText("BTC"), "0.25");
    await fill(user, screen.getByLabelText("Hours that a slip waits"), "0");
    await press(user, "Add a reason");
    await fill(user, screen.getByLabelText("Reason 3"), "Refund");
    await press(user, "Review the changes");
    expect(await screen.findByText("Give a whole number from 1 to 720")).toBeTruthy();
    expect(screen.getByText("Give it a code")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await fill(user, screen.getByLabelText("Hours that a slip waits"), "8");
    await fill(user, screen.getByLabelText("Code"), "refund");
    await press(user, "Review the changes");
    const asked = await question();
    expect(asked.getByText("Nothing changes until another super admin approves them, within 24 h.")).toBeTruthy();
    expect(changes()).toEqual([
      "Fund, NGNBfrom above 1,000,000 NGNB→ to above 500,000 NGNB",
      "Deduct, BTCfrom never a second admin→ to above 0.25 BTC",
      "Reason “refund”from none→ to Refund",
      "A slip waitsfrom 24 hours→ to 8 hours",
    ]);
    await press(user, "Propose", asked);
    await noDialog();
    expect(host.callsOf("PUT /rules")).toMatchObject([
      {
        body: {
          rules: [
            { operation: "fund", currency: "NGNB", above: "500000" },
            { operation: "deduct", currency: "BTC", above: "0.25" },
          ],
          reasons: [...playedPolicy.reasons, { code: "refund", label: "Refund" }],
          expiresAfterHours: 8,
          signing: "none",
        },
      },
    ]);
    // Its maker can't approve it.
    const slip = within(await screen.findByRole("region", { name: "Proposed rules" }));
    expect(isOff(slip.getByRole("button", { name: "Approve rules" }))).toBe(true);
    expect(slip.getAllByText("Another super admin must decide on what you proposed").length).toBeGreaterThan(0);
    expect(isOff(slip.getByRole("button", { name: "Withdraw" }))).toBe(false);
  });

  test("[APPR-1] what another admin changes while the form is open stays changed, and what is typed stays typed", async () => {
    const state: Parameters<typeof playRules>[0] = { policy: playedPolicy };
    const host = playRules(state).on("PUT /rules", ({ body }) => ({
      json: { success: true, data: proposal(v.parse(v.looseObject({}), body), grace) },
    }));
    const { user } = await bootApp(host, { path, config, session: boss("rules-16") });
    await press(user, "Propose other rules");
    const deduct = within(await screen.findByRole("group", { name: "Deduct above" }));
    await fill(user, deduct.getByLabelText("BTC"), "0.25");
    const rules = [{ operation: "fund", currency: "NGNB", above: "700000" }];
    const reasons = [...playedPolicy.reasons, { code: "airdrop", label: "Airdrop" }];
    state.policy = { ...playedPolicy, rules, reasons, expiresAfterHours: 12 };
    await waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      expect(screen.getByLabelText("Hours that a slip waits")).toHaveProperty("value", "12");
    });
    expect(deduct.getByLabelText("BTC")).toHaveProperty("value", "0.25");
    await press(user, "Review the changes");
    const asked = await question();
    expect(changes()).toEqual(["Deduct, BTCfrom never a second admin→ to above 0.25 BTC"]);
    await press(user, "Propose", asked);
    await noDialog();
    const [sent] = host.callsOf("PUT /rules");
    expect(sent?.body).toMatchObject({
      rules: [...rules, { operation: "deduct", currency: "BTC", above: "0.25" }],
      reasons,
      expiresAfterHours: 12,
    });
  });

  test.each(["another proposal", "other rules in force"])(
    "[APPR-1] a proposal goes out over %s only once they were seen, and what is typed stays typed",
    async (what) => {
      const state: Parameters<typeof playRules>[0] = { policy: playedPolicy };
      const host = playRules(state).on("PUT /rules", ({ body }) => ({
        json: { success: true, data: proposal(v.parse(v.looseObject({}), body), grace) },
      }));
      const { user } = await bootApp(host, { path, config, session: boss(`rules-meanwhile-${what}`) });
      await press(user, "Propose other rules");
      const deduct = within(await screen.findByRole("group", { name: "Deduct above" }));
      await fill(user, deduct.getByLabelText("BTC"), "0.25");
      await press(user, "Review the changes");
      const asked = await question();
      if (what === "another proposal") state.proposed = proposal();
      else state.policy = { ...playedPolicy, expiresAfterHours: 12 };
      await press(user, "Propose", asked);
      expect(await screen.findByText("The rules in force, or the proposal that waits, have changed meanwhile")).toBeTruthy();
      await noDialog();
      expect(host.callsOf("PUT /rules")).toEqual([]);
      if (what === "another proposal") expect(await screen.findByText("Your proposal takes the place of the one that waits.")).toBeTruthy();
      else await waitFor(() => expect(screen.getByLabelText("Hours that a slip waits")).toHaveProperty("value", "12"));
      expect(deduct.getByLabelText("BTC")).toHaveProperty("value", "0.25");
      await press(user, "Review the changes");
      await press(user, "Propose", await question());
      await noDialog();
      const hours = what === "another proposal" ? 24 : 12;
      expect(host.callsOf("PUT /rules")).toMatchObject([{ body: { expiresAfterHours: hours } }]);
      expect(screen.queryByText("The rules in force, or the proposal that waits, have changed meanwhile")).toBeNull();
    },
  );

  test("[APPR-1] a proposal goes out without the rules being read first only once that is said, and ticked", async () => {
    const host = playRules({ policy: playedPolicy }).on("PUT /rules", ({ body }) => ({
      json: { success: true, data: proposal(v.parse(v.looseObject({}), body), grace) },
    }));
    const { user } = await bootApp(host, { path, config, session: boss("rules-unread") });
    await press(user, "Propose other rules");
    const deduct = within(await screen.findByRole("group", { name: "Deduct above" }));
    await fill(user, deduct.getByLabelText("BTC"), "0.25");
    await press(user, "Review the changes");
    host.on(policyCall, { status: 403, json: { success: false } });
    const asked = await question();
    await press(user, "Propose", asked);
    await asked.findByText("The host could not be asked for the value that this replaces");
    expect(host.callsOf("PUT /rules")).toEqual([]);
    await user.click(asked.getByText("Send it all the same"));
    await press(user, "Propose", asked);
    await waitFor(() => expect(host.callsOf("PUT /rules")).toHaveLength(1));
  });

  test("[APPR-1] another super admin sees old and new, and approves the digest of what is shown", async () => {
    const proposed = proposal();
    const state: Parameters<typeof playRules>[0] = { policy: playedPolicy, proposed };
    const host = playRules(state).on("POST /rules/approve", () => {
      state.policy = proposed.policy;
      state.proposed = undefined;
      return { json: { success: true, message: "The policy is in force", data: proposed.policy } };
    });
    const { user } = await bootApp(host, { path: "/approvals", config, session: boss("rules-2") });
    expect(await screen.findByText("Other approval rules wait for a second super admin")).toBeTruthy();
    expect(screen.getByText(/^Cleo Checker proposes them\. They are void from /)).toBeTruthy();
    await user.click(await screen.findByRole("link", { name: "Look at them" }));
    await screen.findByRole("region", { name: "Proposed rules" });
    expect(changes()).toEqual(["A slip waitsfrom 24 hours→ to 8 hours"]);
    await press(user, "Approve rules");
    await press(user, "Approve rules", await question());
    await noDialog();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Proposed rules" })).toBeNull());
    expect(host.callsOf("POST /rules/approve")).toMatchObject([{ body: { digest: proposed.digest } }]);
    expect(screen.getByText("8 hours")).toBeTruthy();
  });

  test("[APPR-1, A11Y] the focus stays where the form opens and closes, and on the next reason after a removed one", async () => {
    const { user } = await bootApp(playRules({ policy: playedPolicy }), { path, config, session: boss("rules-focus") });
    const isInMain = () => screen.getByRole("main").contains(document.activeElement);
    await byKey(user, "Propose other rules");
    const form = within(await screen.findByRole("form", { name: "Propose other rules" }));
    await waitFor(() => expect(isInMain()).toBe(true));
    const [first] = playedPolicy.reasons;
    await byKey(user, `Remove ${first?.label}`, form);
    await waitFor(() => expect(form.queryByRole("button", { name: `Remove ${first?.label}` })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(form.getAllByRole("listitem")[0]));
    await byKey(user, "Cancel", form);
    await screen.findByRole("button", { name: "Propose other rules" });
    await waitFor(() => expect(isInMain()).toBe(true));
  });

  test("[APPR-1, FUND-6] a proposal is refused; a lost answer is unknown, and nothing is decided on it again", async () => {
    const host = playRules({ policy: playedPolicy, proposed: proposal() }).on("POST /rules/withdraw", { is: "cut" });
    const { user } = await bootApp(host, { path, config, session: boss("rules-3") });
    await press(user, "Refuse");
    await press(user, "Refuse", await question());
    await noDialog();
    const slip = within(await screen.findByRole("region", { name: "Proposed rules" }));
    await waitFor(() => expect(isOff(slip.getByRole("button", { name: "Approve rules" }))).toBe(true));
    expect(slip.getAllByText("The outcome of an earlier decision on it is not known yet").length).toBeGreaterThan(0);
    expect(host.callsOf("POST /rules/withdraw")).toHaveLength(1);
  });

  test("[APPR-7] rules whose digest is not that of what is shown can't be approved", async () => {
    const host = playRules({ policy: playedPolicy, proposed: { ...proposal(), digest: "0".repeat(64) } });
    await bootApp(host, { path, config, session: boss("rules-4") });
    expect(isOff(await screen.findByRole("button", { name: "Approve rules" }))).toBe(true);
    expect(
      screen.getAllByText("The host would put other rules into force than those that stand here. Nothing can be approved.").length,
    ).toBeGreaterThan(0);
  });

  test("[APPR-1] that they are being read, are not on this device, could not be read, or not be refreshed is said", async () => {
    const host = playRules({ policy: playedPolicy }).on(policyCall, { is: "silence" });
    await bootApp(host, { path, config, session: boss("rules-7") });
    expect(await screen.findByText("Reading the rules")).toBeTruthy();
    cleanup();
    await bootApp(gone(), { path, config, session: boss("rules-8") });
    expect(await screen.findByText("The rules are not on this device")).toBeTruthy();
    expect(screen.getByText("They can be fetched once the host is in reach.")).toBeTruthy();
    cleanup();
    host.on(policyCall, { status: 403, json: { success: false } });
    const { user } = await bootApp(host, { path, config, session: boss("rules-9") });
    expect(await screen.findByText("The rules could not be read")).toBeTruthy();
    host.on(policyCall, { json: { success: true, data: { ...playedPolicy, reasons: [], signing: "passkey" } } });
    await byKey(user, "Try again");
    expect(await screen.findByText("None are asked for.")).toBeTruthy();
    await waitFor(() => expect(screen.getByRole("main").contains(document.activeElement), "[A11Y]").toBe(true));
    expect(screen.getByRole("heading", { name: "Waiting and signing" })).toBeTruthy();
    expect(screen.getByText("Maker and checker sign with a passkey")).toBeTruthy();
    expect(screen.getByText(/^Above these amounts a funding or a deduction waits for a second admin\./)).toBeTruthy();
    host.on(policyCall, { status: 403, json: { success: false, message: "Not for you today" } });
    await waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      expect(screen.getByText("The rules could not be refreshed")).toBeTruthy();
    });
    expect(screen.getByText("Not for you today")).toBeTruthy();
  });

  test("[APPR-1] the form says what is wrong with an amount, a code and words, what it replaces, and that nothing is changed yet", async () => {
    const host = playRules({ policy: playedPolicy, proposed: proposal() });
    const { user } = await bootApp(host, { path, config, session: boss("rules-10") });
    await press(user, "Propose other rules");
    expect(await screen.findByText("Your proposal takes the place of the one that waits.")).toBeTruthy();
    for (const hint of [
      "More than this needs a second admin. Leave a field empty where one is never needed; 0 means always.",
      "One of these is asked for with each funding and deduction. If there are none, none is asked for.",
      "1 to 720; slips that wait already keep their time.",
      "This host has no passkeys to sign with.",
    ])
      expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Review the changes" }).title).toBe("Nothing is changed yet");
    await fill(user, within(screen.getByRole("group", { name: "Fund above" })).getByLabelText("NGNB"), "-1");
    await press(user, "Add a reason");
    expect(screen.getByText("What is kept and logged; it stays when the words change.")).toBeTruthy();
    await fill(user, screen.getByLabelText("Code"), "goodwill");
    await press(user, "Review the changes");
    expect(await screen.findByText("Give a number that is not below 0, or leave it empty")).toBeTruthy();
    expect(screen.getByText("Another reason has this code")).toBeTruthy();
    expect(screen.getByText("Give it words")).toBeTruthy();
    await fill(user, screen.getByLabelText("Reason 3"), "Goodwill");
    await press(user, "Review the changes");
    expect(await screen.findByText("Another reason has these words")).toBeTruthy();
    cleanup();
    const same = proposal({ expiresAfterHours: playedPolicy.expiresAfterHours });
    const offers = { ...config, passkeys: "/keys" };
    const again = await bootApp(playRules({ policy: playedPolicy, proposed: same }), { path, config: offers, session: boss("rules-13") });
    expect(await screen.findByText("They are the rules in force.")).toBeTruthy();
    await press(again.user, "Propose other rules");
    await again.user.selectOptions(screen.getByLabelText("Signatures"), "passkey");
    expect(await screen.findByText("Admins who have no passkey yet can't ask or approve then.")).toBeTruthy();
  });

  test("[APPR-1] each decision says what it does before it is sent, and how it ended where the host has no words", async () => {
    const state: Parameters<typeof playRules>[0] = { policy: playedPolicy, proposed: proposal() };
    const no = { status: 409, json: { success: false } };
    const host = playRules(state).on("POST /rules/approve", no).on("POST /rules/withdraw", no).on("PUT /rules", no);
    const { user } = await bootApp(host, { path, config, session: boss("rules-11") });
    const decide = async (name: string, title: string, text: string) => {
      await press(user, name);
      const asked = await question();
      expect(asked.getByText(title)).toBeTruthy();
      expect(asked.getByText(text)).toBeTruthy();
      await press(user, name, asked);
    };
    const proposed = await screen.findByRole("region", { name: "Proposed rules" });
    expect(within(proposed).getByText("Proposed by")).toBeTruthy();
    expect(within(proposed).getByText("Void from")).toBeTruthy();
    await decide("Refuse", "Refuse these rules", "Nothing changes. Cleo Checker can propose rules again.");
    expect((await screen.findAllByText("The host refused it")).length).toBeGreaterThan(0);
    await noDialog();
    host.on("POST /rules/approve", () => {
      state.proposed = undefined;
      return { json: { success: true, data: state.policy } };
    });
    await decide("Approve rules", "Put these rules into force", "They hold at once, for everybody. Cleo Checker proposed them.");
    expect(await screen.findByText("The rules are in force")).toBeTruthy();
    await noDialog();

    await press(user, "Propose other rules");
    await fill(user, screen.getByLabelText("Hours that a slip waits"), "8");
    await press(user, "Review the changes");
    const asked = await question();
    expect(asked.getByText("Propose these rules")).toBeTruthy();
    host.on("PUT /rules", ({ body }) => {
      state.proposed = proposal(v.parse(v.looseObject({}), body), grace);
      return { json: { success: true, data: state.proposed } };
    });
    await press(user, "Propose", asked);
    expect(await screen.findByText("Proposed: another super admin decides")).toBeTruthy();
    await noDialog();
    host.on("POST /rules/withdraw", () => {
      state.proposed = undefined;
      return { json: { success: true } };
    });
    await decide("Withdraw", "Withdraw these rules", "Nothing changes, and nobody can approve them any more.");
    expect(await screen.findByText("Withdrawn")).toBeTruthy();
  });

  test("[APPR-1] rules that this version can't show keep the form off, and are named", async () => {
    const rules = [...playedPolicy.rules, { operation: "fund", currency: "XYZ", above: "1" }];
    await bootApp(playRules({ policy: { ...playedPolicy, rules } }), { path, config, session: boss("rules-12") });
    const button = await screen.findByRole("button", { name: "Propose other rules" });
    expect(button.title).toMatch(/^This version can't edit some of the host's rules: .*XYZ/);
  });

  test("[APPR-1] a host that announces no such calls shows nothing of it, and an admin who is no super admin proposes nothing", async () => {
    const plain = playRules({ policy: playedPolicy });
    await bootApp(plain, { path, config: approvalsConfig, session: boss("rules-5") });
    expect(await screen.findByText("This host's approval rules can't be changed here")).toBeTruthy();
    expect(screen.getByText("Its config.json names no approvalPolicy, or your permissions don't cover approvals.")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Approval rules" })).toBeNull();
  });

  test("[APPR-1, AUTH-18] an admin who is no super admin reads the rules and proposes none, until made one", async () => {
    const session = fakeSession(new Date(), { adminRole: "admin" }, "rules-6");
    await bootApp(playRules({ policy: playedPolicy }), { path, config, session });
    const button = await screen.findByRole("button", { name: "Propose other rules" });
    expect(isOff(button)).toBe(true);
    expect(button.title).toBe("Super admins alone propose rules and decide on them");
    // Another tab is given a new token.
    localStorage.setItem("token", boss("rules-6").token);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "token" })));
    await waitFor(() => expect(isOff(screen.getByRole("button", { name: "Propose other rules" }))).toBe(false));
  });
});
