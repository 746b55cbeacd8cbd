import { type ComponentProps, useId, useMemo, useState } from "react";
import { returnFocus } from "../../ui/return-focus.ts";
import type { Row } from "./looks.ts";

interface ButtonAttributes {
  readonly id: string | undefined;
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly onClick: NonNullable<ComponentProps<"button">["onClick"]>;
  readonly onKeyDown: NonNullable<ComponentProps<"button">["onKeyDown"]>;
}

/** Shared by the menu buttons of all rows; changes when a menu opens or closes. */
export interface RowMenuButton {
  readonly attributesOf: (row: Row) => ButtonAttributes;
}

export interface OpenMenu {
  readonly row: Row;
  readonly triggerId: string;
  /** Opened by keyboard: highlight the first item. */
  readonly byKeyboard: boolean;
  readonly close: () => void;
}

/** One menu for all rows of a list: rows only render its button. */
export function useRowMenu(): { button: RowMenuButton; open: OpenMenu | undefined } {
  const triggerId = useId();
  const [last, setLast] = useState<{ row: Row; byKeyboard: boolean; isOpen: boolean }>();
  const isOpen = last?.isOpen === true;
  const lastId = last?.row.id;
  const button = useMemo((): RowMenuButton => {
    return {
      attributesOf(row) {
        const isLast = row.id === lastId;
        return {
          // Focus returns here when the menu closes.
          id: isLast ? triggerId : undefined,
          "aria-haspopup": "menu",
          "aria-expanded": isLast && isOpen,
          onClick: (event) => {
            // A click without a pointer comes from Enter or Space.
            const byKeyboard = event.detail === 0;
            if (byKeyboard) event.currentTarget.scrollIntoView({ block: "nearest" });
            setLast({ row, byKeyboard, isOpen: !(isLast && isOpen) });
          },
          onKeyDown: (event) => {
            if (event.key !== "ArrowDown" || (isLast && isOpen)) return;
            event.preventDefault();
            event.currentTarget.scrollIntoView({ block: "nearest" });
            setLast({ row, byKeyboard: true, isOpen: true });
          },
        };
      },
    };
  }, [triggerId, lastId, isOpen]);
  const close = () => {
    setLast((one) => one && { ...one, isOpen: false });
    returnFocus(triggerId);
  };
  return { button, open: last && isOpen ? { row: last.row, triggerId, byKeyboard: last.byKeyboard, close } : undefined };
}
