import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Mark } from "../../ui/mark.tsx";

const look = css({ display: "flex", alignItems: "center", gap: "2.5", color: "accent" });
const word = css({ color: "ink", textStyle: "lg", fontWeight: "semibold", letterSpacing: "-0.015em" });

export function Brand({ wide = true }: { wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={look}>
      <Mark size={24} />
      {wide ? <span className={word}>{t("appName")}</span> : null}
    </span>
  );
}
