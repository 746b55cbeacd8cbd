import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Malformed } from "./use-dashboard-troubles.ts";

/** Says which answer was malformed, and that nothing of it was used (SYNC-8). */
export function MalformedNotice({ malformed: { call, problem }, onDismiss }: { malformed: Malformed; onDismiss: () => void }) {
  const { t } = useTranslation(["activity", "common"]);
  return (
    <Notice
      tone="warning"
      title={t("malformed", { call, problem })}
      action={
        <Button
          size="small"
          onClick={() => {
            // The screen begins where the notice was.
            document.getElementById("content")?.focus({ preventScroll: true });
            onDismiss();
          }}
        >
          {t("common:dismiss")}
        </Button>
      }
    />
  );
}
