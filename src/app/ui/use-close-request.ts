import { useEffect, useRef } from "react";

/** Chromium's, and not in TypeScript's DOM yet. */
type CloseWatcher = new () => EventTarget & { destroy(): void };

/** Calls `onClose` on Android's Back while mounted; it would leave the screen, and with it what is typed there. */
export function useCloseRequest(onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const Watcher = Reflect.get(globalThis, "CloseWatcher") as CloseWatcher | undefined;
    if (!Watcher) return undefined;
    const watch = (): (() => void) => {
      const watcher = new Watcher();
      watcher.addEventListener("close", () => {
        // Each closes once, but what is asked may stay open.
        end = watch();
        // Locked: nothing reaches the layers below.
        if (!document.body.inert) latest.current();
      });
      return () => watcher.destroy();
    };
    let end = watch();
    return () => end();
  }, []);
}
