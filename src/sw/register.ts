import { Workbox } from "workbox-window";
import { trustedScriptUrl } from "./trusted-types.ts";

/** A new version is looked for this often while the page stands, in ms. */
const lookEveryMs = 3_600_000;

export interface Registration {
  /** Takes the waiting version and reloads this tab into it; the others are offered it too. */
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
    let isOurs = false;
    const taken = (): void => {
      if (isOurs) location.reload();
      // Another tab took it. What is typed here is not lost: this one is offered the same.
      else onWaiting({ update: () => location.reload() });
    };
    navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true });
    onWaiting({
      update() {
        isOurs = true;
        workbox.messageSkipWaiting();
      },
    });
  });
  try {
    await workbox.register({ immediate: true });
    // A page that is left open for days hears of a new version too.
    setInterval(() => void workbox.update().catch(() => {}), lookEveryMs);
  } catch {
    // Private windows and some policies refuse it.
  }
}
