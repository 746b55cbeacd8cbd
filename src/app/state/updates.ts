import { ref } from "valtio";
import { type NewVersion, lookForVersion, registerWorker } from "../../sw/register.ts";
import { isTyping } from "./typing.ts";
import { update } from "./update-state.ts";

/** A page that stops the app looks for a newer version this often, in ms. */
const lookEveryMs = 30_000;
/** One that was taken and helped nothing isn't taken again before, in ms. */
const takeAgainAfterMs = 300_000;
const takenKey = "counterfoil.taken";

/** Pages in sight that stop the app. */
let stops = 0;

/** Whether a new version may be taken without being asked for: nothing else can be done on this page, and nothing was just tried. */
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

function settle(version: NewVersion): void {
  // Reload was asked for in another tab, and means all of them; what would lose something is only offered it.
  if (!update.running && !isTyping() && (version.is === "taken" || takesNow())) version.update();
  else update.version = ref(version);
}

let registering: Promise<void> | undefined;

/** Registers the service worker, once. */
export function register(): Promise<void> {
  return (registering ??= registerWorker(settle));
}

/** Takes a newer version as soon as there is one, and looks for it at once and again: for a page that stops the app. */
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
