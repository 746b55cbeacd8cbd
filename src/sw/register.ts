import { Workbox } from "workbox-window";
import { trustedScriptUrl } from "./trusted-types.ts";

export interface Registration {
  /** Takes the waiting version: every tab of the app reloads into it. */
  update(): void;
}

/**
 * Registers the service worker. `onWaiting` is called when a new version has been fetched and waits.
 * Where the browser refuses service workers the app works online only; that is no error.
 */
export async function registerWorker(onWaiting: (registration: Registration) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workbox = new Workbox(trustedScriptUrl("/worker.js"), { scope: "/" });
  workbox.addEventListener("waiting", () => {
    onWaiting({
      update() {
        workbox.addEventListener("controlling", () => location.reload());
        workbox.messageSkipWaiting();
      },
    });
  });
  try {
    await workbox.register({ immediate: true });
  } catch {
    // Private windows and some policies refuse it.
  }
}
