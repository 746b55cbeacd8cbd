import { type FormEvent, useId, useState } from "react";
import { css } from "#styled/css";
import { EmailField } from "../../ui/email-field.tsx";
import { paramsOf } from "../../params.ts";
import { emailParam } from "../../../contract/email-param.ts";
import { plainText } from "../../../contract/text.ts";
import { fundCurrencies, type FundCurrency, precisionOf } from "../../../contract/currencies.ts";
import { leastFundAmount } from "../../../contract/funding.ts";
import { newId } from "../../../db/store/new-id.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useStanding } from "../../data/use-attempts.ts";
import { usePeople } from "../../data/use-look.ts";
import { useCachedUser } from "../../data/use-users.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useFormat } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { MutationButton, useMutationOff } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { type FundAmount, readFundAmount } from "../../../contract/fund-amount.ts";
import { useSearch } from "../../state/use-search.ts";
import { isMotiveRight, type Motive, ReasonFields } from "./reason-fields.tsx";
import { useAboveCeiling } from "./use-ceiling.ts";
import { type FundOperation, type FundOrder, fundSubject } from "./fund-order.ts";

const form = css({ display: "flex", flexDirection: "column", gap: "4" });
const pair = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
  smDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
});
const why = css({ textStyle: "sm", color: "ink.muted" });
const reversal = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "1", textStyle: "sm" });
const reference = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });
const link = css({ color: "unknown", fontWeight: "medium", textDecoration: "underline", textUnderlineOffset: "3px" });

const isCurrency = (text: string): text is FundCurrency => fundCurrencies.some((currency) => currency === text);

interface Draft extends Motive {
  operation: FundOperation;
  email: string;
  currency: FundCurrency | "";
  amount: string;
  /** Reference of what it reverses; "" if nothing. */
  reverses: string;
}

/** Draft from the address (`links.funding`). */
function draftOf(search: string): Draft {
  const given = paramsOf(search);
  const currency = given.get("currency")?.toUpperCase() ?? "";
  return {
    operation: given.get("operation") === "deduct" ? "deduct" : "fund",
    email: emailParam(given) ?? "",
    currency: isCurrency(currency) ? currency : "",
    amount: given.get("amount") ?? "",
    reason: "",
    note: "",
    reverses: given.get("reverses") ?? "",
  };
}

function amountProblem(t: Translate<"funding">, read: Extract<FundAmount, { is: "refused" }>, currency: FundCurrency): string {
  switch (read.why) {
    case "number":
      return t("amountNumber");
    case "small":
      return t("amountSmall", { currency, nearest: read.nearest });
    case "large":
      return t("amountLarge", { nearest: read.nearest });
    case "exact":
      return t("amountExact", { nearest: read.nearest });
    case "precision":
      return t("amountPrecision", { currency, decimals: precisionOf[currency], nearest: read.nearest });
  }
}

/** An email that could be complete. */
const wholeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whose email it is, as far as this device knows. */
function ownerOf(t: Translate<"funding">, email: string, { user, isRead }: ReturnType<typeof useCachedUser>): string | undefined {
  if (!user) return isRead && wholeEmail.test(plainText(email)) ? t("notCached") : undefined;
  const { name = user.username ?? user.email ?? email, kycLevel: level } = user;
  return level === undefined ? t("knownNoLevel", { name }) : t("known", { name, level });
}

interface FundingFormProps {
  policy: KnownPolicy;
  onReadPolicy: () => void;
  onEdit: () => void;
  onSubmit: (order: FundOrder) => void;
}

