import { Switch as Ark } from "@ark-ui/react/switch";
import { type ReactNode } from "react";
import { sva } from "#styled/css";

const slots = sva({
  slots: ["root", "words", "label", "hint", "track", "thumb"],
  base: {
    root: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "4", cursor: "pointer", minHeight: "control" },
    words: { display: "flex", flexDirection: "column", minWidth: "0" },
    label: { textStyle: "md", fontWeight: "medium" },
    hint: { textStyle: "sm", color: "ink.muted" },
    track: {
      flexShrink: "0",
      width: "9",
      height: "5",
      p: "0.5",
      borderRadius: "round",
      bg: "line.strong",
      transition: "background-color",
      transitionDuration: "fast",
      _forcedColors: { forcedColorAdjust: "none", bg: "Canvas", boxShadow: "inset 0 0 0 1px ButtonText" },
      "&[data-state=checked]": { bg: "accent", _forcedColors: { bg: "Highlight" } },
      "&[data-disabled]": { opacity: "0.5" },
      "&[data-focus-visible]": { outline: "2px solid {colors.accent}", outlineOffset: "2px" },
    },
    thumb: {
      display: "block",
      width: "4",
      height: "4",
      borderRadius: "round",
      bg: "surface",
      transition: "translate",
      transitionDuration: "fast",
      "&[data-state=checked]": { translate: "1rem 0" },
      _forcedColors: { bg: "ButtonText", "&[data-state=checked]": { bg: "HighlightText" } },
    },
  },
});
const look = slots();

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Labelled on/off control that acts immediately; label at the left, switch at the right. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  return (
    <Ark.Root
      className={look.root}
      checked={checked}
      onCheckedChange={(change) => onChange(change.checked)}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <span className={look.words}>
        <Ark.Label className={look.label}>{label}</Ark.Label>
        {hint ? <span className={look.hint}>{hint}</span> : null}
      </span>
      <Ark.HiddenInput role="switch" aria-checked={checked} />
      <Ark.Control className={look.track}>
        <Ark.Thumb className={look.thumb} />
      </Ark.Control>
    </Ark.Root>
  );
}
