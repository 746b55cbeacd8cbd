import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const rowsOf = (body: HTMLElement): HTMLElement[] => [...body.querySelectorAll<HTMLElement>(":scope > tr")];

/**
 * Roving tab index for table rows: arrows, Home and End move between rows, Enter follows the row's link. Keys in a
 * row's own controls are left alone. When the focused row goes, the one then in its place is focused.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  length: number,
): {
  current: number;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  const [at, setAt] = useState(0);
  const focused = useRef<Element>(undefined);
  const current = Math.min(at, Math.max(0, length - 1));
  useEffect(() => {
    const { activeElement } = document;
    if (!body.current || body.current.contains(activeElement)) return;
    // Without this, keys would go to the page.
    if (focused.current?.isConnected === false && activeElement === document.body)
      rowsOf(body.current)[current]?.focus({ preventScroll: true });
    else focused.current = undefined;
  });
  return {
    current,
    onKeyDown(event) {
      const rows = rowsOf(event.currentTarget);
      const index = rows.findIndex((row) => row === event.target);
      if (index === -1) return;
      if (event.key === "Enter") {
        rows[index]?.querySelector("a")?.click();
        return;
      }
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      rows[step(index, rows.length - 1)]?.focus();
    },
    onFocus(event) {
      // What a row's menu or dialog has focused reaches this, too.
      if (event.currentTarget.contains(event.target)) focused.current = event.target;
      const index = rowsOf(event.currentTarget).findIndex((row) => row.contains(event.target));
      if (index !== -1) setAt(index);
    },
  };
}
