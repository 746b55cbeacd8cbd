import { useEffect } from "react";

/** Focuses the first invalid field after submitting a form with its own validation, as native validation does. */
export function FocusWrongField(): null {
  useEffect(() => {
    const look = ({ target }: SubmitEvent): void => {
      if (!(target instanceof HTMLFormElement)) return;
      // The form marks its invalid fields after this event.
      setTimeout(() => target.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    };
    document.addEventListener("submit", look, { capture: true });
    return () => document.removeEventListener("submit", look, { capture: true });
  }, []);
  return null;
}
