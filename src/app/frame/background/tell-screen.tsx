import { useEffect } from "react";
import { announce } from "../../state/announce.ts";

/** A title that has stood for this long is the screen's own, in ms: before its script has come, it is the menu entry's. */
const settledMs = 500;

/** Says the title of a screen that has come in another's place, and gives its content the focus that went with the other. */
export function TellScreen(): null {
  useEffect(() => {
    let told = document.title;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      if (document.title === told) return;
      told = document.title;
      announce(told);
      // A dialog keeps its focus itself.
      if (document.activeElement === document.body && !document.querySelector("[role=dialog], [role=alertdialog]"))
        document.getElementById("content")?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, settledMs);
    });
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return null;
}
