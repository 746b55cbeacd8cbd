import { type ComponentProps, type ReactNode } from "react";
import { css, cx } from "#styled/css";

const look = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  flexShrink: "0",
  width: "8",
  height: "8",
  borderRadius: "control",
  color: "ink.muted",
  transition: "background-color, color",
  transitionDuration: "fast",
  _hover: { bg: "hover", color: "ink" },
  _active: { bg: "pressed" },
  "&[aria-haspopup][aria-expanded=true]": { bg: "pressed", color: "ink" },
  _print: { display: "none" },
  _compact: { width: "7", height: "7" },
  _touch: { width: "control", height: "control" },
});

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Accessible name: what it does, to what. Also the tooltip. */
  label: string;
  /** Omit if the class draws it. */
  icon?: ReactNode;
};

/** Square icon-only button, named by its `label`. */
export function IconButton({ label, icon, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button title={label} {...rest} type={type} aria-label={label} className={cx(look, className)}>
      {icon}
    </button>
  );
}
