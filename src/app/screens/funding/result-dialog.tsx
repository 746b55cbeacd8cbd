import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { AnswerDialog } from "./answer-dialog.tsx";
import type { FundResult } from "./funding-screen.tsx";

const text = css({ textStyle: "md", overflowWrap: "anywhere" });
const label = css({ textStyle: "sm", color: "ink.muted" });
const figure = css({ textStyle: "figure", overflowWrap: "anywhere" });
const unit = css({ fontSize: "lg", fontWeight: "medium", marginInlineStart: "2", letterSpacing: "0" });

/** The host's answer to a completed funding or deduction (FUND-3): its message and the new balance. */
export function ResultDialog({ result, onClose }: { result: FundResult; onClose: () => void }) {
  const { t } = useTranslation("funding");
  const format = useFormat();
  const { order, message, newBalance } = result;
  return (
    <AnswerDialog title={t(`doneTitle.${order.operation}`)} onClose={onClose}>
      <p className={text} role="status">
        {message}
      </p>
      {newBalance === undefined ? (
        <p className={label}>{t("noBalance")}</p>
      ) : (
        <div>
          <p className={label}>{t("newBalance")}</p>
          <p className={figure}>
            {format.exact(newBalance)}
            <span className={unit}>{order.currency}</span>
          </p>
        </div>
      )}
    </AnswerDialog>
  );
}
