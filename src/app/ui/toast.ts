import { onOtherAdmin } from "../state/other-admin.ts";

export interface ToastMessage {
  /** Brief: what happened. Anything that needs action must also be on the screen. */
  title: string;
  tone: "done" | "failed" | "info";
  description?: string;
  /** Its button; such a toast stays until that is pressed or it is dismissed. */
  action?: { readonly label: string; readonly onClick: () => void };
}

type Show = (message: ToastMessage) => void;

let show: Show | undefined;
const waiting: ToastMessage[] = [];
onOtherAdmin(() => (waiting.length = 0));
const wanted = new Set<() => void>();

/** Shows a toast. The component that renders it is loaded with the first one. */
export function toast(message: ToastMessage): void {
  if (show) return show(message);
  waiting.push(message);
  for (const want of wanted) want();
}

/** For `Toaster` only: called when the first toast is wanted. */
export function whenToastIsWanted(want: () => void): () => void {
  wanted.add(want);
  if (waiting.length > 0) want();
  return () => wanted.delete(want);
}

/** For `ToastStack` only: takes over queued toasts and all later ones. */
export function attachToaster(next: Show): () => void {
  show = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    show = undefined;
  };
}
