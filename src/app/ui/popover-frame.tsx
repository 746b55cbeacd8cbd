import { Popover as Ark } from "@ark-ui/react/popover";
import { Portal } from "@ark-ui/react/portal";
import { type ReactNode, useEffect, useId } from "react";
import { cx, sva } from "#styled/css";
import { onceInPlace } from "./placed.ts";
import { useCloseRequest } from "./use-close-request.ts";
import { useWayBack } from "./way-back.ts";

const slots = sva({
  slots: ["place", "frame", "title"],
  base: {
    place: { zIndex: "menu!" },
    frame: {
      width: "[min(22rem, calc(100vw - 2rem))]",
      // A window that is lower, as at 400 %, scrolls it.
      maxHeight: "[var(--available-height)]",
      overflowY: "auto",
      overscrollBehavior: "contain",
      p: "4",
      bg: "raised",
      borderRadius: "panel",
      boxShadow: "raised",
      outline: "none",
      animation: "rise {durations.fast} {easings.out}",
      _forcedColors: { border: "1px solid" },
    },
    title: { textStyle: "md", fontWeight: "semibold", marginBottom: "2" },
  },
});
const look = slots();

/** The part of `Popover` that needs Ark; import `Popover` instead. Open while mounted. */
export function PopoverFrame({
  title,
  triggerId,
  onClose,
  children,
}: {
  title: string;
  triggerId: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const { ref } = useWayBack(triggerId);
  useCloseRequest(onClose);
  // Ark does it only for a panel that opens after it was mounted.
  useEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id]);
  return (
    <Ark.Root
      open
      ids={{ trigger: triggerId, content: id }}
      positioning={{ placement: "bottom-end", gutter: 6, strategy: "fixed" }}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <Ark.Positioner className={cx(look.place, onceInPlace)}>
          <Ark.Content
            ref={ref}
            className={look.frame}
            onKeyDown={(event) => {
              // The browser would go to the end of the page.
              if (event.key !== "Tab" || !event.shiftKey || event.target !== event.currentTarget) return;
              event.preventDefault();
              onClose();
            }}
          >
            <Ark.Title className={look.title}>{title}</Ark.Title>
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
