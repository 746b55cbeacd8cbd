import { ref } from "valtio";
import { lockKeys } from "../../sync/state/idle-lock.ts";
import { readItem } from "../../sync/state/storage.ts";
import { type NewVersion, lookForVersion, registerWorker, renewPage } from "../../sw/register.ts";
import { auth } from "./auth.ts";
import { isUnsaved } from "./typing.ts";
import { update } from "./update-state.ts";

/** How often a page that stops the app checks for a newer version, and a version that was put off is tried again, in ms. */
const lookEveryMs = 30_000;
/** Minimum time before a version that didn't help is tried again, in ms. */
const takeAgainAfterMs = 300_000;
const takenKey = "counterfoil.taken";

/** Number of mounted pages that stop the app. */
let stops = 0;

/** Whether the session opens no screen, as after a start that is locked: the sign-in of this version may be what a newer one mends. */
function isOutside(): boolean {
  if (!auth.session || auth.session.claims?.mustAddPasskey) return true;
  return readItem(lockKeys.locked) !== null && !document.querySelector("main");
}

/** Whether this page can't offer a new version, and is left for it without asking. */
const asksNobody = (): boolean => stops > 0 || isOutside();

/** Whether a new version may be taken without asking: none was just tried. */
function takesNow(): boolean {
  if (!asksNobody()) return false;
  try {
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(takenKey))) < takeAgainAfterMs) return false;
    sessionStorage.setItem(takenKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Whether leaving the page would lose something, or break off a sign-in or sign-out. */
export const isInUse = (): boolean =>
  update.running || auth.ending || isUnsaved() || document.querySelector("button[aria-busy=true], [data-step]") !== null;

function settle(version: NewVersion): void {
  // Another tab asked to reload, which means all tabs; one that would lose something is only offered the update.
  if (!isInUse() && (version.is === "taken" || takesNow())) version.update();
  else update.version = ref(version);
}

/** Tries again the version that was put off on a page that doesn't offer it. */
function retry(): void {
  if (update.version && asksNobody()) settle(update.version);
}

let registering: Promise<void> | undefined;

/** Registers the service worker, once. */
export function register(): Promise<void> {
  if (!registering) setInterval(retry, lookEveryMs);
  return (registering ??= registerWorker(settle));
}

/** For a page that stops the app: switches to a newer version as soon as there is one, checking now and periodically. */
export async function takeNewerUntil(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  stops += 1;
  const look = (): void => void register().then(lookForVersion);
  const timer = setInterval(look, lookEveryMs);
  signal.addEventListener("abort", () => {
    stops -= 1;
    clearInterval(timer);
  });
  retry();
  look();
}

/** Session storage key of the policy for which this tab was reloaded. */
const policyKey = "counterfoil.policy";
let policyAskedAt = 0;

/** For a page whose policy blocks the host: reloads once the server sends the page with another one. */
export async function takeNewPolicy(): Promise<void> {
  if (Math.abs(Date.now() - policyAskedAt) < lookEveryMs) return;
  policyAskedAt = Date.now();
  const policy = await renewPage();
  if (policy === undefined || isInUse()) return;
  try {
    // Once each: it may block the host, too.
    if (sessionStorage.getItem(policyKey) === policy) return;
    sessionStorage.setItem(policyKey, policy);
    location.reload();
  } catch {
    // Refused: nothing would end the reloads.
  }
}