/** The form "Fund User" (FUND-1): required fields are validated natively, the amount at its field (FUND-5). */
export function FundingForm({ policy, onReadPolicy, onEdit, onSubmit }: FundingFormProps) {
  const { t } = useTranslation("funding");
  const search = useSearch();
  const [draft, setDraft] = useState(() => draftOf(search));
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    onEdit();
  };
  const { operation, email, currency, amount } = draft;
  // A host without approvals supports neither reversals nor reasons.
  const reverses = policy.is === "not offered" ? "" : draft.reverses;
  const reasons = policy.is === "known" ? policy.policy.reasons : [];
  const reason = reasons.find(({ code }) => code === draft.reason)?.code ?? "";
  const note = reasons.length > 0 ? draft.note : "";
  const listId = useId();
  const amountId = useId();
  const noteId = useId();
  const { people } = usePeople(email);
  const owner = useCachedUser({ email });
  const read = currency !== "" && amount !== "" ? readFundAmount(amount, currency) : undefined;
  const standing = useStanding(
    operation,
    fundSubject({ email, currency: currency || "BTC", amount: read?.is === "sendable" && currency !== "" ? read.amount : "" }),
  );
  const off = useMutationOff("canFundUsers");

  const format = useFormat();
  const above = useAboveCeiling(email, currency, operation === "fund" && read?.is === "sendable" ? read.amount : undefined);
  const problem =
    read?.is === "refused" && currency !== ""
      ? amountProblem(t, read, currency)
      : above && t("amountCeiling", { worth: format.number(above.worth), ceiling: format.number(above.ceiling) });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (currency === "") return;
    if (read?.is !== "sendable" || above) {
      document.getElementById(amountId)?.focus();
      return;
    }
    if (!isMotiveRight(t, { reason, note })) {
      document.getElementById(noteId)?.focus();
      return;
    }
    onSubmit({
      id: newId(),
      openedAt: Date.now(),
      operation,
      email: plainText(email),
      currency,
      amount: read.amount,
      reason,
      note: note.trim(),
      reverses: plainText(reverses),
    });
  };

  return (
    <Card title={t("heading")}>
      <form className={form} onSubmit={submit} aria-label={t("heading")}>
        <SelectField
          label={t("operation")}
          required
          value={operation}
          onChange={(event) => set({ operation: event.target.value === "deduct" ? "deduct" : "fund" })}
          options={[
            { value: "fund", label: t("operations.fund") },
            { value: "deduct", label: t("operations.deduct") },
          ]}
        />
        <EmailField
          label={t("email")}
          name="fund-email"
          required
          maxLength={254}
          autoComplete="off"
          list={listId}
          value={email}
          hint={ownerOf(t, email, owner)}
          onChange={(next) => set({ email: next })}
        />
        <datalist id={listId}>
          {people?.users.map(({ id, email, name, username }) =>
            email ? (
              <option key={id} value={email}>
                {name ?? username}
              </option>
            ) : null,
          )}
        </datalist>
        <div className={pair}>
          <SelectField
            label={t("currency")}
            required
            value={currency}
            onChange={(event) => set({ currency: isCurrency(event.target.value) ? event.target.value : "" })}
            options={[{ value: "", label: t("currencyChoose") }, ...fundCurrencies.map((one) => ({ value: one, label: one }))]}
          />
          <NumberField
            id={amountId}
            label={t("amount")}
            min={leastFundAmount}
            required
            value={amount}
            error={problem}
            hint={currency === "" || problem ? undefined : t("amountHint", { currency, decimals: precisionOf[currency] })}
            onChange={(value) => set({ amount: value })}
          />
        </div>
        <KeepFocus />
        <ReasonFields policy={policy} motive={{ reason, note }} noteId={noteId} onChange={set} onRetry={onReadPolicy} />
        {reverses ? (
          <div className={reversal}>
            <p>
              {t("reverses")} <span className={reference}>{reverses}</span>
            </p>
            <Button kind="quiet" size="small" onClick={() => set({ reverses: "" })}>
              {t("reversesNot")}
            </Button>
          </div>
        ) : null}
        <MutationButton
          type="submit"
          kind={operation === "deduct" ? "danger" : "primary"}
          permission="canFundUsers"
          off={
            standing
              ? t("sameUnsettled", { operation: t(`sameWord.${operation}`) })
              : policy.is === "reading"
                ? t("policyReading")
                : undefined
          }
        >
          {t(`submit.${operation}`)}
        </MutationButton>
        {off ? <p className={why}>{off}</p> : null}
        {standing ? (
          <p className={why}>
            {t("sameUnsettled", { operation: t(`sameWord.${operation}`) })}{" "}
            <button type="button" className={link} onClick={() => openAttention(standing)}>
              {t("settleIt")}
            </button>
          </p>
        ) : null}
      </form>
    </Card>
  );
}
