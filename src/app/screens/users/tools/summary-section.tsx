import { type ReactNode, useId } from "react";
import { css, cx } from "#styled/css";
import { touchArea } from "../../../ui/touch-area.ts";

const section = css({ display: "flex", flexDirection: "column", gap: "3", minWidth: "0" });
const head = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "2", minHeight: "7" });
const titleLook = css({ textStyle: "md", fontWeight: "semibold" });

/** One section of a user's page, with a link to more. */
export function SummarySection({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={section} aria-labelledby={id}>
      <div className={head}>
        <h2 id={id} className={titleLook}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

export const moreLook = cx(touchArea, css({ textStyle: "sm", color: "accent", _hover: { textDecoration: "underline" } }));
/** One line in place of rows. */
export const quietBox = css({
  p: "5",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  textStyle: "sm",
  color: "ink.muted",
});
