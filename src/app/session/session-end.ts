import { navigate } from "wouter/use-browser-location";
import { leftBehind } from "../../db/store/ended.ts";
import type { Host } from "../../sync/wire/host.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import { readItem, removeItem } from "../../sync/state/storage.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { keptKey } from "./kept.ts";
import { paths } from "../links.ts";
import { preloadSignIn } from "./public-screens.ts";
import { auth } from "../state/auth.ts";

/** Whether a page that is left now can be loaded again: from where it came, or from the service worker, which may not control it yet. */
const canLoad = async (host: Host): Promise<boolean> =>
  host.reach.state.is !== "unreachable" || Boolean((await navigator.serviceWorker?.getRegistration().catch(() => undefined))?.active);

/** Loads the app anew: whatever this page still holds, a transaction or something in memory, ends with it. */
const leavePage = (path: string): void => location.replace(path);

async function teardown(host: Host, path: string, run: (verbs: typeof import("./session-parts.ts")) => Promise<boolean>): Promise<void> {
  auth.ending = true;
  // What is shown next comes meanwhile, not after the wait for the host.
  preloadSignIn();
  const wiped = await import("./session-parts.ts").then(run).catch(() => {
    // The next start completes what could not be done now.
    sessionStore.close();
    return false;
  });
  if (!wiped && (await canLoad(host))) {
    leavePage(path);
    return;
  }
  // Where something is left, the note sends the next start after it.
  if (wiped) removeItem(keptKey);
  navigate(path, { replace: path === paths.login });
  auth.error = undefined;
  auth.ending = false;
}

/** Logout (AUTH-10): tells the host, wipes the device, and goes to /. */
export const logOut = (host: Host, sync: Sync | undefined): Promise<void> =>
  teardown(host, paths.home, (verbs) => verbs.signOut(host, sync));

/** The session is over without the admin's doing, as when the host has disowned the token (AUTH-11). */
export const endHere = (host: Host, sync: Sync | undefined): Promise<void> =>
  teardown(host, paths.login, (verbs) => verbs.endSession(sync));

/** The cache that is open in this page, for whatever ends the session from outside it. */
export const inUse: { sync: Sync | undefined } = { sync: undefined };

/** Ends the session, on whatever page, once the host has disowned its token (AUTH-11); returns how to stop that. */
export const followDisowned = (host: Host): (() => void) =>
  host.disowned.subscribe(() => {
    if (host.disowned.get() && !auth.ending) void endHere(host, inUse.sync);
  });

/** Another tab has ended the session and wipes the device: this one leaves the page, so that it holds nothing up. */
export async function followEnd(host: Host, sync: Sync | undefined): Promise<void> {
  auth.ending = true;
  if (!(await canLoad(host))) {
    await endHere(host, sync);
    return;
  }
  // Loaded with the cache, so it is at hand.
  const left = import("./session-parts.ts").then((verbs) => verbs.leaveSession(sync));
  await left.catch(() => {});
  leavePage(paths.login);
}

/** Whether the session was ended before: a browser that died right then has brought its token back. */
export const wasEnded = async (token: string): Promise<boolean> => (await leftBehind(token)).ended;

/** Completes a teardown that was cut short; nothing is loaded where there is nothing to wipe. */
export async function wipeLeftovers(): Promise<void> {
  try {
    // The note is for browsers that can't list their databases, and may itself be lost in a crash.
    if (readItem(keptKey) === null && !(await leftBehind()).caches) return;
    const { wipeCaches } = await import("./session-parts.ts");
    if (await wipeCaches()) removeItem(keptKey);
  } catch {
    // A chunk that is out of reach: the next start tries again.
  }
}
