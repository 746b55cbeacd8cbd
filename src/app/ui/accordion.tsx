import { Accordion as Ark } from "@ark-ui/react/accordion";
import { type ReactNode } from "react";
import { sva } from "#styled/css";
import { ChevronDown } from "./more-icons.ts";

const slots = sva({
  slots: ["root", "item", "head", "title", "aside", "arrow", "body"],
  base: {
    root: { borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface", overflow: "hidden" },
    item: { "& + &": { borderTopWidth: "1px", borderColor: "line" } },
    head: {
      display: "flex",
      alignItems: "center",
      gap: "3",
      width: "full",
      minHeight: "12",
      px: "4",
      py: "2",
      textAlign: "start",
      _hover: { bg: "hover" },
      _focusVisible: { outlineOffset: "-2px" },
    },
    title: { flex: "1", minWidth: "0", textStyle: "md", fontWeight: "medium", overflowWrap: "anywhere" },
    aside: { textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums", textAlign: "end" },
    arrow: {
      display: "flex",
      color: "ink.muted",
      transition: "rotate",
      transitionDuration: "fast",
      "&[data-state=open]": { rotate: "180deg" },
    },
    body: { px: "4", pb: "4", pt: "1" },
  },
});
const look = slots();

export interface AccordionItem {
  key: string;
  title: ReactNode;
  /** Shown at the end of the header even when collapsed: a figure or a state. */
  aside?: ReactNode;
  content: ReactNode;
}

/** Collapsible sections; several can be open at once. Content is mounted on first open. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  return (
    <Ark.Root className={look.root} multiple collapsible lazyMount>
      {items.map((item) => (
        <Ark.Item key={item.key} value={item.key} className={look.item}>
          <h3>
            <Ark.ItemTrigger className={look.head}>
              <span className={look.title}>{item.title}</span>
              {item.aside ? <span className={look.aside}>{item.aside}</span> : null}
              <Ark.ItemIndicator className={look.arrow}>
                <ChevronDown size={16} aria-hidden />
              </Ark.ItemIndicator>
            </Ark.ItemTrigger>
          </h3>
          <Ark.ItemContent>
            <div className={look.body}>{item.content}</div>
          </Ark.ItemContent>
        </Ark.Item>
      ))}
    </Ark.Root>
  );
}
