import { type ComponentProps } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { Field, type FieldWords, controlLook } from "./field.tsx";

const area = css({ minHeight: "20", py: "2", resize: "vertical" });

/**
 * Labelled multi-line text box; passes on every `textarea` attribute. With `maxLength` it counts once it is nearly full: the browser
 * cuts a pasted text without a word. Without autocomplete, or browsers write its text into the record of their tabs, which outlives the
 * session.
 */
export function TextAreaField({ label, hint, error, id, className, ...input }: FieldWords & ComponentProps<"textarea">) {
  const { t } = useTranslation("common");
  const { length } = String(input.value ?? "");
  const most = input.maxLength ?? Infinity;
  const told = length > 0.8 * most ? [hint, " ", t("characters", { length, most })] : hint;
  return (
    <Field label={label} hint={told} error={error} id={id}>
      {(control) => <textarea autoComplete="off" {...input} {...control} className={cx(controlLook, area, className)} />}
    </Field>
  );
}
