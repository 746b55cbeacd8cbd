/** Held, shared, by every tab that can be seen: whoever gets it alone knows that none can. */
const inSight = "counterfoil-in-sight";

export type PushState = "unsupported" | "denied" | "default" | "granted";

export const pushState = (): PushState => ("Notification" in globalThis ? Notification.permission : "unsupported");

/** Asks the person, by the browser's own question. */
export const askForPush = async (): Promise<PushState> =>
  pushState() === "default" ? Notification.requestPermission().catch((): PushState => "denied") : pushState();

/** Says that this tab can be seen, for as long as it can, until the signal. */
export function showSight(signal: AbortSignal): void {
  let release: (() => void) | undefined;
  const follow = (): void => {
    if (document.visibilityState === "hidden" || signal.aborted) {
      release?.();
      release = undefined;
    } else if (!release) {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks?.request(inSight, { mode: "shared" }, () => held).catch(() => {});
    }
  };
  follow();
  document.addEventListener("visibilitychange", follow, { signal });
  signal.addEventListener("abort", follow, { once: true });
}

async function isInBackground(): Promise<boolean> {
  if (document.visibilityState !== "hidden") return false;
  return navigator.locks ? navigator.locks.request(inSight, { ifAvailable: true }, (alone) => alone !== null) : true;
}

/** Shows a system notification where no tab of the app can be seen. Its words stay in the system's list: no user data. */
export async function notifyInBackground(title: string, body: string, tag: string): Promise<void> {
  if (pushState() !== "granted" || !(await isInBackground())) return;
  const options = { body, tag, icon: "/icon-192.png" };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await registration.showNotification(title, options);
  else new Notification(title, options).addEventListener("click", () => globalThis.focus());
}
