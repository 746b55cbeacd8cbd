import { useState } from "react";
import { css } from "#styled/css";
import type { ApprovalPolicy, PolicyProposal } from "../../../contract/approvals.ts";
import { newId } from "../../../db/store/new-id.ts";
import { isOwn } from "../../../db/money/slips.ts";
import { useStanding } from "../../data/use-attempts.ts";
import { useMe } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, useDeed } from "../../deeds/use-deed.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ChequeFrame } from "../../parts/cheque-frame.tsx";
import { chequeLooks, StubLine } from "../../parts/cheque-parts.tsx";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { policyDigestOf } from "../approvals/digest.ts";
import { personName } from "../approvals/slip-words.ts";
import { ChangeList } from "./change-list.tsx";
import { decideIntent, type RulesDecision, rulesOperation } from "./intents.ts";

const heading = css({ textStyle: "lg", fontWeight: "semibold" });

interface Question {
  readonly decision: RulesDecision;
  readonly id: string;
  readonly openedAt: number;
}

interface ProposalSlipProps {
  proposal: PolicyProposal;
  /** The rules in force. */
  policy: ApprovalPolicy;
  /** Why this admin can't decide here, as text. */
  off: string | undefined;
}

/** A proposal waiting for a second super_admin: who made it, old → new, and the decision. */
export function ProposalSlip({ proposal, policy, off }: ProposalSlipProps) {
  const { t } = useTranslation("policy");
  const format = useFormat();
  const sync = useSync();
  const own = isOwn(proposal, useMe());
  const digest = policyDigestOf(proposal);
  const [question, setQuestion] = useState<Question>();
  const decision = question?.decision ?? "approve";
  const verb = own && decision === "withdraw" ? "withdraw" : decision === "withdraw" ? "refuse" : "approve";
  const { deed, send, clear, clearTrouble, isHere } = useDeed({ done: (message) => message ?? t(`done.${verb}`), failed: t("failed") });
  const standing = [useStanding(rulesOperation.approve, [proposal.id]), useStanding(rulesOperation.withdraw, [proposal.id])].some(
    (attempt) => attempt !== undefined,
  );
  const unsettled = standing ? t("off.unsettled") : undefined;
  const approveOff = off ?? (own ? t("off.own") : (unsettled ?? (digest === proposal.digest ? undefined : t("off.digest"))));
  const name = personName(proposal.maker);
  const moment = (at: string) => (
    <time dateTime={at} title={format.full(Date.parse(at))}>
      {format.dateTime(Date.parse(at))}
    </time>
  );
  const ask = (wanted: RulesDecision) => {
    clearTrouble();
    setQuestion({ decision: wanted, id: newId(), openedAt: Date.now() });
  };
  const decide = async ({ decision: wanted, id, openedAt }: Question) => {
    const outcome = await send(decideIntent(sync, { id, openedAt }, wanted, proposal, digest));
    if (!isHere()) return;
    // A blocked decision may be confirmed again; anything sent is shown elsewhere.
    if (outcome.is === "blocked") setQuestion((open) => open && { ...open, id: newId() });
    else setQuestion(undefined);
  };
  return (
    <>
      <ChequeFrame
        label={t("proposal")}
        maker={{
          label: t("proposedBy"),
          children: (
            <>
              <StubLine name={t("proposedBy")}>{own ? t("self", { name }) : name}</StubLine>
              <StubLine name={t("proposedAt")}>{moment(proposal.madeAt)}</StubLine>
              <StubLine name={t("digest")}>
                <span className={chequeLooks.mono} title={digest}>
                  {`${digest.slice(0, 12)}…`}
                </span>
              </StubLine>
            </>
          ),
        }}
        checker={{
          label: t("decide"),
          children: (
            <>
              <dl>
                <StubLine name={t("expiresAt")}>{moment(proposal.expiresAt)}</StubLine>
              </dl>
              <div className={chequeLooks.decision}>
                <MutationButton
                  className={chequeLooks.button}
                  kind="primary"
                  permission="canManageAdmins"
                  off={approveOff}
                  busy={deed.is === "sending"}
                  onClick={() => ask("approve")}
                >
                  {t("approve")}
                </MutationButton>
                <MutationButton
                  className={chequeLooks.button}
                  permission="canManageAdmins"
                  off={off ?? unsettled}
                  busy={deed.is === "sending"}
                  onClick={() => ask("withdraw")}
                >
                  {own ? t("withdraw") : t("refuse")}
                </MutationButton>
                {approveOff ? <p className={chequeLooks.why}>{approveOff}</p> : null}
              </div>
            </>
          ),
        }}
      >
        <h2 className={heading}>{t("proposal")}</h2>
        {digest === proposal.digest ? null : <Notice tone="danger" title={t("off.digest")} />}
        <ChangeList before={policy} after={proposal.policy} />
      </ChequeFrame>
      {question ? (
        <ConfirmDialog
          open
          title={t(`confirm.${verb}Title`)}
          description={t(`confirm.${verb}Text`, { name })}
          error={troubleOf(deed)}
          onCancel={() => {
            if (deed.is !== "sending") setQuestion(undefined);
          }}
          confirm={
            <MutationButton
              kind={decision === "approve" ? "primary" : "danger"}
              permission="canManageAdmins"
              busy={deed.is === "sending"}
              onClick={() => void decide(question)}
            >
              {t(verb)}
            </MutationButton>
          }
        >
          <ChangeList before={policy} after={proposal.policy} />
        </ConfirmDialog>
      ) : (
        <DeedNotice deed={deed} onSettled={clear} />
      )}
    </>
  );
}
