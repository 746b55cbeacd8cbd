import { Suspense, lazy, useSyncExternalStore } from "react";
import { whenToastIsWanted } from "./toast.ts";

const ToastStack = lazy(async () => ({ default: (await import("./toast-stack.tsx")).ToastStack }));

let isWanted = false;
const subscribe = (changed: () => void) =>
  whenToastIsWanted(() => {
    isWanted = true;
    changed();
  });

/** Mounted once in the app; renders and loads nothing until the first `toast()`. */
export function Toaster() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
