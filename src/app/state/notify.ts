import { sessionStore } from "../../sync/state/session-store.ts";
import { underLock } from "../../sync/tabs/under-lock.ts";
import { onOtherAdmin } from "./other-admin.ts";

/** Lock held in shared mode by every visible tab: getting it exclusively means that none is visible. */
const inSight = "counterfoil-in-sight";

export type PushState = "unsupported" | "denied" | "default" | "granted";

export const pushState = (): PushState => ("Notification" in globalThis ? Notification.permission : "unsupported");

/** Shows the browser's permission prompt. */
export const askForPush = async (): Promise<PushState> =>
  pushState() === "default" ? Notification.requestPermission().catch((): PushState => "denied") : pushState();

/** Reports this tab as visible while it is, until the signal aborts. */
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
      void underLock(inSight, { mode: "shared" }, () => held);
    }
  };
  follow();
  document.addEventListener("visibilitychange", follow, { signal });
  signal.addEventListener("abort", follow, { once: true });
}

async function isInBackground(): Promise<boolean> {
  if (document.visibilityState !== "hidden") return false;
  return underLock(inSight, { ifAvailable: true }, (isAlone) => isAlone);
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** Replaces an earlier notification with the same tag. */
  readonly tag: string;
  /** Page opened by a click; without one the app is only focused. */
  readonly path?: string;
}

/** Click events of notifications when no service worker handles them. */
export const noticeClicked = new EventTarget();

const tagPrefix = "counterfoil-";

/**
 * Shows a system notification if no tab of the app is visible and somebody is signed in. The text stays in the system's
 * list, so it must hold no user data.
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

/** Closes all notifications still shown. Never rejects. */
export async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const shown = (await registration?.getNotifications?.().catch(() => [])) ?? [];
  for (const notice of shown) if (notice.tag.startsWith(tagPrefix)) notice.close();
}

// A sign-out leaves none in the system's list, from whatever page, also one that never showed any.
onOtherAdmin(() => void closeNotices());
