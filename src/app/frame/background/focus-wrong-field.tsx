import { useEffect } from "react";
import { announce } from "../../state/announce.ts";

/** What is wrong with a field, if nobody says it otherwise: an alert is heard by itself. */
function faultOf(field: HTMLElement): string {
  const id = field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
  return document.querySelector(`[id="${CSS.escape(id)}"]:not([role=alert])`)?.textContent ?? "";
}

/** Focuses the first invalid field after submitting a form with its own validation, as native validation does. */
export function FocusWrongField(): null {
  useEffect(() => {
    const look = ({ target }: SubmitEvent): void => {
      if (!(target instanceof HTMLFormElement)) return;
      const { activeElement } = document;
      // The form marks its invalid fields after this event.
      setTimeout(() => {
        const wrong = target.querySelector<HTMLElement>("[aria-invalid=true]");
        wrong?.focus();
        // A field that has the focus already isn't read out again.
        if (wrong && wrong === activeElement) announce(faultOf(wrong));
      });
    };
    document.addEventListener("submit", look, { capture: true });
    return () => document.removeEventListener("submit", look, { capture: true });
  }, []);
  return null;
}
