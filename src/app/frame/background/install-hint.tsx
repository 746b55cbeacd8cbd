import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Dialog } from "../../ui/dialog.tsx";

const steps = css({ display: "flex", flexDirection: "column", gap: "2", textStyle: "md", paddingInlineStart: "5", listStyle: "decimal" });

/** Instructions for installing from Safari, which has no prompt (PWA-1). */
export function InstallHint({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const onTouch = navigator.maxTouchPoints > 1;
  return (
    <Dialog open onClose={onClose} title={t("install.title")} description={onTouch ? t("install.iosText") : t("install.macText")}>
      <ol className={steps}>
        {onTouch ? (
          <>
            <li>{t("install.iosShare")}</li>
            <li>{t("install.iosAdd")}</li>
          </>
        ) : (
          <li>{t("install.macAdd")}</li>
        )}
      </ol>
    </Dialog>
  );
}
