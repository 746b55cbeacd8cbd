import { type ComponentProps } from "react";
import { css, cx } from "#styled/css";
import { Field, type FieldWords, controlLook } from "./field.tsx";
import { ChevronDown } from "./more-icons.ts";

const wrap = css({ position: "relative", display: "block" });
const select = css({ appearance: "none", paddingInlineEnd: "8", "& option": { bg: "raised", color: "ink" } });
const arrow = css({
  position: "absolute",
  insetEnd: "2.5",
  top: "0",
  bottom: "0",
  display: "flex",
  alignItems: "center",
  color: "ink.muted",
  pointerEvents: "none",
});

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<"select"> {
  options: readonly Option[];
}

/** Native select without a label, so it works on every device. */
export const Select = ({ options, className, ...rest }: SelectProps) => (
  <span className={wrap}>
    <select {...rest} className={cx(controlLook, select, className)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <span className={arrow}>
      <ChevronDown size={16} aria-hidden />
    </span>
  </span>
);

/** Labelled `Select`. Add an option with value "" for "nothing chosen". */
export const SelectField = ({ label, hint, error, id, ...rest }: FieldWords & SelectProps) => (
  <Field label={label} hint={hint} error={error} id={id}>
    {(control) => <Select {...rest} {...control} />}
  </Field>
);
