import { useId, useState } from "react";
import { css } from "#styled/css";
import { type ApprovalPolicy, slipOperations } from "../../../contract/approvals.ts";
import { fundCurrencies } from "../../../contract/currencies.ts";
import { Form } from "../../ui/form.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Plus, Trash2 } from "../../ui/more-icons.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { changesOf } from "./changes.ts";
import {
  asksForNote,
  type DraftProblem,
  edited,
  editOf,
  mostHours,
  type PolicyEdit,
  type ProposedPolicy,
  readDraft,
  type ReasonDraft,
} from "./draft.ts";
import { rulesLooks } from "./rules-looks.ts";
import { verbatim } from "../../ui/verbatim.ts";

const form = css({ display: "flex", flexDirection: "column", gap: "5" });
const group = css({ minWidth: "0", "&:not(:first-of-type)": { marginTop: "6" } });
const legend = css({ textStyle: "sm", fontWeight: "semibold", marginBottom: "3" });
const grid = css({ display: "grid", gap: "3", gridTemplateColumns: "[repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr))]" });
const reasons = css({ display: "flex", flexDirection: "column", gap: "4" });
const reason = css({
  display: "grid",
  gridTemplateColumns: "[minmax(0, 1fr) auto]",
  columnGap: "2",
  rowGap: "2",
  alignItems: "end",
  "& > :nth-child(3)": { gridColumn: "[1 / -1]" },
});
const fields = css({ display: "flex", flexDirection: "column", gap: "4" });
const add = css({ marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const maxCode = 60;
const maxLabel = 100;
const mostReasons = 50;

interface RulesFormProps {
  /** The rules in force. What is left untouched follows them. */
  policy: ApprovalPolicy;
  /** The rules that the form begins with. */
  start: ApprovalPolicy;
  /** Replaces a pending proposal. */
  replaces: boolean;
  /** Whether the host can verify a passkey's signature. */
  canSign: boolean;
  onCancel: () => void;
  onReview: (policy: ProposedPolicy) => void;
}

/** Form to propose other rules. Problems are shown at their fields; nothing is sent from here, as the next step shows old → new. */
export function RulesForm({ policy, start, replaces, canSign, onCancel, onReview }: RulesFormProps) {
  const { t } = useTranslation(["policy", "common"]);
  const id = useId();
  const [edit, setEdit] = useState(() => editOf(policy, start));
  const draft = edited(policy, edit);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const set = (change: Partial<PolicyEdit>) => {
    setEdit({ ...edit, ...change });
    setProblems([]);
  };
  const setReason = (key: number, change: Partial<ReasonDraft>) =>
    set({ reasons: draft.reasons.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  const read = readDraft(draft);
  const isSame = read.is === "right" && changesOf(policy, { ...policy, ...read.policy }).length === 0;
  const reasonProblem = (at: "code" | "label", key: number): string | undefined => {
    const found = problems.find((one) => one.at === at && one.key === key);
    return found && (found.at === "code" || found.at === "label") ? t(`problem.${found.at}.${found.why}`) : undefined;
  };
  const fieldId = (problem: DraftProblem | undefined): string =>
    problem === undefined
      ? ""
      : problem.at === "amount"
        ? `${id}-${problem.operation}-${problem.currency}`
        : problem.at === "hours"
          ? `${id}-hours`
          : `${id}-${problem.at}-${problem.key}`;

  const review = () => {
    if (read.is === "wrong") {
      setProblems(read.problems);
      document.getElementById(fieldId(read.problems[0]))?.focus();
    } else if (!isSame) onReview(read.policy);
  };

  return (
    <Form className={form} onSubmit={review} label={t("propose")}>
      <div className={rulesLooks.columns}>
        <Card title={t("amounts")} description={t("amountsHint")}>
          {slipOperations.map((operation) => (
            <fieldset key={operation} className={group}>
              <legend className={legend}>{t(`aboveOf.${operation}`)}</legend>
              <div className={grid}>
                {fundCurrencies.map((currency) => (
                  <NumberField
                    key={currency}
                    id={`${id}-${operation}-${currency}`}
                    label={currency}
                    placeholder={t("never")}
                    value={draft.amounts[operation][currency]}
                    error={
                      problems.some((one) => one.at === "amount" && one.operation === operation && one.currency === currency)
                        ? t("problem.amount")
                        : undefined
                    }
                    onChange={(value) =>
                      set({ amounts: { ...edit.amounts, [operation]: { ...edit.amounts[operation], [currency]: value } } })
                    }
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </Card>
        <div className={rulesLooks.stack}>
          <Card title={t("reasons")} description={t("reasonsHint")}>
            <KeepFocus />
            <ul className={reasons}>
              {draft.reasons.map((one, at) => (
                <li key={one.key} className={reason}>
                  <TextField
                    id={`${id}-label-${one.key}`}
                    label={[
                      one.isNew ? t("reasonNumber", { number: at + 1 }) : t("reasonOf", { code: one.code }),
                      ...(asksForNote(one.code) ? [t("asksForNote")] : []),
                    ].join(" · ")}
                    value={one.label}
                    maxLength={maxLabel}
                    autoComplete="off"
                    error={reasonProblem("label", one.key)}
                    onChange={(event) => setReason(one.key, { label: event.target.value })}
                  />
                  <IconButton
                    label={t("removeReason", { reason: one.label || one.code || String(at + 1) })}
                    icon={<Trash2 size={16} aria-hidden />}
                    onClick={() => set({ reasons: draft.reasons.filter(({ key }) => key !== one.key) })}
                  />
                  {one.isNew ? (
                    <TextField
                      id={`${id}-code-${one.key}`}
                      label={t("code")}
                      hint={t("codeHint")}
                      value={one.code}
                      maxLength={maxCode}
                      {...verbatim}
                      error={reasonProblem("code", one.key)}
                      onChange={(event) => setReason(one.key, { code: event.target.value })}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
            <Button
              className={draft.reasons.length > 0 ? add : undefined}
              size="small"
              icon={<Plus size={16} aria-hidden />}
              off={draft.reasons.length >= mostReasons ? t("reasonsMost", { most: mostReasons }) : undefined}
              onClick={() => {
                const key = Math.max(-1, ...draft.reasons.map((one) => one.key)) + 1;
                set({ reasons: [...draft.reasons, { key, code: "", label: "", isNew: true }] });
              }}
            >
              {t("addReason")}
            </Button>
          </Card>
          <Card title={t("waiting")}>
            <div className={fields}>
              <NumberField
                id={`${id}-hours`}
                label={t("hoursField")}
                hint={t("hoursHint", { most: mostHours })}
                min="1"
                max={mostHours}
                step="1"
                value={draft.hours}
                error={problems.some(({ at }) => at === "hours") ? t("problem.hours", { most: mostHours }) : undefined}
                onChange={(hours) => set({ hours })}
              />
              <SelectField
                label={t("signing")}
                hint={canSign ? (draft.signing === "passkey" ? t("signingHint") : undefined) : t("signingNone")}
                value={draft.signing}
                options={(["none", "passkey"] as const)
                  .filter((one) => canSign || one === "none" || one === start.signing)
                  .map((value) => ({ value, label: t(`signings.${value}`) }))}
                onChange={({ target }) => set({ signing: target.value === "passkey" ? "passkey" : "none" })}
              />
            </div>
          </Card>
        </div>
      </div>
      {replaces ? <p className={note}>{t("replaces")}</p> : null}
      <div className={rulesLooks.bar}>
        <Button onClick={onCancel}>{t("common:cancel")}</Button>
        <MutationButton type="submit" kind="primary" permission="canManageAdmins" off={isSame ? t("isSame") : undefined}>
          {t("review")}
        </MutationButton>
      </div>
    </Form>
  );
}
