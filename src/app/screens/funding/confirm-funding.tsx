import { useId } from "react";
import { css } from "#styled/css";
import { useSync } from "../../data/sync-context.ts";
import { useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { MutationButton, useMutationOff } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Cheque } from "./cheque.tsx";
import { type FundOrder, fundIntent, refusalWords } from "./fund-order.ts";
import type { FundResult } from "./funding-screen.tsx";
import { useBalanceBefore } from "./use-balance-before.ts";

const why = css({ textStyle: "sm", color: "ink.muted" });

/** How a confirmed order ended. */
export type Sent =
  | { readonly is: "done"; readonly result: FundResult }
  | { readonly is: "refused"; readonly operation: FundOrder["operation"]; readonly message: string }
  | { readonly is: "unknown"; readonly attempt: string };

/** The confirmation (FUND-2): a cheque with its counterfoil. It sends its order once, however often it is confirmed (FUND-6). */
export function ConfirmFunding({ order, onCancel, onEnd }: { order: FundOrder; onCancel: () => void; onEnd: (sent: Sent) => void }) {
  const { t } = useTranslation(["funding", "common", "attempts"]);
  const sync = useSync();
  const before = useBalanceBefore(order);
  const off = useMutationOff("canFundUsers");
  const offId = useId();
  const { operation } = order;
  const done = (message: string | undefined) => message?.trim() || t(`done.${operation}`);
  const refused = (outcome: Parameters<typeof refusalWords>[0]) => refusalWords(outcome, { failed: t("failed"), empty: t("empty") });
  // What is done or unknown stands on the screen at once.
  const { deed, send } = useDeed({ done, failed: t("failed"), refused, toasts: ["refused"] });
  const busy = deed.is === "sending";

  const confirm = async () => {
    const outcome = await send(fundIntent(sync, order, before.is === "known" ? before.amount : undefined));
    switch (outcome.is) {
      case "done":
        return onEnd({ is: "done", result: { order, message: done(outcome.value.message), newBalance: outcome.value.newBalance } });
      case "refused":
        return onEnd({ is: "refused", operation, message: refused(outcome) });
      case "unknown":
        return onEnd({ is: "unknown", attempt: outcome.attempt });
      case "blocked":
        // Nothing was sent: the same order may be confirmed again.
        return;
    }
  };

  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onCancel();
      }}
      shape="wide"
      role="alertdialog"
      title={t(`confirmTitle.${operation}`)}
      actions={
        <>
          <Button onClick={onCancel} busy={busy}>
            {t("common:cancel")}
          </Button>
          <MutationButton
            kind={operation === "deduct" ? "danger" : "primary"}
            permission="canFundUsers"
            busy={busy}
            aria-describedby={offId}
            onKeyDown={(event) => {
              // Enter that is held down says nothing of what was read since it went down.
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => void confirm()}
          >
            {t(`confirm.${operation}`)}
          </MutationButton>
        </>
      }
    >
      <Cheque order={order} before={before} />
      {off ? (
        <p id={offId} className={why}>
          {off}
        </p>
      ) : null}
      {deed.is === "blocked" ? (
        <Notice
          tone="danger"
          title={deed.message}
          action={
            deed.attempt !== undefined ? (
              <Button
                size="small"
                onClick={() => {
                  onCancel();
                  openAttention(deed.attempt);
                }}
              >
                {t("attempts:attention.open")}
              </Button>
            ) : undefined
          }
        />
      ) : null}
    </Dialog>
  );
}
