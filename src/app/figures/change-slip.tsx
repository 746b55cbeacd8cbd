import { css, cx } from "#styled/css";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { panelLook } from "../ui/panel-look.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { changeOf } from "./change.ts";
import type { FigureChange } from "./change-dialog.tsx";

const head = css({ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: "3", rowGap: "1", px: "4", py: "4" });
const old = css({ textStyle: "lg", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums", textDecoration: "line-through" });
const next = css({ textStyle: "figure", overflowWrap: "anywhere" });
const arrow = css({ color: "ink.muted" });
const percent = css({ marginInlineStart: "auto", textStyle: "md", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums" });
const large = css({ color: "pending" });
const example = css({
  display: "grid",
  gridTemplateColumns: "[auto 1fr]",
  columnGap: "4",
  rowGap: "0.5",
  px: "4",
  py: "3",
  borderTopWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
  color: "ink.muted",
  "& dd": { textAlign: "end", fontVariantNumeric: "tabular-nums lining-nums", color: "ink" },
});

interface ChangeSlipProps {
  before: string | undefined;
  /** See `changeOf`. */
  isTold: boolean;
  change: FigureChange;
}

/** Old → new, the difference, and an example. */
export function ChangeSlip({ before, isTold, change }: ChangeSlipProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  const { is, percent: by, isLarge } = changeOf(before, change.next, isTold);
  return (
    <div className={panelLook} role="group" aria-label={change.name}>
      <p className={head}>
        {before === undefined ? null : (
          <>
            <VisuallyHidden>{t("change.from")} </VisuallyHidden>
            <span className={old}>{change.show(before)}</span>
            <span className={arrow} aria-hidden="true">
              →
            </span>
            <VisuallyHidden> {t("change.to")} </VisuallyHidden>
          </>
        )}
        <span className={next}>{change.show(change.next)}</span>
        <span className={cx(percent, isLarge && large)}>
          {is === "up" || is === "down"
            ? by === undefined
              ? t("change.fromZero")
              : t("change.percent", { percent: format.signed(by) })
            : t(`change.${is}`)}
        </span>
      </p>
      <dl className={example}>
        {before === undefined ? null : (
          <>
            <dt>{t("change.before", { what: change.example.what })}</dt>
            <dd>{change.example.of(before)}</dd>
          </>
        )}
        <dt>{t("change.after", { what: change.example.what })}</dt>
        <dd>{change.example.of(change.next)}</dd>
      </dl>
    </div>
  );
}
