import { useState } from "react";
import { plainText } from "../../contract/text.ts";
import { useTranslation } from "../words/use-translation.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export type NumberFieldProps = Omit<
  TextFieldProps,
  "value" | "onChange" | "onBeforeInput" | "onWheel" | "type" | "inputMode" | "ref" | "autoComplete"
> & {
  value: string;
  onChange: (value: string) => void;
};

interface Refused {
  readonly what: string;
  /** What stood in the box then, and as long as it stays refused what has come of it. */
  readonly value: string;
}

/** What a blank is shown as. */
const blank = "␣";

/** What is typed key by key, or a number as a whole. */
const isPart = (text: string): boolean => /^([\d.eE+-]?|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)$/.test(text);

/** A separator that is left out makes another number of the digits around it; what goes with it makes it right again. */
const stays = ({ what, value }: Refused, next: string): boolean =>
  (what === "," || what === ".") && next.length >= value.length && next.includes(".") === value.includes(".");

/**
 * A browser's number box that takes nothing in part: of what is no number the browser itself leaves out what it doesn't
 * know, and makes 25 of "0,25". It is invalid as long as that stands in the way; a form without native validation asks
 * `focusRefused`.
 */
export function NumberField({ value, onChange, error, ...rest }: NumberFieldProps) {
  const { t } = useTranslation("rates");
  const [last, setLast] = useState<Refused>();
  // Another value that the form has put in has nothing to do with it.
  const refused = last?.value === value ? last : undefined;
  const problem = refused && t("field.foreign", { what: refused.what });
  return (
    <TextField
      min="0"
      step="any"
      {...rest}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={problem ?? error}
      ref={(box) => box?.setCustomValidity((refused?.what !== blank && problem) || "")}
      onBeforeInput={(event) => {
        const what = plainText(event.data);
        // The browser leaves it out, and joins the digits around it: said, but no reason to send nothing.
        if (what === "" && value !== "") setLast({ what: blank, value });
        if (isPart(what)) {
          // Left out by the browser, unless it takes the place of the first one.
          if (what === "." && value.includes(".")) setLast({ what, value });
          return;
        }
        event.preventDefault();
        setLast({ what: what.slice(0, 20), value });
      }}
      onChange={(event) => {
        const next = event.target.value;
        setLast(refused && stays(refused, next) ? { ...refused, value: next } : undefined);
        onChange(next);
      }}
      // A wheel over a focused number box changes what was typed, unseen.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

/** Whether a number box of a form refused what was put in; the first such one gets the focus. */
export function focusRefused(form: HTMLFormElement): boolean {
  const box = [...form.querySelectorAll("input")].find(({ validity }) => validity.customError);
  box?.focus();
  return box !== undefined;
}
