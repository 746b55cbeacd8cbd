import { Suspense, useId, useState } from "react";
import { css } from "#styled/css";
import type { Slip } from "../../../contract/approvals.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { mostNoteLength } from "../../../contract/funding.ts";
import { newId } from "../../../db/new-id.ts";
import { isOwn } from "../../../db/slips.ts";
import { keepSlip, slipInRefusal } from "../../../sync/slips-feed.ts";
import { useStanding } from "../../data/use-attempts.ts";
import { type SlipRow, useMe } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { lazyPart } from "../../boot/lazy-part.tsx";
import { LostPart } from "../../boot/lost-part.tsx";
import { endWords } from "../../passkeys/why-not.ts";
import "../../i18n/passkey-words.ts";
import { translateIn } from "../../i18n/i18n.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, unsettledOf, useDeed } from "../../deeds/use-deed.ts";
import { useFormat } from "../../format/use-format.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { ChequeDeed, chequeLooks } from "../../parts/cheque-parts.tsx";
import { MutationButton, useMutationOff } from "../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { decisionIntent, type Decision, type Off, offReason, operationOf } from "./decide.ts";
import { digestOf } from "./digest.ts";
import { askSignature, canSign, signingOf } from "./signature.ts";
import { operationWord, personName, reasonWord, stateAt } from "./slip-words.ts";

const SignSlip = lazyPart(async () => (await import("./sign-slip.tsx")).SignSlip, LostPart);

const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", _print: { display: "none" } });
const part = css({ display: "flex", flexDirection: "column", gap: "3" });
const why = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const link = css({ color: "unknown", fontWeight: "medium", textDecoration: "underline", textUnderlineOffset: "3px" });
const stack = css({ display: "flex", flexDirection: "column", gap: "3" });

interface Question {
  readonly decision: Decision;
  /** Becomes the attempt's: one confirmation, one attempt. */
  readonly id: string;
  readonly openedAt: number;
}

/** The buttons that decide on an open slip, each off with its reason, and the questions before what they send (APPR-5). */
export function SlipDecision({ slip, policy }: { slip: SlipRow; policy: KnownPolicy }) {
  const { t, language } = useTranslation("approvals");
  const sync = useSync();
  const me = useMe();
  const now = useHostNow();
  const [question, setQuestion] = useState<Question>();
  /** Why the checker's passkey has signed nothing, in words. */
  const [unsigned, setUnsigned] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  const off = useMutationOff("canFundUsers");
  const whyId = useId();
  const kind = slip.operation === "deduct" ? "deduct" : "fund";
  const own = isOwn(slip, me);
  const digest = digestOf(slip);
  const standing = [
    useStanding(operationOf.approve, [slip.id]),
    useStanding(operationOf.refuse, [slip.id]),
    useStanding(operationOf.withdraw, [slip.id]),
  ].find((attempt) => attempt !== undefined);
  const { deed, send, isHere, clear, clearTrouble } = useDeed({
    done: (message) =>
      message ??
      (question?.decision === "approve"
        ? t(`decide.done.approve.${kind}`)
        : t(`decide.done.${question?.decision === "withdraw" ? "withdraw" : "refuse"}`)),
    failed: t("decide.failed"),
  });
  const isOpen = stateAt(slip, now) === "open";
  const circumstances = {
    isOwn: own,
    now,
    digest,
    isSigned: signingOf(policy) === "passkey",
    canSign: canSign(policy, sync.host),
    isUnsettled: standing !== undefined,
  };
  const reasonOf = (decision: Decision): Off | undefined => offReason(slip, decision, circumstances);
  const offWords = (decision: Decision): string | undefined => {
    const reason = reasonOf(decision);
    return reason === undefined ? undefined : t(`decide.off.${reason}`);
  };

  const decide = async ({ decision, id, openedAt }: Question, note: string): Promise<void> => {
    setUnsigned(undefined);
    setSigning(decision === "approve");
    const signed = decision === "approve" ? await askSignature(sync.host, digest, policy) : ({ is: "none" } as const);
    setSigning(false);
    if (signed.is === "missing") {
      setUnsigned(endWords(translateIn(language, "passkeys"), signed.why, t("decide.failed")));
      return;
    }
    const signature = signed.is === "signed" ? signed.signature : undefined;
    const outcome = await send(decisionIntent(sync, decision, { id, openedAt, slip, digest, note, signature }));
    const said: Slip | undefined =
      outcome.is === "done" ? outcome.value : outcome.is === "refused" ? slipInRefusal(outcome.body) : undefined;
    if (said?.id === slip.id) await keepSlip(sync, said);
    if (!isHere()) return;
    // What was blocked may be confirmed again; whatever was sent has another place to stand in.
    if (outcome.is === "blocked") setQuestion((open) => open && { ...open, id: newId() });
    else setQuestion(undefined);
  };
  const ask = (decision: Decision) => {
    clearTrouble();
    setUnsigned(undefined);
    setQuestion({ decision, id: newId(), openedAt: Date.now() });
  };
  const close = () => {
    if (deed.is === "sending") return;
    setQuestion(undefined);
  };

  const decisions: readonly Decision[] = own ? ["approve", "refuse", "withdraw"] : ["approve", "refuse"];
  // Each reason once, below the buttons that it holds off.
  const reasons = [...new Set([off, ...decisions.map(offWords)].filter((one) => one !== undefined))];
  const label = (decision: Decision): string => (decision === "approve" ? t(`decide.approve.${kind}`) : t(`decide.${decision}`));
  return (
    <div className={part}>
      {question ? null : <DeedNotice deed={deed} onSettled={clear} />}
      {own && isOpen && circumstances.isSigned && !slip.makerSignedAt ? (
        <Suspense fallback={null}>
          <SignSlip slip={slip} policy={policy} />
        </Suspense>
      ) : null}
      {isOpen ? (
        <section className={part} aria-label={t("decide.title")}>
          <div className={bar}>
            {decisions.map((decision) => (
              <MutationButton
                key={decision}
                kind={decision === "approve" ? (kind === "deduct" ? "danger" : "primary") : "plain"}
                permission="canFundUsers"
                off={offWords(decision)}
                busy={deed.is === "sending"}
                onClick={() => ask(decision)}
              >
                {label(decision)}
              </MutationButton>
            ))}
          </div>
          {reasons.length > 0 ? (
            <p id={whyId} className={why}>
              {reasons.join(" · ")}
              {standing && unsettledOf(deed) === undefined ? (
                <>
                  {" "}
                  <button type="button" className={link} onClick={() => openAttention(standing)}>
                    {t("decide.settle")}
                  </button>
                </>
              ) : null}
            </p>
          ) : null}
        </section>
      ) : null}
      {question ? (
        <DecisionQuestion
          key={question.decision}
          decision={question.decision}
          slip={slip}
          policy={policy}
          busy={isSigning || deed.is === "sending"}
          off={offWords(question.decision)}
          error={unsigned ?? troubleOf(deed)}
          onCancel={close}
          onConfirm={(note) => void decide(question, note)}
        />
      ) : null}
    </div>
  );
}

