import { type ComponentProps, type ReactNode } from "react";
import { css, cx } from "#styled/css";
import { Field, type FieldWords, controlLook } from "./field.tsx";

const wrap = css({ position: "relative" });
const atEnd = css({ position: "absolute", insetEnd: "1", top: "0", bottom: "0", display: "flex", alignItems: "center" });
const roomAtEnd = css({ paddingInlineEnd: "10", _touch: { paddingInlineEnd: "12" } });
const figures = css({ fontVariantNumeric: "tabular-nums lining-nums" });

export type TextFieldProps = FieldWords &
  Omit<ComponentProps<"input">, "size"> & {
    /** Control at the box's end, such as a toggle. */
    end?: ReactNode;
  };

/**
 * Labelled one-line text box; passes on every `input` attribute.
 * `<TextField label="Email" type="email" required error={problems.email} value={…} onChange={…} />`
 */
export function TextField({ label, hint, error, id, end, className, ...input }: TextFieldProps) {
  const numeric = input.type === "number" || input.inputMode === "decimal" || input.inputMode === "numeric";
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) =>
        end ? (
          <span className={wrap}>
            <input {...input} {...control} className={cx(controlLook, roomAtEnd, className)} />
            <span className={atEnd}>{end}</span>
          </span>
        ) : (
          <input {...input} {...control} className={cx(controlLook, numeric && figures, className)} />
        )
      }
    </Field>
  );
}
