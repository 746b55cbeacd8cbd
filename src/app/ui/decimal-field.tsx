import { useId, useState } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import { plainText } from "../../contract/text.ts";
import { editDecimal, joinsNumbers } from "./edit-decimal.ts";

const refusedLook = css({ textStyle: "xs", color: "pending" });

export type DecimalFieldProps = Omit<TextFieldProps, "value" | "onChange" | "type" | "inputMode" | "ref"> & {
  value: string;
  onChange: (value: string) => void;
};

/**
 * A box for a positive number: digits and one decimal point, whether typed, pasted, dropped or filled in (RATE-2).
 * What it left out is said below it until the box is left or emptied; two numbers in one are not taken at all.
 */
export function DecimalField({ value, onChange, onBlur, error, ...rest }: DecimalFieldProps) {
  const { t } = useTranslation("rates");
  const id = useId();
  const [refused, setRefused] = useState("");
  /** What was not taken at all, and what stood in the box then. */
  const [foreign, setForeign] = useState<{ readonly what: string; readonly value: string }>();
  const problem = foreign?.value === value ? t("field.foreign", { what: foreign.what }) : undefined;
  return (
    <div>
      <TextField
        autoComplete="off"
        maxLength={40}
        {...rest}
        aria-details={refused ? id : undefined}
        inputMode="decimal"
        value={value}
        error={problem ?? error}
        onBlur={(event) => {
          setRefused("");
          onBlur?.(event);
        }}
        onChange={(event) => {
          const box = event.target;
          const caret = box.selectionEnd ?? box.value.length;
          if (joinsNumbers(value, box.value, caret)) {
            setForeign({ what: plainText(box.value).slice(0, 20), value });
            box.value = value;
            return;
          }
          setForeign(undefined);
          const edited = editDecimal(value, box.value, caret);
          if (edited.value !== box.value) {
            // Written here rather than left to React, which would send the caret to the end.
            box.value = edited.value;
            box.setSelectionRange(edited.caret, edited.caret);
          }
          // It stays while more is typed: a comma left out of "12,5" makes ten times as much of it.
          if (edited.refused || edited.value === "") setRefused(edited.refused.slice(0, 20));
          onChange(edited.value);
        }}
      />
      <p id={id} aria-live="polite" className={refusedLook}>
        {refused ? t("field.refused", { what: refused }) : null}
      </p>
    </div>
  );
}
