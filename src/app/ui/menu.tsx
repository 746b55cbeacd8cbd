import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { returnFocus } from "./return-focus.ts";

const MenuList = lazyPart(async () => (await import("./menu-list.tsx")).MenuList);

export type MenuItem =
  | { is: "action"; key: string; label: string; icon?: ReactNode; tone?: "danger"; off?: string | undefined; onSelect: () => void }
  | { is: "link"; key: string; label: string; icon?: ReactNode; href: string; state?: unknown }
  | { is: "divider"; key: string };

export interface MenuTrigger {
  id: string;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: NonNullable<ComponentProps<"button">["onClick"]>;
  onKeyDown: NonNullable<ComponentProps<"button">["onKeyDown"]>;
}

export interface MenuProps {
  /** Accessible name of the menu. */
  label: string;
  /** The items, or a function that creates them when the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Renders the button; spread the given attributes on it. */
  renderTrigger: (attributes: MenuTrigger) => ReactNode;
  /** Content above the items, such as who is signed in. */
  header?: ReactNode;
  placement?: "bottom-end" | "bottom-start" | "right-start" | "top-start";
}

/**
 * Menu of actions and links. Renders only its button at first; the list's code is loaded when the first menu opens, so
 * every row of a table may have one.
 * `<Menu label="Actions" items={items} renderTrigger={(a) => <IconButton {...a} label="Actions for ada" icon={…} />}
 * />`
 */
export function Menu({ label, items, renderTrigger, header, placement = "bottom-end" }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const close = () => {
    setOpen(false);
    returnFocus(id);
  };
  return (
    <>
      {renderTrigger({
        id,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onClick: (event) => {
          // A click without a pointer comes from Enter or Space.
          setByKeyboard(event.detail === 0);
          setOpen(!open);
        },
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setByKeyboard(true);
          setOpen(true);
        },
      })}
      {open ? (
        <MenuList
          label={label}
          items={typeof items === "function" ? items() : items}
          header={header}
          placement={placement}
          triggerId={id}
          highlightFirst={byKeyboard}
          onClose={close}
        />
      ) : null}
    </>
  );
}
