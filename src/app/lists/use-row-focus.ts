import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a virtual table: put the handler on its body. Where the focused row is scrolled out and removed, the scrolling area takes the
 * focus: without this, keys would go to the page.
 */
export function useRowFocus(area: RefObject<HTMLElement | null>): FocusEventHandler<HTMLElement> {
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const { activeElement, body: page } = document;
    if (focused.current?.isConnected === false) {
      if (activeElement === page) area.current?.focus({ preventScroll: true });
      focused.current = undefined;
    } else if (!area.current?.contains(activeElement)) focused.current = undefined;
  });
  return ({ currentTarget, target }) => {
    // Focus in a row's menu or dialog bubbles here, too.
    if (currentTarget.contains(target)) focused.current = target;
  };
}
