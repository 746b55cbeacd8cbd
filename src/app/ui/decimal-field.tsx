import { useId, useState } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import { announce } from "../state/announce.ts";
import { decimalKeys, noteRefused } from "./decimal-keys.ts";
import { editDecimal, joinsNumbers } from "./edit-decimal.ts";
import { figureText } from "./two-ways.ts";

const refusedLook = css({ textStyle: "xs", color: "pending" });

export type DecimalFieldProps = Omit<TextFieldProps, "value" | "onChange" | "type" | "inputMode" | "ref"> & {
  value: string;
  onChange: (value: string) => void;
};

/**
 * Text box for a positive number: digits and one decimal point, whether typed, pasted, dropped or autofilled (RATE-2).
 * Dropped characters are listed below until the box is blurred or emptied; input that joins two numbers is rejected as
 * a whole.
 */
export function DecimalField({ value, onChange, onBlur, error, ...rest }: DecimalFieldProps) {
  const { t } = useTranslation("rates");
  const id = useId();
  const [refused, setRefused] = useState("");
  /** Rejected input, and the box's value at that time. */
  const [foreign, setForeign] = useState<{ readonly what: string; readonly value: string }>();
  const problem = foreign?.value === value ? t("field.foreign", { what: foreign.what }) : undefined;
  return (
    <div>
      <TextField
        autoComplete="off"
        maxLength={40}
        {...rest}
        aria-details={refused ? id : undefined}
        inputMode={decimalKeys()}
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
            const what = figureText(box.value).slice(0, 20);
            setForeign({ what, value });
            announce(t("field.foreign", { what }));
            box.value = value;
            return;
          }
          setForeign(undefined);
          const edited = editDecimal(value, box.value, caret);
          if (edited.value !== box.value) {
            // Set here rather than by React, which would move the caret to the end.
            box.value = edited.value;
            box.setSelectionRange(edited.caret, edited.caret);
          }
          noteRefused(edited.refused);
          // Keep the message while typing continues: dropping the comma in "12,5" makes it ten times as large.
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
