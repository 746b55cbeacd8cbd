import { sessionStore } from "../../sync/state/session-store.ts";

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

interface Notice {
  readonly title: string;
  readonly body: string;
  /** Takes the place of an earlier one with the same tag. */
  readonly tag: string;
  /** The page that a click opens; without one the app comes to the front as it is. */
  readonly path?: string;
}

/** What a click on a notification asks for, where no service worker hears of it. */
export const noticeClicked = new EventTarget();

const tagPrefix = "counterfoil-";

/**
 * Shows a system notification where no tab of the app can be seen, and somebody is signed in. Its words stay in the system's
 * list: no user data.
 */
export async function notifyInBackground({ title, body, tag, path }: Notice): Promise<void> {
  if (pushState() !== "granted" || !(await isInBackground())) return;
  const options = { body, tag: `${tagPrefix}${tag}`, icon: "/icon-192.png", data: { path } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (sessionStore.current() === undefined) return;
  if (registration?.active) await registration.showNotification(title, options);
  else
    new Notification(title, options).addEventListener("click", () => {
      globalThis.focus();
      if (path !== undefined) noticeClicked.dispatchEvent(new MessageEvent("message", { data: { is: "open", path } }));
    });
}

/** Takes away what is shown still: whoever signs out leaves nothing in the system's list. Never rejects. */
export async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const shown = (await registration?.getNotifications?.().catch(() => [])) ?? [];
  for (const notice of shown) if (notice.tag.startsWith(tagPrefix)) notice.close();
}
