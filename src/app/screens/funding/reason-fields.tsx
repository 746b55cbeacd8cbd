import { otherReason } from "../../../contract/approvals.ts";
import { mostNoteLength } from "../../../contract/funding.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";

/** Why money is moved, as typed (APPR-2). */
export interface Motive {
  readonly reason: string;
  readonly note: string;
}

/** Validation error of a note, or undefined. A missing note is reported natively. */
function noteProblem(t: Translate<"funding">, { reason, note }: Motive): string | undefined {
  const { length } = note.trim();
  if (length > mostNoteLength) return t("noteLong", { length, most: mostNoteLength });
  return reason === otherReason && note !== "" && length === 0 ? t("noteBlank") : undefined;
}

/** Whether reason and note are valid, beyond native validation. */
export const isMotiveRight = (t: Translate<"funding">, motive: Motive): boolean =>
  noteProblem(t, motive) === undefined && (motive.reason !== otherReason || motive.note.trim() !== "");

interface ReasonFieldsProps {
  policy: KnownPolicy;
  motive: Motive;
  noteId: string;
  onChange: (motive: Partial<Motive>) => void;
  onRetry: () => void;
}

/** "Reason" and "Note", if the host offers reasons; if its rules could not be read, says so instead. */
export function ReasonFields({ policy, motive, noteId, onChange, onRetry }: ReasonFieldsProps) {
  const { t } = useTranslation(["funding", "common"]);
  const { t: words } = useTranslation("funding");
  const { reason, note } = motive;
  if (policy.is === "unread")
    return (
      <Notice
        tone="warning"
        title={t("policyUnread")}
        action={
          <Button size="small" onClick={onRetry}>
            {t("common:retry")}
          </Button>
        }
      >
        {t("policyUnreadText")}
      </Notice>
    );
  if (policy.is !== "known" || policy.policy.reasons.length === 0) return null;
  return (
    <>
      <SelectField
        label={t("reason")}
        required
        value={reason}
        onChange={(event) => onChange({ reason: event.target.value })}
        options={[{ value: "", label: t("reasonChoose") }, ...policy.policy.reasons.map(({ code, label }) => ({ value: code, label }))]}
      />
      <TextAreaField
        id={noteId}
        label={t("note")}
        rows={3}
        required={reason === otherReason}
        value={note}
        error={noteProblem(words, motive)}
        hint={t("common:characters", { length: note.trim().length, most: mostNoteLength })}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  );
}
