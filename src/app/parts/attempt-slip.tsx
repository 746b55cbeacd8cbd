import { css } from "#styled/css";
import type { Attempt } from "../../db/money/journal.ts";
import { reasonWord, useApprovalPolicy } from "../data/use-approval-policy.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { EmailText } from "./email-text.tsx";
import { detailWord, moneyOf, operationWord } from "./attempt-words.ts";

const slip = css({ display: "flex", flexDirection: "column", gap: "0.5", minWidth: "0" });
const deed = css({ textStyle: "lg", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums", overflowWrap: "anywhere" });
const whom = css({ textStyle: "md", overflowWrap: "anywhere" });
const small = css({ textStyle: "xs", color: "ink.muted", overflowWrap: "anywhere" });

/** What was attempted, on whom, when and by whom. */
export function AttemptSlip({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation("attempts");
  const format = useFormat();
  const money = moneyOf(attempt);
  const verb = operationWord(t, attempt.operation);
  const others = Object.entries(attempt.details).filter(
    ([name, value]) => value !== attempt.target && !(money && ["email", "currency", "amount", "balanceBefore", "of"].includes(name)),
  );
  return (
    <div className={slip}>
      <p className={deed}>
        {money?.amount ? `${verb} ${format.exact(money.amount)} ${money.currency}` : money ? `${verb}: ${money.currency}` : verb}
      </p>
      <p className={whom}>
        <EmailText value={attempt.target} />
      </p>
      {others.map(([name, value]) => (
        <p key={name} className={small}>
          {detailWord(t, name)}: {name === "of" ? operationWord(t, value) : name === "reason" ? <ReasonWord code={value} /> : value}
        </p>
      ))}
      <p className={small}>{t("unknown.sent", { time: format.full(attempt.at), by: attempt.by })}</p>
    </div>
  );
}

/** A reason as the form named it. */
function ReasonWord({ code }: { code: string }) {
  return reasonWord(useApprovalPolicy().known, code);
}
