import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Placeholder for a part that failed to load or render; the screen around it keeps working. */
export function LostPart() {
  const { t } = useTranslation("boot");
  return (
    <Notice
      tone="warning"
      title={t("chunkTitle")}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t("reload")}
        </Button>
      }
    >
      {t("chunkText")}
    </Notice>
  );
}
