import { type ReactNode, Suspense } from "react";
import { lazyPart } from "./lazy-part.tsx";

const DialogFrame = lazyPart(async () => (await import("./dialog-frame.tsx")).DialogFrame);

export interface DialogProps {
  open: boolean;
  /** Called by Escape, the close button and a click outside; leave `open` true to refuse. */
  onClose: () => void;
  title: string;
  /** One sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the foot, in reading order: Cancel first, the deed last. */
  actions?: ReactNode;
  /** `middle` (default), `wide`, `side`: a panel at the end of the screen for details, `drawer`: one at its start. */
  shape?: "middle" | "wide" | "side" | "drawer";
  /** An alert dialog interrupts, and closes by its buttons and Escape alone. */
  role?: "dialog" | "alertdialog";
  /** False where a stray click must not take away what it says; alert dialogs never close by one. */
  closeOnInteractOutside?: boolean;
}

/**
 * A modal dialog: focus moves in, stays in, and goes back. Its code is loaded when the first one opens.
 * What is inside is mounted while it is open, so its state starts afresh each time.
 */
export function Dialog(props: DialogProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  ) : null;
}
