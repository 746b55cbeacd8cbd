import { Menu as Ark } from "@ark-ui/react/menu";
import { Portal } from "@ark-ui/react/portal";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { cx, sva } from "#styled/css";
import { type MenuItem, type MenuProps } from "./menu.tsx";
import { onceInPlace } from "./placed.ts";
import { useCloseRequest } from "./use-close-request.ts";
import { useLeave } from "./use-leave.ts";
import { useWayBack } from "./way-back.ts";

const slots = sva({
  slots: ["place", "list", "header", "item", "icon", "words", "off", "divider"],
  base: {
    place: { zIndex: "menu!" },
    list: {
      minWidth: "44",
      maxWidth: "[min(22rem, calc(100vw - 1rem))]",
      maxHeight: "[min(28rem, var(--available-height))]",
      overflowY: "auto",
      p: "1",
      bg: "raised",
      borderRadius: "panel",
      boxShadow: "raised",
      outline: "none",
      animation: "rise {durations.fast} {easings.out}",
      _forcedColors: { border: "1px solid" },
    },
    header: { px: "2.5", py: "2", marginBottom: "1", borderBottomWidth: "1px", borderColor: "line", overflowWrap: "anywhere" },
    item: {
      display: "flex",
      alignItems: "center",
      gap: "2.5",
      minHeight: "8",
      px: "2.5",
      py: "1",
      borderRadius: "control",
      textStyle: "md",
      cursor: "pointer",
      outline: "none",
      "&[data-highlighted]": { bg: "hover", _forcedColors: { outline: "2px solid Highlight" } },
      "&[aria-disabled=true]": { color: "ink.muted", cursor: "not-allowed" },
      "&[data-tone=danger]": { color: "danger" },
      _touch: { minHeight: "control" },
    },
    icon: { display: "flex", color: "ink.muted", "[data-tone=danger] &": { color: "inherit" } },
    words: { display: "flex", flexDirection: "column" },
    off: { textStyle: "xs" },
    divider: { height: "px", my: "1", bg: "line" },
  },
});
const look = slots();

function Item({ item }: { item: Exclude<MenuItem, { is: "divider" }> }) {
  const offId = useId();
  const inside = (
    <>
      {item.icon ? <span className={look.icon}>{item.icon}</span> : null}
      {item.label}
    </>
  );
  if (item.is === "link") {
    return (
      <Ark.Item value={item.key} asChild className={look.item}>
        <Link href={item.href} state={item.state}>
          {inside}
        </Link>
      </Ark.Item>
    );
  }
  if (item.off !== undefined) {
    // Not `disabled`, which the arrow keys would skip: the reason must be reachable.
    return (
      <Ark.Item value={item.key} className={look.item} aria-disabled closeOnSelect={false} aria-describedby={offId}>
        {item.icon ? <span className={look.icon}>{item.icon}</span> : null}
        <span className={look.words}>
          {item.label}
          <span id={offId} aria-hidden className={look.off}>
            {item.off}
          </span>
        </span>
      </Ark.Item>
    );
  }
  return (
    <Ark.Item value={item.key} className={look.item} data-tone={item.tone} onSelect={item.onSelect}>
      {inside}
    </Ark.Item>
  );
}

interface MenuListProps extends Required<Pick<MenuProps, "label" | "placement">> {
  items: readonly MenuItem[];
  header: ReactNode;
  triggerId: string;
  /** Opened by keyboard: highlight the first item. */
  highlightFirst: boolean;
  onClose: () => void;
}

/** The part of `Menu` that needs Ark; import `Menu` instead. Open while mounted. */
export function MenuList({ label, items, header, placement, triggerId, highlightFirst, onClose }: MenuListProps) {
  const { ref } = useWayBack(triggerId);
  useCloseRequest(onClose);
  useLeave(onClose); // LAY-5
  const first = items.find((item) => item.is !== "divider");
  return (
    <Ark.Root
      open
      {...(highlightFirst && first ? { defaultHighlightedValue: first.key } : {})}
      ids={{ trigger: triggerId }}
      aria-label={label}
      // A page that scrolls under the frame would carry it along until the next frame, from under a pointer that is down.
      positioning={{ placement, gutter: 4, strategy: "fixed" }}
      // Ark's own click on a link doesn't bubble: the router would not hear of it, and the browser would load the page anew.
      navigate={({ node }) => node?.click()}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <Ark.Positioner className={cx(look.place, onceInPlace)}>
          <Ark.Content ref={ref} className={look.list}>
            {header ? <div className={look.header}>{header}</div> : null}
            {items.map((item) =>
              item.is === "divider" ? <Ark.Separator key={item.key} className={look.divider} /> : <Item key={item.key} item={item} />,
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
