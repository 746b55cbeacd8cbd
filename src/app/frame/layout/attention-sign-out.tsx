import { lazyPart } from "../../ui/lazy-part.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { signOutWords } from "../../session/sign-out-words.ts";
import type { LeaveQuestion } from "../../session/leave-question.ts";

// The dossier's translations are loaded only if there is a case to lose.
const CasesAtStake = lazyPart(async () => (await import("../../screens/cases/cases-at-stake.tsx")).CasesAtStake, {
  words: ["cases", "transactions", "activity", "attempts", "audit", "timeline"],
});

export interface SignOutQuestionProps {
  question: LeaveQuestion;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a sign-out that leaves something unsettled (FUND-6), ends an open run (BULK-4) or deletes a case (FIND-7). */
export function SignOutQuestion({ question, onCancel, onConfirm }: SignOutQuestionProps) {
  const { t } = useTranslation(["attempts", "cases", "cache"]);
  const { title, lines } = signOutWords(t, question);
  const [first, ...more] = lines;
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      title={title}
      description={first}
      confirm={
        <Button kind="danger" onClick={onConfirm}>
          {t("signOut.confirm")}
        </Button>
      }
    >
      {more.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {question.cases > 0 ? <CasesAtStake onLeave={onCancel} /> : null}
    </ConfirmDialog>
  );
}
