import { css } from "#styled/css";
import type { Attempt } from "../../db/money/journal.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { AttemptSlip } from "./attempt-slip.tsx";

const notice = css({ maxWidth: "form", width: "full", boxShadow: "raised", pointerEvents: "auto" });

/** Dismissible notice that the host contradicts an admin's settlement (FUND-6). */
export function Contradicted({ attempt, onDismiss }: { attempt: Attempt; onDismiss: () => void }) {
  const { t } = useTranslation(["attempts", "common"]);
  const as = attempt.state.is === "done" ? "happened" : "didNot";
  return (
    <Notice
      tone="danger"
      className={notice}
      title={t(`unknown.contradicted.${as}`)}
      action={
        <Button size="small" onClick={onDismiss}>
          {t("common:dismiss")}
        </Button>
      }
    >
      <p>{t(`unknown.contradicted.${as}Text`)}</p>
      <AttemptSlip attempt={attempt} />
    </Notice>
  );
}
