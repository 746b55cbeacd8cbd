import { css } from "#styled/css";
import { useTranslation } from "../../../words/use-translation.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";

const head = css({ display: "flex", alignItems: "center", justifyContent: "space-between", textStyle: "sm", color: "ink.muted" });
const box = css({
  fontFamily: "mono",
  fontSize: "xs",
  lineHeight: "1.125rem",
  p: "3",
  bg: "sunken",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "control",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  maxHeight: "72",
  overflowY: "auto",
  _print: { maxHeight: "none", overflow: "visible" },
});

/** A raw answer. */
export function RawResponse({ value }: { value: unknown }) {
  const { t } = useTranslation("userTools");
  const text = JSON.stringify(value, undefined, 2) ?? "";
  return (
    <div>
      <div className={head}>
        <span>{t("progress.raw")}</span>
        <CopyButton value={text} what={t("progress.raw")} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area has to be reachable by keyboard. */}
      <pre className={box} role="region" aria-label={t("progress.raw")} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
