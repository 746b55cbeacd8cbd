import { type ComponentProps, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { returnFocus } from "../../ui/return-focus.ts";
import type { Row } from "./looks.ts";

interface ButtonAttributes {
  readonly id: string | undefined;
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly onClick: NonNullable<ComponentProps<"button">["onClick"]>;
  readonly onKeyDown: NonNullable<ComponentProps<"button">["onKeyDown"]>;
}

/** What the buttons of all rows have in common; another one when a menu opens or closes. */
export interface RowMenuButton {
  readonly attributesOf: (row: Row) => ButtonAttributes;
}

export interface OpenMenu {
  readonly row: Row;
  readonly triggerId: string;
  /** Opened by keyboard: the first item is the current one. */
  readonly byKeyboard: boolean;
  readonly close: () => void;
}

/** One menu for all rows of a list: a row has no more of it than its button. */
export function useRowMenu(): { button: RowMenuButton; open: OpenMenu | undefined } {
  const triggerId = useId();
  const [path] = useLocation();
  const [last, setLast] = useState<{ row: Row; byKeyboard: boolean; at: string | undefined }>();
  // Open at one path alone: menus close on route change (LAY-5).
  const isOpen = last?.at === path;
  const lastId = last?.row.id;
  const button = useMemo((): RowMenuButton => {
    return {
      attributesOf(row) {
        const isLast = row.id === lastId;
        return {
          // The focus comes back to it after the menu has closed.
          id: isLast ? triggerId : undefined,
          "aria-haspopup": "menu",
          "aria-expanded": isLast && isOpen,
          onClick: (event) => {
            // A click that no pointer made comes from Enter or Space.
            const byKeyboard = event.detail === 0;
            if (byKeyboard) event.currentTarget.scrollIntoView({ block: "nearest" });
            setLast({ row, byKeyboard, at: isLast && isOpen ? undefined : path });
          },
          onKeyDown: (event) => {
            if (event.key !== "ArrowDown" || (isLast && isOpen)) return;
            event.preventDefault();
            event.currentTarget.scrollIntoView({ block: "nearest" });
            setLast({ row, byKeyboard: true, at: path });
          },
        };
      },
    };
  }, [triggerId, lastId, isOpen, path]);
  const close = () => {
    setLast((one) => one && { ...one, at: undefined });
    returnFocus(triggerId);
  };
  return { button, open: last && isOpen ? { row: last.row, triggerId, byKeyboard: last.byKeyboard, close } : undefined };
}
