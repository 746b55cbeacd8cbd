import { Tabs as Ark } from "@ark-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { css, cx } from "#styled/css";
import { tabLooks } from "./tab-looks.ts";

const root = css({ display: "flex", flexDirection: "column", gap: "6" });
const tabLook = cx(
  tabLooks.tab,
  css({
    "&[data-selected]": { color: "ink", borderColor: "accent", _forcedColors: { borderColor: "Highlight" } },
    // Print only the selected tab, as a heading.
    "&:not([data-selected])": { _print: { display: "none" } },
  }),
);
const panel = css({
  outline: "none",
  "&:focus-visible": { outline: "2px solid {colors.accent}", outlineOffset: "4px", borderRadius: "control" },
});

export interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  items: readonly { value: Value; label: string; content: ReactNode }[];
}

/** Tabs; only the selected panel is mounted. Keep `value` in the URL so it survives a reload. */
export function Tabs<Value extends string>({ label, value, onChange, items }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = [...(list.current?.children ?? [])].find((tab) => tab.getAttribute("data-value") === value);
    if (!list.current || !chosen) return;
    // On a phone the tab row is wider than the screen.
    const [room, place] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (place.right > room.right) list.current.scrollLeft += place.right - room.right;
    else if (place.left < room.left) list.current.scrollLeft -= room.left - place.left;
  }, [value]);
  return (
    <Ark.Root
      className={root}
      value={value}
      lazyMount
      unmountOnExit
      onValueChange={(change) => {
        const chosen = items.find((item) => item.value === change.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Ark.List ref={list} className={tabLooks.list} aria-label={label}>
        {items.map((item) => (
          <Ark.Trigger key={item.value} value={item.value} className={tabLook}>
            {item.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      {items.map((item) => (
        <Ark.Content key={item.value} value={item.value} className={panel}>
          {item.content}
        </Ark.Content>
      ))}
    </Ark.Root>
  );
}
