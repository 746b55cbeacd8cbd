import { useState } from "react";
import { css } from "#styled/css";
import type { Decimal } from "../../../contract/decimal.ts";
import type { Attempt } from "../../../db/journal.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { UnknownOutcome } from "../../parts/unknown-outcome.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConfirmFunding, type Sent } from "./confirm-funding.tsx";
import { type FundOrder, orderAgain } from "./fund-order.ts";
import { FundingForm } from "./funding-form.tsx";
import { RecentFundings } from "./recent-fundings.tsx";
import { ResultDialog } from "./result-dialog.tsx";

const page = css({ display: "grid", gap: "6", alignItems: "start", gridTemplateColumns: "[minmax(0, 1fr)]" });
const aside = css({ display: "flex", flexDirection: "column", gap: "4", maxWidth: "form", width: "full", minWidth: "0" });

export interface FundResult {
  readonly order: FundOrder;
  readonly message: string;
  readonly newBalance: Decimal | undefined;
}

/** /funding (FUND-1 … FUND-6): the form, its confirmation, what came of it, and what this device has sent lately. */
export function FundingScreen() {
  const { t } = useTranslation(["funding", "common"]);
  const [order, setOrder] = useState<FundOrder>();
  const [result, setResult] = useState<FundResult>();
  const [refused, setRefused] = useState<{ operation: FundOrder["operation"]; message: string }>();
  const [unknown, setUnknown] = useState<string>();
  /** Each success starts the form afresh. */
  const [serial, setSerial] = useState(0);

  const finish = (sent: Sent) => {
    setOrder(undefined);
    switch (sent.is) {
      case "done":
        setResult(sent.result);
        setSerial(serial + 1);
        return;
      case "refused":
        setRefused(sent);
        return;
      case "unknown":
        setUnknown(sent.attempt);
    }
  };

  /** Opens a new confirmation; nothing is sent by itself (KEY-3). */
  const sendAgain = (attempt: Attempt) => {
    const again = orderAgain(attempt);
    if (again === undefined) return;
    setRefused(undefined);
    if (attempt.id === unknown) setUnknown(undefined);
    setOrder(again);
  };

  return (
    <div className={page}>
      <div className={aside}>
        {unknown ? <UnknownOutcome key={unknown} attempt={unknown} onSettled={() => setUnknown(undefined)} onAgain={sendAgain} /> : null}
        {refused ? (
          <Notice
            tone="danger"
            title={`${t(`refusedTitle.${refused.operation}`)}: ${refused.message}`}
            action={
              <Button size="small" onClick={() => setRefused(undefined)}>
                {t("common:dismiss")}
              </Button>
            }
          >
            {t("refusedText")}
          </Notice>
        ) : null}
        <FundingForm
          key={serial}
          isFirst={serial === 0}
          onSubmit={(next) => {
            setRefused(undefined);
            setOrder(next);
          }}
        />
      </div>
      <RecentFundings onAgain={sendAgain} />
      {order ? <ConfirmFunding key={order.id} order={order} onCancel={() => setOrder(undefined)} onEnd={finish} /> : null}
      {result ? <ResultDialog result={result} onClose={() => setResult(undefined)} /> : null}
    </div>
  );
}