interface DecisionQuestionProps {
  decision: Decision;
  slip: SlipRow;
  policy: KnownPolicy;
  busy: boolean;
  off: string | undefined;
  error: string | undefined;
  onCancel: () => void;
  onConfirm: (note: string) => void;
}

/** Asks before a decision is sent; a refusal takes a note. */
function DecisionQuestion({ decision, slip, policy, busy, off, error, onCancel, onConfirm }: DecisionQuestionProps) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const [note, setNote] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { operation, amount, currency, email, maker } = slip;
  const kind = operation === "deduct" ? "deduct" : "fund";
  const name = personName(maker);
  const given = { email, amount: format.exact(amount), currency, name };
  const confirm = () => {
    if (decision === "refuse" && note.trim() === "") setIsMissing(true);
    else onConfirm(note.trim());
  };
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      title={decision === "approve" ? t(`decide.confirmTitle.${kind}`) : t(`decide.${decision}Title`)}
      description={
        decision === "approve"
          ? t(`decide.confirmText.${kind}`, given)
          : decision === "refuse"
            ? t("decide.refuseText", given)
            : t("decide.withdrawText")
      }
      error={error}
      confirm={
        <MutationButton
          kind={decision === "approve" && kind === "fund" ? "primary" : "danger"}
          permission="canFundUsers"
          off={off}
          busy={busy}
          onKeyDown={(event) => {
            // Enter that is held down says nothing of what was read since it went down.
            if (event.repeat) event.preventDefault();
          }}
          onClick={confirm}
        >
          {decision === "approve" ? t(`decide.approve.${kind}`) : t(`decide.${decision}`)}
        </MutationButton>
      }
    >
      <div className={stack}>
        <ChequeDeed operation={kind} verb={operationWord(t, operation)} amount={amount} currency={currency} />
        <div>
          <p className={chequeLooks.whom}>{email}</p>
          <p className={chequeLooks.muted}>
            {t("decide.asked", { name })} · {reasonWord(t, policy, slip.reason)}
          </p>
        </div>
        {decision === "refuse" ? (
          <TextAreaField
            label={t("decide.note")}
            hint={t("decide.noteHint", { name })}
            error={isMissing ? t("decide.noteMissing") : undefined}
            required
            maxLength={mostNoteLength}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setIsMissing(false);
            }}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
