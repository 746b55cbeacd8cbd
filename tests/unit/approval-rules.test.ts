import { describe, expect, test } from "vitest";
import { readPolicy } from "../../src/contract/approvals.ts";
import { changesOf } from "../../src/app/screens/approval-rules/changes.ts";
import { draftOf, edited, editOf, foreignRules, readDraft } from "../../src/app/screens/approval-rules/draft.ts";
import { playedPolicy } from "../support/played-approvals.ts";
import * as v from "valibot";

const policyOf = (fields: object = {}) => v.parse(readPolicy.answer, { success: true, data: { ...playedPolicy, ...fields } });
const before = policyOf();

describe("what other rules change", () => {
  test("[APPR-1] amounts by their value, reasons by their code, hours and signing are told old and new", () => {
    const after = policyOf({
      rules: [
        { operation: "fund", currency: "NGNB", above: "500000.50" },
        { operation: "deduct", currency: "BTC", above: "0.1" },
      ],
      reasons: [
        { code: "goodwill", label: "A gift" },
        { code: "refund", label: "Refund" },
      ],
      expiresAfterHours: 8,
      signing: "passkey",
    });
    expect(changesOf(before, after)).toEqual([
      { is: "amount", operation: "fund", currency: "NGNB", before: "1000000", after: "500000.50" },
      { is: "amount", operation: "deduct", currency: "BTC", before: undefined, after: "0.1" },
      { is: "reason", code: "goodwill", before: "Goodwill", after: "A gift" },
      { is: "reason", code: "other", before: "Other", after: undefined },
      { is: "reason", code: "refund", before: undefined, after: "Refund" },
      { is: "hours", before: 24, after: 8 },
      { is: "signing", before: "none", after: "passkey" },
    ]);
  });

  test("[APPR-1] the same amount otherwise written is no change, and another order of the reasons is one", () => {
    expect(changesOf(before, policyOf({ rules: [{ operation: "fund", currency: "NGNB", above: "1000000.00" }] }))).toEqual([]);
    expect(changesOf(before, policyOf({ reasons: playedPolicy.reasons.toReversed() }))).toEqual([
      { is: "order", before: ["Goodwill", "Other"], after: ["Other", "Goodwill"] },
    ]);
  });
});

describe("a draft of rules", () => {
  test("[APPR-1] what is read without a change is the policy itself, exact to the last digit", () => {
    const exact = policyOf({ rules: [{ operation: "deduct", currency: "ETH", above: "0.000000000000000001" }] });
    const read = readDraft(draftOf(exact));
    if (read.is !== "right") throw new Error("it is wrong");
    expect(changesOf(exact, { ...exact, ...read.policy })).toEqual([]);
    expect(read.policy.rules).toEqual(exact.rules);
  });

  test("[APPR-1] an empty amount is no rule, 0 is one, and what is no number is named and nothing of it read", () => {
    const draft = draftOf(before);
    const amounts = { ...draft.amounts, fund: { ...draft.amounts.fund, NGNB: " ", BTC: "0" } };
    expect(readDraft({ ...draft, amounts })).toMatchObject({ policy: { rules: [{ operation: "fund", currency: "BTC", above: "0" }] } });
    for (const typed of ["1,000", "-1", "ten"])
      expect(readDraft({ ...draft, amounts: { ...draft.amounts, deduct: { ...draft.amounts.deduct, SOL: typed } } }), typed).toEqual({
        is: "wrong",
        problems: [{ at: "amount", operation: "deduct", currency: "SOL" }],
      });
  });

  test("[APPR-1] a reason without a code or words, a code used twice, and hours out of range are named", () => {
    const draft = draftOf(before);
    const reasons = [
      ...draft.reasons,
      { key: 7, code: "other ", label: "Again", isNew: true },
      { key: 8, code: "", label: " ", isNew: true },
    ];
    const named = { is: "wrong" as const };
    expect(readDraft({ ...draft, reasons })).toEqual({
      ...named,
      problems: [
        { at: "code", key: 7, why: "twice" },
        { at: "code", key: 8, why: "missing" },
        { at: "label", key: 8, why: "missing" },
      ],
    });
    for (const hours of ["", "0", "721", "1.5"])
      expect(readDraft({ ...draft, hours }), hours).toEqual({ ...named, problems: [{ at: "hours" }] });
  });

  test("[APPR-1] what an admin changes is put on top of the rules in force, whatever these have become", () => {
    const mine = policyOf({ ...before, expiresAfterHours: 8, signing: "passkey" });
    const edit = editOf(before, mine);
    expect(edited(before, edit)).toEqual(draftOf(mine));
    const now = policyOf({ ...before, rules: [{ operation: "deduct", currency: "SOL", above: "3" }], reasons: [] });
    expect(edited(now, edit)).toEqual(draftOf(policyOf({ ...now, expiresAfterHours: 8, signing: "passkey" })));
    expect(edited(now, editOf(before, before))).toEqual(draftOf(now));
  });

  test("[APPR-1] rules that the form can't show are named, so that none is dropped unseen", () => {
    expect(foreignRules(before)).toEqual([]);
    expect(foreignRules(policyOf({ rules: [...playedPolicy.rules, { operation: "fund", currency: "XRP", above: "1" }] }))).toEqual([
      "fund XRP",
    ]);
  });
});
