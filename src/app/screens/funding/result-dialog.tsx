import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { FundResult } from "./funding-screen.tsx";

const text = css({ textStyle: "md", overflowWrap: "anywhere" });
const label = css({ textStyle: "sm", color: "ink.muted" });
const figure = css({ textStyle: "figure", overflowWrap: "anywhere" });
const unit = css({ fontSize: "lg", fontWeight: "medium", marginInlineStart: "2", letterSpacing: "0" });

/** What the host said of a funding or deduction that it has done (FUND-3): its message and the new balance. */
export function ResultDialog({ result, onClose }: { result: FundResult; onClose: () => void }) {
  const { t } = useTranslation("funding");
  const format = useFormat();
  const { order, message, newBalance } = result;
  return (
    <Dialog
      open
      onClose={onClose}
      // The second half of a slow double click on the confirmation lands outside, or on Done.
      closeOnInteractOutside={false}
      title={t(`doneTitle.${order.operation}`)}
      actions={
        <Button
          kind="primary"
          // The dialog focuses it first, rather than its close button, which knows nothing of held keys.
          data-autofocus
          onKeyDown={(event) => {
            // Enter that is still held from the confirmation must not take the answer away.
            if (event.repeat) event.preventDefault();
          }}
          onClick={(event) => {
            if (event.detail < 2) onClose();
          }}
        >
          {t("close")}
        </Button>
      }
    >
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
    </Dialog>
  );
}
