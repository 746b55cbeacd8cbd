import { useId, useState } from "react";
import { css } from "#styled/css";
import { mostNoteLength } from "../../../contract/funding.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import type { Decision } from "./decide.ts";
import type { SlipBalance } from "./slip-balance.ts";
import { SlipCheque } from "./slip-cheque.tsx";
import { personName } from "./slip-words.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });

interface DecisionQuestionProps {
  decision: Decision;
  slip: SlipRow;
  policy: KnownPolicy;
  balance: SlipBalance | undefined;
  busy: boolean;
  off: string | undefined;
  error: string | undefined;
  onCancel: () => void;
  onConfirm: (note: string) => void;
}

/** Confirms a decision before it is sent; a refusal takes a note. */
export function DecisionQuestion({ decision, slip, policy, balance, busy, off, error, onCancel, onConfirm }: DecisionQuestionProps) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const [note, setNote] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const noteId = useId();
  const { operation, amount, currency, email, maker } = slip;
  const kind = operation === "deduct" ? "deduct" : "fund";
  const name = personName(maker);
  const given = { email, amount: format.exact(amount), currency, name };
  const confirm = () => {
    if (decision === "refuse" && note.trim() === "") {
      setIsMissing(true);
      document.getElementById(noteId)?.focus();
    } else onConfirm(note.trim());
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
            // A held Enter doesn't confirm what has been shown since it was pressed.
            if (event.repeat) event.preventDefault();
          }}
          onClick={confirm}
        >
          {decision === "approve" ? t(`decide.approve.${kind}`) : t(`decide.${decision}`)}
        </MutationButton>
      }
    >
      <div className={stack}>
        <SlipCheque slip={slip} policy={policy} balance={decision === "approve" ? balance : undefined} />
        {decision === "refuse" ? (
          <TextAreaField
            id={noteId}
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
