import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { signOutWords } from "./sign-out-words.ts";
import type { LeaveQuestion } from "./use-leave.ts";

export interface SignOutQuestionProps {
  question: LeaveQuestion;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a sign-out that leaves something unsettled behind (FUND-6), or ends an open run (BULK-4). */
export function SignOutQuestion({ question, onCancel, onConfirm }: SignOutQuestionProps) {
  const { t } = useTranslation("attempts");
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
    </ConfirmDialog>
  );
}
