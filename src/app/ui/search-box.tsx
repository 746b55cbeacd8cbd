import { type ComponentProps } from "react";
import { css, cva, cx } from "#styled/css";
import { controlLook } from "./field.tsx";
import { Search } from "./icons.tsx";
import { verbatim } from "./verbatim.ts";

const box = cva({
  // On a phone it takes a whole line.
  base: { position: "relative", flex: "[1 1 min(19rem, 100%)]", minWidth: "48", smDown: { flexBasis: "full" } },
  variants: {
    width: {
      usual: { maxWidth: "112", smDown: { maxWidth: "full" } },
      /** Beside other fields. */
      narrow: { maxWidth: "80", smDown: { maxWidth: "full" } },
    },
  },
  defaultVariants: { width: "usual" },
});
const glass = css({
  position: "absolute",
  insetStart: "2.5",
  top: "0",
  bottom: "0",
  display: "flex",
  alignItems: "center",
  color: "ink.muted",
  pointerEvents: "none",
});
/** Hide the browser's clear button; chips and the keyboard clear the search. */
const input = cx(controlLook, css({ paddingInlineStart: "8", "&::-webkit-search-cancel-button": { appearance: "none" } }));

interface SearchBoxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "className" | "width"> {
  label: string;
  onText: (text: string) => void;
  width?: "usual" | "narrow";
}

/** Search box of a list. No autocomplete or spell check, as names and references aren't words. */
export const SearchBox = ({ label, onText, width, ...rest }: SearchBoxProps) => (
  <span className={box({ width })}>
    <span className={glass}>
      <Search size={16} aria-hidden />
    </span>
    <input
      type="search"
      enterKeyHint="search"
      aria-label={label}
      maxLength={200}
      {...verbatim}
      {...rest}
      className={input}
      onChange={(event) => onText(event.target.value)}
    />
  </span>
);
