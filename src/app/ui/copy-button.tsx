import { useState } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

interface CopyIconProps {
  value: string;
  /** Accessible name: "Copy reference". */
  label: string;
  /** Toast on success. */
  copied: string;
  /** Toast on failure. */
  failed: string;
  className?: string;
}

/** Copy icon, and a tick once copied. Drawn in CSS to save elements in long lists. */
const look = css({
  _before: {
    content: '""',
    width: "3.5",
    height: "3.5",
    backgroundImage: "linear-gradient(currentColor 0 0)",
    forcedColorAdjust: "preserve-parent-color",
    clipPath:
      'path(evenodd, "M1 1H10V3H9V2H2V9H3V10H1ZM4 5Q4 4 5 4H12.4Q13.4 4 13.4 5V12.4Q13.4 13.4 12.4 13.4H5Q4 13.4 4 12.4ZM5.2 5.2V12.2H12.2V5.2Z")',
  },
  "&[data-copied]::before": { clipPath: "[polygon(12px 4px, 5px 11px, 1px 7px, 2px 6px, 5px 9px, 11px 3px)]" },
});

/** `CopyButton` with all its labels as props, so a list translates them once for all rows. */
export function CopyIcon({ value, label, copied, failed, className }: CopyIconProps) {
  const [done, setDone] = useState<string>();
  return (
    <IconButton
      className={cx(look, className)}
      data-copied={done === value || undefined}
      label={label}
      onBlur={() => setDone(undefined)}
      onPointerLeave={() => setDone(undefined)}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(value, { copied, failed }).then((isCopied) => setDone(isCopied ? value : undefined));
      }}
    />
  );
}

export interface CopyButtonProps {
  value: string;
  /** What is copied, for the button's name: "Copy reference". */
  what: string;
  /** Toast on success; defaults to "Copied". */
  copied?: string;
  /** Toast on failure. */
  failed?: string;
}

/** Copies a value, shows a toast, and shows a tick until the pointer or focus leaves. */
export function CopyButton({ what, copied, failed, ...rest }: CopyButtonProps) {
  const { t } = useTranslation();
  return <CopyIcon {...rest} label={t("copyThing", { what })} copied={copied ?? t("copied")} failed={failed ?? t("copyFailed")} />;
}
