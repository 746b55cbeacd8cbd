import { useId, useState } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../i18n/use-translation.ts";
import { TextField, type TextFieldProps } from "../ui/text-field.tsx";
import { editDecimal } from "./edit-decimal.ts";

const refusedLook = css({ textStyle: "xs", color: "pending" });

export type DecimalFieldProps = Omit<TextFieldProps, "value" | "onChange" | "type" | "inputMode" | "ref"> & {
  value: string;
  onChange: (value: string) => void;
};

/**
 * A box for a positive number: digits and one decimal point, whether typed, pasted, dropped or filled in (RATE-2).
 * What it left out is said below it until the box is left or emptied.
 */
export function DecimalField({ value, onChange, onBlur, ...rest }: DecimalFieldProps) {
  const { t } = useTranslation("rates");
  const id = useId();
  const [refused, setRefused] = useState("");
  return (
    <div>
      <TextField
        autoComplete="off"
        maxLength={40}
        {...rest}
        aria-details={refused ? id : undefined}
        inputMode="decimal"
        value={value}
        onBlur={(event) => {
          setRefused("");
          onBlur?.(event);
        }}
        onChange={(event) => {
          const box = event.target;
          const edited = editDecimal(value, box.value, box.selectionEnd ?? box.value.length);
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
