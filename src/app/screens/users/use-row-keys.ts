import { type FocusEvent, type KeyboardEvent, useState } from "react";

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const rowsOf = (body: HTMLElement): HTMLElement[] => [...body.querySelectorAll<HTMLElement>(":scope > tr")];

/**
 * Roving tab index for table rows: arrows, Home and End move between rows, Enter follows the row's link. Keys in a
 * row's own controls are left alone.
 */
export function useRowKeys(length: number): {
  current: number;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  const [at, setAt] = useState(0);
  return {
    current: Math.min(at, Math.max(0, length - 1)),
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
      const index = rowsOf(event.currentTarget).findIndex((row) => row.contains(event.target));
      if (index !== -1) setAt(index);
    },
  };
}
