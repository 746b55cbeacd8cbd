import { useId } from "react";
import { css } from "#styled/css";
import type { Slip } from "../../../contract/approvals.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useSameListed } from "../../data/use-same-listed.ts";
import { keepSlip } from "../../../sync/feeds/slips-feed.ts";
import { useSync } from "../../data/sync-context.ts";
import { useDeed } from "../../deeds/use-deed.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { MutationButton, useMutationOff } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Cheque } from "./cheque.tsx";
import { type FundOrder, fundIntent, refusalWords, slipIntent } from "./fund-order.ts";
import type { FundResult } from "./funding-screen.tsx";
import { nextAfter, type Refusal } from "./refusal.ts";
import { useSecondAdmin } from "./second-admin.ts";
import { useBalanceBefore } from "./use-balance-before.ts";

const why = css({ textStyle: "sm", color: "ink.muted" });

/** A balance read within this time counts as the one before the attempt, in ms. */
const freshForMs = 60_000;

/** How a confirmed order ended. */
export type Sent =
  | { readonly is: "done"; readonly result: FundResult }
  /** A second admin has to decide. */
  | { readonly is: "waiting"; readonly slip: Slip; readonly order: FundOrder }
  | { readonly is: "refused"; readonly refusal: Refusal }
  | { readonly is: "unknown"; readonly attempt: string };

interface ConfirmFundingProps {
  order: FundOrder;
  policy: KnownPolicy;
  onCancel: () => void;
  onEnd: (sent: Sent) => void;
}

/**
 * The confirmation (FUND-2): a cheque with its counterfoil. Sends its order once, however often it is confirmed
 * (FUND-6): for immediate execution, or to a second admin if one is needed (APPR-3).
 */
export function ConfirmFunding({ order, policy, onCancel, onEnd }: ConfirmFundingProps) {
  const { t } = useTranslation(["funding", "common", "attempts"]);
  const sync = useSync();
  const before = useBalanceBefore(order);
  const second = useSecondAdmin(order, policy);
  const same = useSameListed(order);
  const off = useMutationOff("canFundUsers");
  const offId = useId();
  const format = useFormat();
  const { operation } = order;
  const way = second.is === "needed" ? "slip" : "direct";
  const done = (message: string | undefined) => message?.trim() || t(way === "slip" ? "waiting.title" : `done.${operation}`);
  const refused = (outcome: Parameters<typeof refusalWords>[0]) =>
    refusalWords(outcome, { failed: t(way === "slip" ? "slipFailed" : "failed"), empty: t("empty") });
  // Done and unknown outcomes are shown on the screen itself.
  const { deed, send } = useDeed({ done, failed: t("failed"), refused, toasts: ["refused"] });
  const busy = deed.is === "sending";

  // An old balance may not be the one before the attempt.
  const noted = () =>
    before.is === "known" && !before.isOld && sync.host.clock.now() - before.asOf < freshForMs ? before.amount : undefined;
  const confirmDirect = async () => {
    const outcome = await send(fundIntent(sync, order, noted()));
    if (outcome.is === "done")
      onEnd({ is: "done", result: { order, message: done(outcome.value.message), newBalance: outcome.value.newBalance } });
    return outcome;
  };
  const confirmSlip = async () => {
    const outcome = await send(slipIntent(sync, order, noted()));
    if (outcome.is === "done") {
      const slip = outcome.value;
      // Cached, so its page opens immediately and without the host.
      void keepSlip(sync, slip);
      // If the policy requires signatures, the maker signs here: the slip exists, and its digest is known (APPR-10).
      onEnd({ is: "waiting", slip, order });
    }
    return outcome;
  };
  const confirm = async () => {
    const outcome = await (way === "slip" ? confirmSlip() : confirmDirect());
    if (outcome.is === "refused")
      onEnd({ is: "refused", refusal: { order, way, message: refused(outcome), next: nextAfter(outcome, way) } });
    else if (outcome.is === "unknown") onEnd({ is: "unknown", attempt: outcome.attempt });
    // When blocked, nothing was sent: the same order may be confirmed again.
  };

  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onCancel();
      }}
      shape="wide"
      role="alertdialog"
      title={t(way === "slip" ? "confirmTitle.slip" : `confirmTitle.${operation}`)}
      // For screen readers; the cheque shows the same.
      description={
        <VisuallyHidden>
          {t(`confirmText.${operation}`, { email: order.email, amount: format.exact(order.amount), currency: order.currency })}
        </VisuallyHidden>
      }
      actions={
        <>
          <Button onClick={onCancel} busy={busy}>
            {t("common:cancel")}
          </Button>
          <MutationButton
            kind={operation === "deduct" && way === "direct" ? "danger" : "primary"}
            permission="canFundUsers"
            busy={busy}
            off={second.is === "reading" ? t("policyReading") : undefined}
            aria-describedby={offId}
            onKeyDown={(event) => {
              // A held Enter doesn't confirm what has been shown since it was pressed.
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => void confirm()}
          >
            {t(way === "slip" ? "confirm.slip" : `confirm.${operation}`)}
          </MutationButton>
        </>
      }
    >
      {/* While it is sent, the same may be this very order. */}
      <Cheque order={order} before={before} second={second} policy={policy} same={busy ? { is: "none" } : same} />
      {second.is === "unread" ? (
        <Notice tone="warning" title={t("second.unread")}>
          {t("second.unreadText")}
        </Notice>
      ) : null}
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
