import { type RefObject, useEffect, useRef } from "react";
import { isCovered, isPlain, isTyping, letterOf } from "../ui/letters.ts";
import { settings } from "../state/settings.ts";

/** Whether a key event pins the focused item: C, if single-letter keys are enabled. */
export const isPinKey = (event: KeyboardEvent): boolean =>
  isPlain(event) && letterOf(event) === "c" && !event.shiftKey && settings.kept.singleKeys;

/** Handles the pin key on the page, or in the dialog around `within`; undefined: nothing to pin. */
export function usePinKey(pin: (() => void) | undefined, within?: RefObject<HTMLElement | null>): void {
  const last = useRef(pin);
  useEffect(() => {
    last.current = pin;
  }, [pin]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, defaultPrevented, isComposing } = event;
      if (defaultPrevented || isComposing || !isPinKey(event) || isTyping(target) || !last.current) return;
      const dialog = within?.current?.closest("[role=dialog]");
      const isMeant = within ? target instanceof Element && dialog?.contains(target) : !isCovered();
      if (!isMeant) return;
      event.preventDefault();
      last.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [within]);
}
