import { IconButton } from "./icon-button.tsx";
import { Menu, type MenuProps } from "./menu.tsx";
import { Ellipsis } from "./more-icons.ts";

/** Menu of what can be done with a row, behind a button of three dots. */
export const MoreMenu = ({ label, items }: Pick<MenuProps, "label" | "items">) => (
  <Menu
    label={label}
    items={items}
    renderTrigger={(attributes) => <IconButton {...attributes} label={label} icon={<Ellipsis size={16} aria-hidden />} />}
  />
);
