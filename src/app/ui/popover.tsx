import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { returnFocus } from "./return-focus.ts";

const PopoverFrame = lazyPart(async () => (await import("./popover-frame.tsx")).PopoverFrame);

export interface PopoverTrigger {
  id: string;
  "aria-haspopup": "dialog";
  "aria-expanded": boolean;
  onClick: NonNullable<ComponentProps<"button">["onClick"]>;
}

export interface PopoverProps {
  title: string;
  /** Renders the button; spread the given attributes on it. */
  renderTrigger: (attributes: PopoverTrigger) => ReactNode;
  children: ReactNode;
}

/** Small panel attached to its button, for text or a few controls; its code is loaded when the first one opens. */
export function Popover({ title, renderTrigger, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    returnFocus(id);
  };
  return (
    <>
      {renderTrigger({ id, "aria-haspopup": "dialog", "aria-expanded": open, onClick: () => setOpen(!open) })}
      {open ? (
        <PopoverFrame title={title} triggerId={id} onClose={close}>
          {children}
        </PopoverFrame>
      ) : null}
    </>
  );
}
