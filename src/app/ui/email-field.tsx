import { useRef, useState } from "react";
import { asciiEmail } from "../../contract/emails.ts";
import { unicodeEmail } from "../../contract/idn.ts";
import { plainText } from "../../contract/text.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export type EmailFieldProps = Omit<TextFieldProps, "type" | "value" | "onChange"> & {
  value: string;
  onChange: (value: string) => void;
};

/** Whether the browser takes an address with letters beyond ASCII for none: such a one has to be given its ASCII form. */
function wantsAscii(address: string): boolean {
  const probe = document.createElement("input");
  probe.type = "email";
  probe.value = address;
  return !probe.validity.valid;
}

const hasLetters = (text: string | null | undefined): boolean => /[^ -~]/.test(text ?? "");

/**
 * A box for an email (AUTH-7), which gives what was typed. Chromium's has the ASCII form of a domain for a value and
 * shows the letters; the form checks its own value, so it is left as it is.
 */
export function EmailField({ value, onChange, ...rest }: EmailFieldProps) {
  /** What the box has for the value that it gave. */
  const [held, setHeld] = useState<{ readonly raw: string; readonly value: string }>();
  /** Letters were put in since it was last empty: an ASCII form is theirs, not what was typed. */
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
        // What is filled in or offered as a whole may fail the box's own check, and so may marks that nobody sees.
        const isWhole = edit === undefined || edit.inputType === "insertReplacementText";
        setHeld(next === typed && !isWhole ? { raw: box.value, value: next } : undefined);
        onChange(next);
      }}
    />
  );
}
