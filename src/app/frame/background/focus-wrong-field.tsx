import { useEffect } from "react";

/** Whoever sends a form that checks its fields itself goes on at the first one that is wrong, as with the browser's own check. */
export function FocusWrongField(): null {
  useEffect(() => {
    const look = ({ target }: SubmitEvent): void => {
      if (!(target instanceof HTMLFormElement)) return;
      // What was found stands at the fields in a moment.
      setTimeout(() => target.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    };
    document.addEventListener("submit", look, { capture: true });
    return () => document.removeEventListener("submit", look, { capture: true });
  }, []);
  return null;
}
