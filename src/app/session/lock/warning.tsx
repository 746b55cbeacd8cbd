import { useTranslation } from "../../words/use-translation.ts";
import { css } from "#styled/css";
import { Lock } from "../../ui/icons.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

const place = css({
  position: "fixed",
  insetInline: "0",
  bottom: "[max(1.25rem, env(safe-area-inset-bottom))]",
  zIndex: "toast",
  display: "flex",
  justifyContent: "center",
  px: "4",
  // Lets input through, as any input closes it.
  pointerEvents: "none",
  _print: { display: "none" },
});
const slip = css({
  display: "flex",
  alignItems: "center",
  gap: "3",
  px: "4",
  py: "3",
  bg: "raised",
  color: "ink",
  borderRadius: "panel",
  boxShadow: "raised",
  animation: "rise {durations.slow} {easings.out}",
  _forcedColors: { border: "1px solid" },
});
const icon = css({ color: "pending", flexShrink: "0" });
const title = css({ textStyle: "md", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums" });
const text = css({ textStyle: "sm", color: "ink.muted" });

/** Warns that the app is about to lock; any input keeps it open. Doesn't take the focus. */
export function Warning({ secondsLeft }: { secondsLeft: number | undefined }) {
  const { t } = useTranslation("lock");
  const isNear = secondsLeft !== undefined;
  return (
    <>
      {/* Announced once; the countdown is visual only. */}
      <VisuallyHidden>
        <span role="status">{isNear ? t("warning.said") : ""}</span>
      </VisuallyHidden>
      {isNear ? (
        <div className={place} aria-hidden="true">
          <div className={slip}>
            <Lock size={16} className={icon} />
            <div>
              <p className={title}>{t("warning.title", { count: secondsLeft })}</p>
              <p className={text}>{t("warning.text")}</p>
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}
