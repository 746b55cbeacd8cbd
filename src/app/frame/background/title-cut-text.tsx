import { useEffect } from "react";

/** The element around this one, or itself, whose one line is cut. */
function cutAround(target: Element): HTMLElement | undefined {
  const text = document.createRange();
  for (let element: Element | null = target; element instanceof HTMLElement; element = element.parentElement) {
    if (getComputedStyle(element).textOverflow !== "ellipsis") continue;
    text.selectNodeContents(element);
    // Not by `scrollWidth`, which knows nothing of what `overflow: clip` cuts.
    return text.getBoundingClientRect().right > element.getBoundingClientRect().right + 1 ? element : undefined;
  }
  return undefined;
}

/** Gives a line that is cut its whole text as title while the pointer is on it; the rows of a virtual list change theirs. */
export function TitleCutText(): null {
  useEffect(() => {
    let cut: HTMLElement | undefined;
    const look = ({ target }: PointerEvent): void => {
      cut?.removeAttribute("title");
      cut = undefined;
      if (!(target instanceof Element) || target.closest("[title]")) return;
      cut = cutAround(target);
      if (cut) cut.title = cut.textContent;
    };
    document.addEventListener("pointerover", look);
    return () => {
      document.removeEventListener("pointerover", look);
      cut?.removeAttribute("title");
    };
  }, []);
  return null;
}
