import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { copyText } from "./copy-text.ts";

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
export function CopyButton({ value, what, copied, failed, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  return (
    <IconButton
      {...(className === undefined ? {} : { className })}
      label={t("copyThing", { what })}
      icon={done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onBlur={() => setDone(false)}
      onPointerLeave={() => setDone(false)}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(value, { copied: copied ?? t("copied"), failed: failed ?? t("copyFailed") }).then(setDone);
      }}
    />
  );
}
