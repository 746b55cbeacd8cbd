import { useTranslation } from "../i18n/use-translation.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Button } from "../ui/button.tsx";

export interface SignOutQuestionProps {
  /** How many attempts are unsettled, those under way among them. */
  unsettled: number;
  running: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a sign-out that leaves something unsettled behind (FUND-6). */
export function SignOutQuestion({ unsettled, running, onCancel, onConfirm }: SignOutQuestionProps) {
  const { t } = useTranslation("attempts");
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      title={t("signOut.title")}
      description={running ? t("signOut.running") : t("signOut.text", { count: unsettled })}
      confirm={
        <Button kind="danger" onClick={onConfirm}>
          {t("signOut.confirm")}
        </Button>
      }
    >
      <p>{t("signOut.kept")}</p>
    </ConfirmDialog>
  );
}
