import type { ApprovalPolicy } from "../../../contract/approvals.ts";
import { isSame } from "../../figures/change.ts";

/** One difference between two policies. A missing amount means that no second admin is needed. */
export type RuleChange =
  | {
      readonly is: "amount";
      readonly operation: string;
      readonly currency: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  | { readonly is: "reason"; readonly code: string; readonly before: string | undefined; readonly after: string | undefined }
  | { readonly is: "order"; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly is: "hours"; readonly before: number; readonly after: number }
  | { readonly is: "signing"; readonly before: ApprovalPolicy["signing"]; readonly after: ApprovalPolicy["signing"] };

/** Amount above which an operation in a currency needs a second admin; undefined: never. */
export const aboveOf = ({ rules }: Pick<ApprovalPolicy, "rules">, operation: string, currency: string): string | undefined =>
  rules.find((rule) => rule.operation === operation && rule.currency === currency)?.above;

function amountChanges(before: ApprovalPolicy, after: ApprovalPolicy): RuleChange[] {
  const subjects = new Map([...before.rules, ...after.rules].map((rule) => [`${rule.operation} ${rule.currency}`, rule]));
  return [...subjects.values()].flatMap(({ operation, currency }): RuleChange[] => {
    const [was, will] = [aboveOf(before, operation, currency), aboveOf(after, operation, currency)];
    return isSame(was, will) ? [] : [{ is: "amount", operation, currency, before: was, after: will }];
  });
}

function reasonChanges({ reasons: before }: ApprovalPolicy, { reasons: after }: ApprovalPolicy): RuleChange[] {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))];
  const labelIn = (reasons: typeof before, code: string) => reasons.find((one) => one.code === code)?.label;
  const changed = codes.flatMap((code): RuleChange[] => {
    const [was, will] = [labelIn(before, code), labelIn(after, code)];
    return was === will ? [] : [{ is: "reason", code, before: was, after: will }];
  });
  // If reasons were added or removed, don't report their order.
  const labels = (reasons: typeof before) => reasons.map(({ label }) => label);
  const isTurned = changed.length === 0 && before.some(({ code }, at) => after[at]?.code !== code);
  return isTurned ? [{ is: "order", before: labels(before), after: labels(after) }] : changed;
}

/** Changes from `before` to `after`: amounts, then reasons, hours and signing. */
export const changesOf = (before: ApprovalPolicy, after: ApprovalPolicy): readonly RuleChange[] => [
  ...amountChanges(before, after),
  ...reasonChanges(before, after),
  ...(before.expiresAfterHours === after.expiresAfterHours
    ? []
    : [{ is: "hours" as const, before: before.expiresAfterHours, after: after.expiresAfterHours }]),
  ...(before.signing === after.signing ? [] : [{ is: "signing" as const, before: before.signing, after: after.signing }]),
];
