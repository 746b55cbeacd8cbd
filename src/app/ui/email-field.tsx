import { useRef, useState } from "react";
import { asciiEmail } from "../../contract/emails.ts";
import { unicodeEmail } from "../../contract/idn.ts";
import { plainText } from "../../contract/text.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export type EmailFieldProps = Omit<TextFieldProps, "type" | "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
};

/** Whether the browser rejects addresses with non-ASCII letters, so they must be given in ASCII form. */
function wantsAscii(address: string): boolean {
  const probe = document.createElement("input");
  probe.type = "email";
  probe.value = address;
  return !probe.validity.valid;
}

const hasLetters = (text: string | null | undefined): boolean => /[^ -~]/.test(text ?? "");

/**
 * Email input (AUTH-7) that reports what was typed. Chromium's value holds the domain in ASCII form while showing the
 * letters; the form validates the value itself, so it is passed on as is.
 */
export function EmailField({ value, onChange, ...rest }: EmailFieldProps) {
  /** The input's raw value for the value it reported. */
  const [held, setHeld] = useState<{ readonly raw: string; readonly value: string }>();
  /** Non-ASCII letters were entered since the box was last empty: an ASCII form is derived from them, not typed. */
  const isLettered = useRef(false);
  const raw = held?.value === value ? held.raw : hasLetters(value) && wantsAscii(value) ? asciiEmail(value) : value;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type="email"
      value={raw}
      onChange={(event) => {
        const box = event.target;
        const edit = event.nativeEvent instanceof InputEvent ? event.nativeEvent : undefined;
        isLettered.current = box.value !== "" && (isLettered.current || hasLetters(edit?.data) || hasLetters(value));
        const typed = isLettered.current ? unicodeEmail(box.value) : box.value;
        const next = edit?.isComposing ? typed : plainText(typed);
        // Autofilled or suggested text may fail the input's own validation, as may invisible characters.
        const isWhole = edit === undefined || edit.inputType === "insertReplacementText";
        setHeld(next === typed && !isWhole ? { raw: box.value, value: next } : undefined);
        onChange(next);
      }}
    />
  );
}
