export interface ToastMessage {
  /** Brief: what happened. What needs acting on also stands on the screen. */
  title: string;
  tone: "done" | "failed" | "info";
  description?: string;
}

type Show = (message: ToastMessage) => void;

let show: Show | undefined;
const waiting: ToastMessage[] = [];
const wanted = new Set<() => void>();

/** Says it briefly at the top of the screen. The part that draws it is loaded with the first one. */
export function toast(message: ToastMessage): void {
  if (show) return show(message);
  waiting.push(message);
  for (const want of wanted) want();
}

/** For the toaster itself: called when a first toast is wanted. */
export function whenToastIsWanted(want: () => void): () => void {
  wanted.add(want);
  if (waiting.length > 0) want();
  return () => wanted.delete(want);
}

/** For the toaster itself: takes over what waits, and everything from then on. */
export function attachToaster(next: Show): () => void {
  show = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    show = undefined;
  };
}
