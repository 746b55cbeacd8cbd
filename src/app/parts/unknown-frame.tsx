import { type ReactNode, useId } from "react";
import { css } from "#styled/css";
import { CircleHelp } from "../ui/more-icons.ts";
import { useTranslation } from "../words/use-translation.ts";

const panel = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "4",
  borderWidth: "1.5px",
  borderStyle: "dashed",
  borderColor: "unknown",
  borderRadius: "panel",
  bg: "unknown.soft",
  minWidth: "0",
});
const head = css({ display: "flex", alignItems: "center", gap: "2", color: "unknown", textStyle: "md", fontWeight: "semibold" });

/** The frame around an attempt whose outcome is unknown, with that title; needs the "attempts" translations. */
export function UnknownFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("attempts");
  const id = useId();
  return (
    <section className={panel} aria-labelledby={id}>
      <h2 id={id} className={head}>
        <CircleHelp size={16} aria-hidden />
        {t("unknown.title")}
      </h2>
      {children}
    </section>
  );
}
