import { useEffect, useRef } from "react";
import { css } from "#styled/css";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, unsettledOf } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { chequeLooks } from "../../parts/cheque-parts.tsx";
import { MutationButton, useMutationOff } from "../../parts/mutation-button.tsx";
import { DecisionQuestion } from "./decision-question.tsx";
import type { SlipBalance } from "./slip-balance.ts";
import { isOperation } from "./slip-words.ts";
import type { Deciding } from "./use-decision.ts";

const link = css({ color: "unknown", fontWeight: "medium", textDecoration: "underline", textUnderlineOffset: "3px" });

/** The decision buttons of an open slip, each with its reason if disabled (APPR-5). */
export function DecisionButtons({ slip, deciding }: { slip: SlipRow; deciding: Deciding }) {
  const { t } = useTranslation("approvals");
  const off = useMutationOff("canFundUsers");
  const { deed, standing, isOpen, decisions, offWords, ask } = deciding;
  const kind = isOperation(slip.operation) ? slip.operation : "other";
  const stub = useRef<HTMLElement>(null);
  useEffect(() => {
    // Another admin's decision takes the buttons away, and the focus with them.
    if (!isOpen && document.activeElement === document.body) stub.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (!isOpen) return null;
  // Each reason once, below the buttons it disables.
  const reasons = [...new Set([off, ...decisions.map(offWords)].filter((one) => one !== undefined))];
  return (
    <section
      ref={(section) => {
        if (section) stub.current = section.closest<HTMLElement>("[role=group]");
      }}
      className={chequeLooks.decision}
      aria-label={t("decide.title")}
    >
      {decisions.map((decision) => (
        <MutationButton
          key={decision}
          className={chequeLooks.button}
          kind={decision === "approve" ? (kind === "fund" ? "primary" : "danger") : "plain"}
          permission="canFundUsers"
          off={offWords(decision)}
          busy={deed.is === "sending"}
          onClick={() => ask(decision)}
        >
          {decision === "approve" ? t(`decide.approve.${kind}`) : t(`decide.${decision}`)}
        </MutationButton>
      ))}
      {reasons.length > 0 ? <p className={chequeLooks.why}>{reasons.join(" · ")}</p> : null}
      {standing && unsettledOf(deed) === undefined ? (
        <button type="button" className={link} onClick={() => openAttention(standing)}>
          {t("decide.settle")}
        </button>
      ) : null}
    </section>
  );
}

interface DecisionEndProps {
  slip: SlipRow;
  policy: KnownPolicy;
  /** The user's, if known. */
  balance: SlipBalance | undefined;
  deciding: Deciding;
}

/** Result of a decision while it needs attention, and the confirmation before one is sent. */
export function DecisionEnd({ slip, policy, balance, deciding }: DecisionEndProps) {
  const { deed, clear, question, offWords, close, decide, isSigning, unsigned } = deciding;
  if (!question) return <DeedNotice deed={deed} onSettled={clear} />;
  return (
    <DecisionQuestion
      key={question.decision}
      decision={question.decision}
      slip={slip}
      policy={policy}
      balance={balance}
      busy={isSigning || deed.is === "sending"}
      off={offWords(question.decision)}
      error={unsigned ?? troubleOf(deed)}
      onCancel={close}
      onConfirm={(note) => void decide(question, note)}
    />
  );
}
