import { useState } from "react";
import { announce } from "../state/announce.ts";
import { useTranslation } from "../words/use-translation.ts";
import { decimalKeys, noteRefused } from "./decimal-keys.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import { figureText, isTwoWays } from "./two-ways.ts";

export type NumberFieldProps = Omit<
  TextFieldProps,
  "value" | "onChange" | "onBeforeInput" | "onWheel" | "type" | "inputMode" | "ref" | "autoComplete"
> & {
  value: string;
  onChange: (value: string) => void;
};

interface Refused {
  readonly what: string;
  /** The box's value when the input was refused, or after it was dropped. */
  readonly value: string;
}

/** Visible symbol for a blank. */
const blank = "␣";

/** A single typed character, or a complete number. */
const isPart = (text: string): boolean => /^([\d.eE+-]?|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)$/.test(text);

/** A dropped separator changes the number formed by the digits around it; undoing that clears the message. */
const stays = ({ what, value }: Refused, next: string): boolean =>
  (what === "," || what === ".") && next.length >= value.length && next.includes(".") === value.includes(".");

/**
 * Native number input that rejects malformed input as a whole: browsers silently drop unknown characters and turn
 * "0,25" into 25. Invalid until corrected; a `Form` does not submit until then.
 */
export function NumberField({ value, onChange, error, ...rest }: NumberFieldProps) {
  const { t } = useTranslation("rates");
  const [last, setLast] = useState<Refused>();
  // Irrelevant once the form has set another value.
  const refused = last?.value === value ? last : undefined;
  const problem = refused && t("field.foreign", { what: refused.what });
  return (
    <TextField
      min="0"
      step="any"
      {...rest}
      type="number"
      inputMode={decimalKeys()}
      autoComplete="off"
      value={value}
      error={problem ?? error}
      ref={(box) => box?.setCustomValidity((refused?.what !== blank && problem) || "")}
      onBeforeInput={(event) => {
        const what = figureText(event.data);
        // The browser drops it and joins the digits around it: report it, but don't block submitting.
        if (what === "" && value !== "") setLast({ what: blank, value });
        if (isPart(what) && !isTwoWays(what)) {
          // The browser drops it unless it replaces the first one.
          if (what === "." && value.includes(".")) setLast({ what, value });
          return;
        }
        event.preventDefault();
        noteRefused(what);
        setLast({ what: what.slice(0, 20), value });
        announce(t("field.foreign", { what: what.slice(0, 20) }));
      }}
      onChange={(event) => {
        const next = event.target.value;
        setLast(refused && stays(refused, next) ? { ...refused, value: next } : undefined);
        onChange(next);
      }}
      // A mouse wheel over a focused number input would silently change its value.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
