import { ref } from "valtio";
import { type NewVersion, lookForVersion, registerWorker } from "../../sw/register.ts";
import { isTyping } from "./typing.ts";
import { update } from "./update-state.ts";

/** How often a page that stops the app checks for a newer version, in ms. */
const lookEveryMs = 30_000;
/** Minimum time before a version that didn't help is tried again, in ms. */
const takeAgainAfterMs = 300_000;
const takenKey = "counterfoil.taken";

/** Number of mounted pages that stop the app. */
let stops = 0;

/** Whether a new version may be taken without asking: this page can do nothing else, and none was just tried. */
function takesNow(): boolean {
  if (stops === 0) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(takenKey)) < takeAgainAfterMs) return false;
    sessionStorage.setItem(takenKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Whether leaving the page would lose something. */
export const isInUse = (): boolean => update.running || isTyping();

function settle(version: NewVersion): void {
  // Another tab asked to reload, which means all tabs; one that would lose something is only offered the update.
  if (!isInUse() && (version.is === "taken" || takesNow())) version.update();
  else update.version = ref(version);
}

let registering: Promise<void> | undefined;

/** Registers the service worker, once. */
export function register(): Promise<void> {
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
  if (update.version) settle(update.version);
  look();
}
