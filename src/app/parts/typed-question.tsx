import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before discarding typed input: for a new version, or another screen. */
export function TypedQuestion({ by, onLeave, onStay }: { by: "reload" | "go"; onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <ConfirmDialog
      open
      onCancel={onStay}
      title={t("typed.title")}
      description={t(`typed.${by}`)}
      confirm={
        <Button kind="danger" onClick={onLeave}>
          {t("typed.leave")}
        </Button>
      }
    />
  );
}
