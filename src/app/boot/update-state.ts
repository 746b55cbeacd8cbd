import { proxy, ref } from "valtio";
import type { NewVersion } from "../../sw/register.ts";
import { onceStanding } from "./standing.tsx";

/** A new version, if there is one (PWA-3), and whether a mutation of this page is on its way. */
export const update = proxy<{ version: NewVersion | undefined; running: boolean }>({ version: undefined, running: false });

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

const load = () => Promise.all([import("../../sw/register.ts"), import("../background/typing.ts")]);

async function settle(version: NewVersion): Promise<void> {
  const [, { isTyping }] = await load();
  // Reload was asked for in another tab, and means all of them; what would lose something is only offered it.
  if (!update.running && !isTyping() && (version.is === "taken" || takesNow())) version.update();
  else update.version = ref(version);
}

let registering: Promise<unknown> | undefined;

const register = (): Promise<unknown> =>
  (registering ??= load()
    .then(([{ registerWorker }, { watchTyping }]) => {
      watchTyping();
      return registerWorker((version) => void settle(version));
    })
    .catch(() => {
      // Without a worker the app works online.
      registering = undefined;
    }));

/** Registers the service worker once the page stands: it fetches the rest of the shell. */
export const registerWhenStanding = (): void => onceStanding(() => void register());

/** Looks for a newer version at once. */
async function look(): Promise<void> {
  await register();
  const [{ lookForVersion }] = await load();
  await lookForVersion();
}

/** On a page that stops the app: takes a newer version as soon as there is one, until the page is gone. Returns how to stop that. */
export function takeNewer(): () => void {
  stops += 1;
  const { version } = update;
  if (version) void settle(version).catch(() => {});
  const lookNow = (): void => void look().catch(() => {});
  lookNow();
  const timer = setInterval(lookNow, lookEveryMs);
  return () => {
    stops -= 1;
    clearInterval(timer);
  };
}
