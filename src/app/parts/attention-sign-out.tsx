import { Suspense } from "react";
import { lazyPart } from "../boot/lazy-part.tsx";
import { loadWords } from "../i18n/language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Button } from "../ui/button.tsx";
import type { AtStake } from "./use-leave.ts";

// What words a dossier is only loaded where there is one to lose.
const CasesAtStake = lazyPart(async () => {
  const [{ CasesAtStake: Component }] = await Promise.all([
    import("../screens/cases/cases-at-stake.tsx"),
    loadWords(["cases", "transactions", "activity", "attempts", "audit", "timeline"]),
  ]);
  return Component;
});

export interface SignOutQuestionProps extends AtStake {
  running: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a sign-out that leaves something unsettled behind (FUND-6), or takes a case with it (FIND-7). */
export function SignOutQuestion({ unsettled, cases, running, onCancel, onConfirm }: SignOutQuestionProps) {
  const { t } = useTranslation(["attempts", "cases"]);
  const isUnsettled = unsettled > 0;
  const lost = t("cases:signOut.text", { count: cases });
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      title={isUnsettled ? t("signOut.title") : t("cases:signOut.title")}
      description={isUnsettled ? (running ? t("signOut.running") : t("signOut.text", { count: unsettled })) : lost}
      confirm={
        <Button kind="danger" onClick={onConfirm}>
          {t("signOut.confirm")}
        </Button>
      }
    >
      {isUnsettled ? <p>{t("signOut.kept")}</p> : null}
      {isUnsettled && cases > 0 ? <p>{lost}</p> : null}
      {cases > 0 ? (
        <Suspense fallback={null}>
          <CasesAtStake onLeave={onCancel} />
        </Suspense>
      ) : null}
    </ConfirmDialog>
  );
}
