import * as v from "valibot";
import { type ApprovalPolicy, type changePolicy, otherReason, type SlipOperation, slipOperations } from "../../../contract/approvals.ts";
import type { BodyOf } from "../../../contract/call.ts";
import { type FundCurrency, fundCurrencies } from "../../../contract/currencies.ts";
import { type Decimal, decimal } from "../../../contract/decimal.ts";
import { plainText } from "../../../contract/text.ts";
import { aboveOf } from "./changes.ts";

/** A parsed, complete proposal. */
export type ProposedPolicy = Omit<BodyOf<typeof changePolicy>, "rules"> & {
  readonly rules: { operation: SlipOperation; currency: FundCurrency; above: Decimal }[];
};

/** A reason as typed; `isNew`: its code can still be chosen. */
export interface ReasonDraft {
  readonly key: number;
  readonly code: string;
  readonly label: string;
  readonly isNew: boolean;
}

/** A policy as typed. An amount of "" means that no second admin is needed. */
export interface PolicyDraft {
  readonly amounts: Readonly<Record<SlipOperation, Readonly<Record<FundCurrency, string>>>>;
  readonly reasons: readonly ReasonDraft[];
  readonly hours: string;
  readonly signing: ApprovalPolicy["signing"];
}

/** Maximum hours a slip may wait (`changePolicy`). */
export const mostHours = 720;

const amountsOf = (policy: ApprovalPolicy, operation: SlipOperation) =>
  Object.fromEntries(fundCurrencies.map((currency) => [currency, aboveOf(policy, operation, currency) ?? ""])) as Record<
    FundCurrency,
    string
  >;

export const draftOf = (policy: ApprovalPolicy): PolicyDraft => ({
  amounts: { fund: amountsOf(policy, "fund"), deduct: amountsOf(policy, "deduct") },
  reasons: policy.reasons.map(({ code, label }, key) => ({ key, code, label, isNew: false })),
  hours: String(policy.expiresAfterHours),
  signing: policy.signing,
});

/** What an admin changes of the rules in force. The rest follows them, also where they change while the form is open. */
export interface PolicyEdit {
  readonly amounts: Readonly<Record<SlipOperation, Readonly<Partial<Record<FundCurrency, string>>>>>;
  readonly reasons?: readonly ReasonDraft[];
  readonly hours?: string;
  readonly signing?: ApprovalPolicy["signing"];
}

/** What leads from the rules in force to others. */
export function editOf(policy: ApprovalPolicy, other: ApprovalPolicy): PolicyEdit {
  const [from, to] = [draftOf(policy), draftOf(other)];
  const amounts = (operation: SlipOperation) =>
    Object.fromEntries(
      Object.entries(to.amounts[operation]).filter(([currency, above]) => (aboveOf(policy, operation, currency) ?? "") !== above),
    );
  return {
    amounts: { fund: amounts("fund"), deduct: amounts("deduct") },
    ...(JSON.stringify(from.reasons) === JSON.stringify(to.reasons) ? {} : { reasons: to.reasons }),
    ...(from.hours === to.hours ? {} : { hours: to.hours }),
    ...(from.signing === to.signing ? {} : { signing: to.signing }),
  };
}

/** The rules in force with an admin's changes. */
export function edited(policy: ApprovalPolicy, edit: PolicyEdit): PolicyDraft {
  const draft = draftOf(policy);
  const amounts = (operation: SlipOperation) => ({ ...draft.amounts[operation], ...edit.amounts[operation] });
  return { ...draft, ...edit, amounts: { fund: amounts("fund"), deduct: amounts("deduct") } };
}

/** Rules this version's form can't represent; a policy with any is changed elsewhere. */
export const foreignRules = ({ rules }: ApprovalPolicy): readonly string[] =>
  rules
    .filter(
      ({ operation, currency }) => !slipOperations.some((one) => one === operation) || !fundCurrencies.some((one) => one === currency),
    )
    .map(({ operation, currency }) => `${operation} ${currency}`);

/** Problems of a draft, by field. */
export type DraftProblem =
  | { readonly at: "amount"; readonly operation: SlipOperation; readonly currency: FundCurrency }
  | { readonly at: "code" | "label"; readonly key: number; readonly why: "missing" | "twice" }
  | { readonly at: "hours" };

export type ReadDraft =
  | { readonly is: "right"; readonly policy: ProposedPolicy }
  | { readonly is: "wrong"; readonly problems: readonly DraftProblem[] };

/** Parses a draft. Nothing is rounded, and nothing invalid is dropped. */
export function readDraft({ amounts, reasons, hours, signing }: PolicyDraft): ReadDraft {
  const problems: DraftProblem[] = [];
  const rules = slipOperations.flatMap((operation) =>
    fundCurrencies.flatMap((currency) => {
      const typed = plainText(amounts[operation][currency]);
      if (typed === "") return [];
      const read = v.safeParse(decimal, typed);
      if (read.success && !read.output.startsWith("-")) return [{ operation, currency, above: read.output }];
      problems.push({ at: "amount", operation, currency });
      return [];
    }),
  );
  const codes = reasons.map(({ code }) => plainText(code));
  const labels = reasons.map(({ label }) => plainText(label));
  for (const [at, { key }] of reasons.entries()) {
    const [code, label] = [codes[at], labels[at]];
    if (!code) problems.push({ at: "code", key, why: "missing" });
    else if (codes.indexOf(code) < at) problems.push({ at: "code", key, why: "twice" });
    if (!label) problems.push({ at: "label", key, why: "missing" });
    else if (labels.indexOf(label) < at) problems.push({ at: "label", key, why: "twice" });
  }
  const wait = Number(hours);
  if (hours.trim() === "" || !Number.isInteger(wait) || wait < 1 || wait > mostHours) problems.push({ at: "hours" });
  if (problems.length > 0) return { is: "wrong", problems };
  const named = reasons.map(({ code, label }) => ({ code: plainText(code), label: plainText(label) }));
  return { is: "right", policy: { rules, reasons: named, expiresAfterHours: wait, signing } };
}

/** Whether a reason requires a note (APPR-2). */
export const asksForNote = (code: string): boolean => plainText(code) === otherReason;
