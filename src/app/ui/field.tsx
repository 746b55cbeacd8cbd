import { type ReactNode, useId } from "react";
import { css, sva } from "#styled/css";

const slots = sva({
  slots: ["root", "label", "hint", "error"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", minWidth: "0" },
    label: { textStyle: "sm", fontWeight: "medium" },
    hint: { textStyle: "xs", color: "ink.muted" },
    error: { textStyle: "xs", fontWeight: "medium", color: "danger" },
  },
});
const look = slots();

/** Styles of a text box, select or text area. */
export const controlLook = css({
  width: "full",
  minWidth: "0",
  minHeight: "control",
  px: "2.5",
  py: "1",
  borderWidth: "1px",
  borderColor: "line.strong",
  borderRadius: "control",
  bg: "surface",
  color: "ink",
  textStyle: "md",
  transition: "border-color",
  transitionDuration: "fast",
  "&:hover:not([aria-invalid], :focus-visible)": { borderColor: "ink.muted" },
  _focusVisible: { borderColor: "accent", outline: "1px solid {colors.accent}", outlineOffset: "0" },
  _disabled: { bg: "sunken", color: "ink.muted", cursor: "not-allowed" },
  "&[readonly]": { bg: "sunken" },
  "&[aria-invalid=true]": { borderColor: "danger" },
  _placeholder: { color: "ink.muted" },
  // Below 16 px, phones zoom in on a focused field.
  _touch: { fontSize: "lg" },
});

export interface FieldWords {
  /** Visible label. */
  label: string;
  /** Help text. */
  hint?: ReactNode;
  /** Validation error, linked to the control: whoever shows it focuses the control. */
  error?: string | undefined;
}

interface FieldProps extends FieldWords {
  id?: string | undefined;
  children: (control: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined }) => ReactNode;
}

/** Label, control, hint and error, linked for assistive technology; the base of the other fields. */
export function Field({ label, hint, error, id: given, children }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const describedBy = [hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined].filter((part) => part !== undefined).join(" ");
  return (
    <div className={look.root}>
      <label htmlFor={id} className={look.label}>
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className={look.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={look.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
