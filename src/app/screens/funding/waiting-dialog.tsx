import { Link } from "wouter";
import { css } from "#styled/css";
import type { Slip } from "../../../contract/approvals.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { type FundOrder, isSlipOf } from "./fund-order.ts";

const text = css({ textStyle: "md", textWrap: "pretty", overflowWrap: "anywhere" });
const muted = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const figure = css({ textStyle: "figure", overflowWrap: "anywhere" });
const unit = css({ fontSize: "lg", fontWeight: "medium", marginInlineStart: "2", letterSpacing: "0" });

function Unsigned() {
  const { t } = useTranslation("funding");
  return <p className={muted}>{t("waiting.unsigned")}</p>;
}
const SignSlip = lazyPart(async () => (await import("../approvals/sign-slip.tsx")).SignSlip, { instead: LostPart, until: Unsigned });

interface WaitingDialogProps {
  slip: Slip;
  order: FundOrder;
  policy: KnownPolicy;
  onClose: () => void;
}

/** A slip was created: says that nothing has moved, and where it waits (APPR-3). One of another order is not signed here (APPR-7). */
export function WaitingDialog({ slip, order, policy, onClose }: WaitingDialogProps) {
  const { t } = useTranslation("funding");
  const format = useFormat();
  const isUnsigned = policy.is === "known" && policy.policy.signing === "passkey" && !slip.makerSignedAt;
  return (
    <AnswerDialog
      title={t("waiting.title")}
      onClose={onClose}
      more={
        <Link href={links.approval(slip.id)} className={buttonLook({ kind: "plain" })}>
          {t("waiting.open")}
        </Link>
      }
    >
      <div>
        <p className={muted}>
          {t("waiting.what", { operation: t(slip.operation === "deduct" ? "operations.deduct" : "operations.fund"), email: slip.email })}
        </p>
        <p className={figure}>
          {format.exact(slip.amount)}
          <span className={unit}>{slip.currency}</span>
        </p>
      </div>
      <p className={text} role="status">
        {t("waiting.text", { time: format.dateTime(new Date(slip.expiresAt)) })}
      </p>
      {!isSlipOf(slip, order) ? (
        <Notice tone="danger" title={t("waiting.other")}>
          {t("waiting.otherText")}
        </Notice>
      ) : isUnsigned ? (
        <SignSlip slip={slip} policy={policy} atOnce />
      ) : null}
    </AnswerDialog>
  );
}
