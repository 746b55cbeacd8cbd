import { Checkbox as Ark } from "@ark-ui/react/checkbox";
import { type ReactNode } from "react";
import { sva } from "#styled/css";
import { Check } from "./more-icons.ts";

const slots = sva({
  slots: ["root", "control", "label", "hint"],
  base: {
    root: {
      display: "inline-flex",
      alignItems: "flex-start",
      gap: "2.5",
      cursor: "pointer",
      textStyle: "md",
      _touch: { minHeight: "control", alignItems: "center" },
    },
    control: {
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      flexShrink: "0",
      width: "4.5",
      height: "4.5",
      marginTop: "px",
      borderWidth: "1px",
      borderColor: "line.strong",
      borderRadius: "4px",
      bg: "surface",
      color: "accent.on",
      transition: "background-color, border-color",
      transitionDuration: "fast",
      "&[data-state=checked]": { bg: "accent", borderColor: "accent" },
      "&[data-focus-visible]": { outline: "2px solid {colors.accent}", outlineOffset: "2px" },
      "&[data-disabled]": { bg: "sunken", borderColor: "line" },
    },
    label: { "&[data-disabled]": { color: "ink.muted" } },
    hint: { display: "block", textStyle: "xs", color: "ink.muted" },
  },
});
const look = slots();

export interface CheckboxProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** It stays as it is for now, and keeps the focus. */
  locked?: boolean;
  /** Id of the text that says what is wrong with it. */
  faultId?: string | undefined;
}

/** Labelled checkbox for a choice that takes effect on submit; use `Switch` for one that acts immediately. */
export function Checkbox({ label, hint, checked, onChange, disabled, locked = false, faultId }: CheckboxProps) {
  return (
    <Ark.Root
      className={look.root}
      checked={checked}
      onCheckedChange={(change) => onChange(change.checked === true)}
      readOnly={locked}
      invalid={faultId !== undefined}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Ark.Control className={look.control}>
        <Ark.Indicator>
          <Check size={13} strokeWidth={3} aria-hidden />
        </Ark.Indicator>
      </Ark.Control>
      <Ark.Label className={look.label}>
        {label}
        {hint ? <span className={look.hint}>{hint}</span> : null}
      </Ark.Label>
      <Ark.HiddenInput aria-describedby={faultId} />
    </Ark.Root>
  );
}
