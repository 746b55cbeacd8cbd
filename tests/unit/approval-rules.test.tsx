import { createHash } from "node:crypto";
import { screen, waitFor, within } from "@testing-library/react";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { policyText, readPolicy } from "../../src/contract/approvals.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fakeSession } from "../support/fake-login.ts";
import { fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { approvalsConfig, cleo, playedPolicy } from "../support/played-approvals.ts";
import { PlayedCalls } from "../support/played-calls.ts";

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

  test("[APPR-1] another super admin sees old and new, and approves the digest of what is shown", async () => {
    const proposed = proposal();
    const state: Parameters<typeof playRules>[0] = { policy: playedPolicy, proposed };
    const host = playRules(state).on("POST /rules/approve", () => {
      state.policy = proposed.policy;
      state.proposed = undefined;
      return { json: { success: true, message: "The policy is in force", data: proposed.policy } };
    });
    const { user } = await bootApp(host, { path: "/approvals", config, session: boss("rules-2") });
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
    expect(screen.getAllByText(/The host would put other rules into force/).length).toBeGreaterThan(0);
  });

  test("[APPR-1] a host that announces no such calls shows nothing of it, and an admin who is no super admin proposes nothing", async () => {
    const plain = playRules({ policy: playedPolicy });
    await bootApp(plain, { path, config: approvalsConfig, session: boss("rules-5") });
    expect(await screen.findByText("This host's approval rules can't be changed here")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Approval rules" })).toBeNull();
  });

  test("[APPR-1] an admin who is no super admin reads the rules and proposes none", async () => {
    const session = fakeSession(new Date(), { adminRole: "admin" }, "rules-6");
    await bootApp(playRules({ policy: playedPolicy }), { path, config, session });
    expect(isOff(await screen.findByRole("button", { name: "Propose other rules" }))).toBe(true);
  });
});
