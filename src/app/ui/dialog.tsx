import type { ReactNode } from "react";
import { lazyPart } from "./lazy-part.tsx";

const DialogFrame = lazyPart(async () => (await import("./dialog-frame.tsx")).DialogFrame);

export interface DialogProps {
  open: boolean;
  /** Called on Escape, Android's Back, the close button and an outside click; leave `open` true to refuse. */
  onClose: () => void;
  title: string;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Footer buttons in reading order: Cancel first, the action last. */
  actions?: ReactNode;
  /** `middle` (default), `wide`, `side` (details panel at the end of the screen) or `drawer` (panel at the start, closed by any navigation). */
  shape?: "middle" | "wide" | "side" | "drawer";
  /** An alert dialog interrupts, and closes only by its buttons or Escape. */
  role?: "dialog" | "alertdialog";
  /** False to ignore outside clicks; alert dialogs, and those with typed input, always ignore them. */
  closeOnInteractOutside?: boolean;
}

/**
 * Modal dialog: traps focus and restores it on close. Its code is loaded when the first one opens. Children are mounted
 * only while open, so their state resets each time.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <DialogFrame {...props} /> : null;
}
