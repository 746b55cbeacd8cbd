import { type ComponentProps } from "react";
import { css, cx } from "#styled/css";
import { Field, type FieldWords, controlLook } from "./field.tsx";

const area = css({ minHeight: "20", py: "2", resize: "vertical" });

/** Labelled multi-line text box; passes on every `textarea` attribute. */
export function TextAreaField({ label, hint, error, id, className, ...input }: FieldWords & ComponentProps<"textarea">) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <textarea {...input} {...control} className={cx(controlLook, area, className)} />}
    </Field>
  );
}
