import type { RefObject } from "react";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Pin } from "../ui/more-icons.ts";
import { usePinKey } from "./pin-key.ts";

interface PinButtonProps {
  onPin: () => void;
  /** Why it can't be pinned now. */
  off?: string | undefined;
  size?: "small" | "normal";
  /** An element of the dialog whose keys count; omit for the page. */
  within?: RefObject<HTMLElement | null>;
}

/** Pins what is on the page, or in a dialog, to the open case; so does its key. */
export function PinButton({ onPin, off, size, within }: PinButtonProps) {
  const { t } = useTranslation("cases");
  usePinKey(off === undefined ? onPin : undefined, within);
  return (
    <Button size={size} off={off} title={t("pin.hint")} aria-keyshortcuts="C" icon={<Pin size={16} aria-hidden />} onClick={onPin}>
      {t("pin.button")}
    </Button>
  );
}
