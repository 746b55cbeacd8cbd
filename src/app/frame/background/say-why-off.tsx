import { useEffect } from "react";
import { toast } from "../../ui/toast.ts";

/** A toast stands this long (LAY-6), in ms: until then the same is not said again, as by a held key. */
const saidForMs = 4000;

/** Says why a button is off when it is pressed: its title, which has the reason, never shows by key or by touch. */
export function SayWhyOff(): null {
  useEffect(() => {
    let said = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = ({ target }: MouseEvent): void => {
      // Toasts wait until the app is unlocked; the cover says what it needs itself.
      if (document.body.inert) return;
      const button = target instanceof Element ? target.closest<HTMLElement>("button[aria-disabled=true]:not([aria-busy=true])") : null;
      // An icon's title is its name.
      const title = button && button.title !== button.getAttribute("aria-label") ? button.title : "";
      if (title === "" || title === said) return;
      said = title;
      clearTimeout(timer);
      timer = setTimeout(() => (said = ""), saidForMs);
      toast({ tone: "info", title });
    };
    document.addEventListener("click", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", look);
    };
  }, []);
  return null;
}
