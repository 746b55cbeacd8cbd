import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Stands in place of a part beside the screen that could not be loaded, or that broke; the screen goes on. */
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
