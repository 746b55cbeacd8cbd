import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { useSettings } from "../state/settings.ts";
import { Button } from "../ui/button.tsx";
import { update } from "./update-state.ts";

const look = css({
  position: "fixed",
  insetInline: "0",
  bottom: "4",
  marginInline: "auto",
  zIndex: "toast",
  width: "fit",
  maxWidth: "[calc(100vw - 2rem)]",
  display: "flex",
  alignItems: "center",
  gap: "4",
  px: "4",
  py: "2",
  bg: "raised",
  borderRadius: "panel",
  boxShadow: "raised",
  textStyle: "md",
});

/** Announces a new version; it is taken by consent (PWA-3), which automatic updates have given for good. */
export function UpdateNotice() {
  const { t } = useTranslation("boot");
  const { automaticUpdates } = useSettings();
  if (automaticUpdates) return null;
  return (
    <div role="status" className={look}>
      <span>{t("update")}</span>
      <Button kind="primary" size="small" onClick={() => update.waiting?.update()}>
        {t("reload")}
      </Button>
    </div>
  );
}
