import { type ComponentProps, type ReactNode } from "react";
import { type RecipeVariantProps, cva, cx } from "#styled/css";

/** Button styles, also for links that act as buttons (`className={buttonLook({ kind: "plain" })}`). */
export const buttonLook = cva({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    minHeight: "control",
    px: "3.5",
    py: "1",
    borderRadius: "control",
    borderWidth: "1px",
    borderColor: "transparent",
    textStyle: "md",
    fontWeight: "medium",
    // Translations can be longer: let the label wrap to a second line.
    flexShrink: "0",
    maxWidth: "full",
    textAlign: "center",
    userSelect: "none",
    textDecoration: "none",
    transition: "background-color, border-color, color",
    transitionDuration: "fast",
    "& svg": { flexShrink: "0" },
    _print: { display: "none" },
    _touch: { minWidth: "control" },
    _disabled: { cursor: "not-allowed" },
    "&[aria-disabled=true]": { cursor: "not-allowed" },
  },
  variants: {
    kind: {
      primary: {
        bg: "accent",
        color: "accent.on",
        _hover: { bg: "accent.strong" },
        "&:is([aria-disabled=true], :disabled)": { bg: "pressed", color: "ink.muted" },
      },
      plain: {
        bg: "surface",
        color: "ink",
        borderColor: "line",
        boxShadow: "0 1px 0 {colors.hover}",
        _hover: { bg: "hover", borderColor: "line.strong" },
        _active: { bg: "pressed" },
        "&[aria-pressed=true]": {
          bg: "accent.soft",
          borderColor: "accent",
          color: "accent",
        },
        "&:is([aria-disabled=true], :disabled)": { color: "ink.muted", bg: "transparent", boxShadow: "none", borderColor: "line" },
      },
      quiet: {
        color: "ink.muted",
        _hover: { bg: "hover", color: "ink" },
        _active: { bg: "pressed" },
        "&:is([aria-disabled=true], :disabled)": { color: "ink.muted", bg: "transparent", opacity: "0.7" },
      },
      danger: {
        bg: "danger",
        color: "danger.on",
        _hover: { bg: "danger.strong" },
        "&:is([aria-disabled=true], :disabled)": { bg: "pressed", color: "ink.muted" },
      },
    },
    size: {
      normal: {},
      small: { minHeight: "7", px: "2.5", textStyle: "sm", _touch: { minHeight: "control" } },
      wide: { width: "full" },
    },
  },
  defaultVariants: { kind: "plain", size: "normal" },
});

export type ButtonLook = NonNullable<RecipeVariantProps<typeof buttonLook>>;

export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    /** Request in flight: keeps its place and width, ignores clicks. */
    busy?: boolean | undefined;
    /** Why the button is disabled, as text; it stays focusable and announces this. Undefined when enabled. */
    off?: string | undefined;
    /** 16 px icon before the label. */
    icon?: ReactNode;
  };

/**
 * Button. `kind` is primary (one per view), plain (default), quiet or danger. For anything that changes data on the
 * host use `MutationButton`.
 */
export function Button({ kind, size, busy = false, off, icon, className, children, onClick, type = "button", ...rest }: ButtonProps) {
  const blocked = busy || off !== undefined;
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonLook({ kind, size }), className)}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      title={off ?? rest.title}
      onClick={(event) => {
        // aria-disabled keeps the button focusable, so clicks (and Enter in its form) must be blocked here.
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      {children}
    </button>
  );
}
