import { useEffect } from "react";
import { toast } from "../../ui/toast.ts";

/** Says why a button is off to whoever taps it: a touch screen shows no titles. Renders nothing. */
export function SayWhyOff(): null {
  useEffect(() => {
    const stop = new AbortController();
    let isTouch = false;
    const note = ({ pointerType }: PointerEvent): void => {
      isTouch = pointerType !== "mouse";
    };
    const say = ({ target }: MouseEvent): void => {
      const button = isTouch && target instanceof Element ? target.closest<HTMLElement>("button[aria-disabled=true]") : null;
      // An icon's title is its name.
      if (button?.title && button.title !== button.getAttribute("aria-label")) toast({ tone: "info", title: button.title });
    };
    addEventListener("pointerdown", note, { capture: true, signal: stop.signal });
    addEventListener("click", say, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return null;
}
