import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { copyText } from "./copy-text.ts";
import { rowMarks } from "./row-marks.tsx";

interface CopyIconProps {
  value: string;
  /** The button's name: "Copy reference". */
  label: string;
  /** The toast on success. */
  copied: string;
  /** The toast on failure. */
  failed: string;
  className?: string;
}

/** `CopyButton` with all its words given: a list has them once for all its rows. */
export function CopyIcon({ value, label, copied, failed, className }: CopyIconProps) {
  const [done, setDone] = useState<string>();
  return (
    <IconButton
      {...(className === undefined ? {} : { className })}
      label={label}
      icon={done === value ? rowMarks.copied : rowMarks.copy}
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
  /** The toast on success; "Copied" without it. */
  copied?: string;
  /** The toast on failure. */
  failed?: string;
  className?: string;
}

/** Copies a value, says so in a toast, and shows a tick for as long as the pointer or focus stays. */
export function CopyButton({ what, copied, failed, ...rest }: CopyButtonProps) {
  const { t } = useTranslation();
  return <CopyIcon {...rest} label={t("copyThing", { what })} copied={copied ?? t("copied")} failed={failed ?? t("copyFailed")} />;
}
