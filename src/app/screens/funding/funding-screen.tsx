import { useState } from "react";
import { Link, useLocation } from "wouter";
import { css } from "#styled/css";
import type { Slip } from "../../../contract/approvals.ts";
import type { Decimal } from "../../../contract/decimal.ts";
import type { Attempt } from "../../../db/money/journal.ts";
import { useApprovalPolicy } from "../../data/use-approval-policy.ts";
import { useOffers } from "../../data/use-offers.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links, paths } from "../../links.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { UnknownOutcome } from "../../parts/unknown-outcome.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useSearch } from "../../state/use-search.ts";
import { ConfirmFunding, type Sent } from "./confirm-funding.tsx";
import { anew, type FundOrder, orderAgain } from "./fund-order.ts";
import { FundingForm } from "./funding-form.tsx";
import { RecentFundings } from "./recent-fundings.tsx";
import type { Refusal } from "./refusal.ts";
import { ResultDialog } from "./result-dialog.tsx";
import { WaitingDialog } from "./waiting-dialog.tsx";

const page = css({ display: "grid", gap: "6", alignItems: "start", gridTemplateColumns: "[minmax(0, 1fr)]" });
const aside = css({ display: "flex", flexDirection: "column", gap: "4", maxWidth: "form", width: "full", minWidth: "0" });
const many = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3", textStyle: "sm", color: "ink.muted" });
const ways = css({ display: "flex", flexWrap: "wrap", gap: "2", marginTop: "2" });

export interface FundResult {
  readonly order: FundOrder;
  readonly message: string;
  readonly newBalance: Decimal | undefined;
}

/** Result of the last order, until acknowledged. An unknown outcome is shown separately. */
type Ended =
  | { readonly is: "nothing" }
  | { readonly is: "done"; readonly result: FundResult }
  | { readonly is: "waiting"; readonly slip: Slip; readonly order: FundOrder }
  | { readonly is: "refused"; readonly refusal: Refusal };

const nothing: Ended = { is: "nothing" };

const formFields = ["operation", "email", "currency", "amount"] as const;

/** /funding (FUND-1 … FUND-6, APPR-2, APPR-3, APPR-9): form, confirmation, result, and recent orders from this device. */
export function FundingScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { known: policy, refresh: readPolicyAgain } = useApprovalPolicy();
  const { t } = useTranslation("funding");
  const offers = useOffers();
  const isHere = useIsHere();
  const [order, setOrder] = useState<FundOrder>();
  /** The order that the form still shows. */
  const [inForm, setInForm] = useState<FundOrder>();
  const [ended, setEnded] = useState(nothing);
  const [unknown, setUnknown] = useState<string>();
  /** Each success of the form's order resets it. */
  const [serial, setSerial] = useState(0);

  const finish = (sent: Sent) => {
    setOrder(undefined);
    if (sent.is === "unknown") return setUnknown(sent.attempt);
    setEnded(sent);
    // The rules may have changed.
    if (sent.is === "refused") return void readPolicyAgain();
    // Sent from a notice or a recent attempt, another order than the form's.
    if (!order || !inForm || !formFields.every((field) => order[field] === inForm[field])) return;
    setSerial(serial + 1);
    // The address's prefilled order has been sent.
    if (isHere()) navigate(paths.funding, { replace: true });
  };

  /** Opens a new confirmation; nothing is sent automatically (KEY-3). */
  const ask = (next: FundOrder) => {
    setEnded(nothing);
    setOrder(next);
  };
  const sendAgain = (attempt: Attempt) => {
    const again = orderAgain(attempt);
    if (again === undefined) return;
    if (attempt.id === unknown) setUnknown(undefined);
    ask(again);
  };
  const close = () => setEnded(nothing);

  return (
    <div className={page}>
      <div className={aside}>
        <KeepFocus />
        {offers("idempotencyHeader") ? (
          <p className={many}>
            <Link href={paths.bulkFunding} className={buttonLook({ size: "small" })}>
              {t("bulk")}
            </Link>
            {t("bulkHint")}
          </p>
        ) : null}
        {unknown ? <UnknownOutcome key={unknown} attempt={unknown} onSettled={() => setUnknown(undefined)} onAgain={sendAgain} /> : null}
        {ended.is === "refused" ? <Refused refusal={ended.refusal} onAsk={ask} onDismiss={close} /> : null}
        <FundingForm
          key={`${serial} ${search}`}
          policy={policy}
          onReadPolicy={() => void readPolicyAgain()}
          onEdit={() => setInForm(undefined)}
          onSubmit={(next) => {
            setInForm(next);
            ask(next);
          }}
        />
      </div>
      <RecentFundings onAgain={sendAgain} />
      {order ? <ConfirmFunding key={order.id} order={order} policy={policy} onCancel={() => setOrder(undefined)} onEnd={finish} /> : null}
      {ended.is === "done" ? <ResultDialog result={ended.result} onClose={close} /> : null}
      {ended.is === "waiting" ? <WaitingDialog slip={ended.slip} order={ended.order} policy={policy} onClose={close} /> : null}
    </div>
  );
}

interface RefusedProps {
  refusal: Refusal;
  onAsk: (order: FundOrder) => void;
  onDismiss: () => void;
}

/** The host's message for a refused order, and what can be done. */
function Refused({ refusal: { order, way, message, next }, onAsk, onDismiss }: RefusedProps) {
  const { t } = useTranslation(["funding", "common"]);
  return (
    <Notice
      tone="danger"
      title={`${t(way === "slip" ? "refusedTitle.slip" : `refusedTitle.${order.operation}`)}: ${message}`}
      action={
        <Button size="small" onClick={onDismiss}>
          {t("common:dismiss")}
        </Button>
      }
    >
      {t(next.is === "ask" ? "refusedAmount" : "refusedText")}
      {next.is === "ask" ? (
        <div className={ways}>
          <Button kind="primary" size="small" onClick={() => onAsk({ ...anew(order), forSecond: { said: message } })}>
            {t("confirm.slip")}
          </Button>
        </div>
      ) : null}
      {next.is === "open" ? (
        <div className={ways}>
          <Link href={links.approval(next.slip)} className={buttonLook({ size: "small" })}>
            {t("waiting.open")}
          </Link>
        </div>
      ) : null}
    </Notice>
  );
}
