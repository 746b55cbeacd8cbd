import { navigate } from "wouter/use-browser-location";
import { leftBehind } from "../../db/store/ended.ts";
import type { Host } from "../../sync/wire/host.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import { readItem, removeItem } from "../../sync/state/storage.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { keptKey } from "../../sync/state/kept-key.ts";
import { paths } from "../links.ts";
import { preloadSignIn } from "./public-screens.ts";
import { auth } from "../state/auth.ts";

/** Whether the page could be reloaded: from the host, or from the service worker, which may not control it yet. */
const canLoad = async (host: Host): Promise<boolean> =>
  host.reach.state.is !== "unreachable" || Boolean((await navigator.serviceWorker?.getRegistration().catch(() => undefined))?.active);

/** Reloads the app, which ends open transactions and clears memory. */
const leavePage = (path: string): void => location.replace(path);

async function teardown(host: Host, path: string, run: (verbs: typeof import("./session-parts.ts")) => Promise<boolean>): Promise<void> {
  auth.ending = true;
  // Load the next page while waiting for the host.
  preloadSignIn();
  const wiped = await import("./session-parts.ts").then(run).catch(() => {
    // The next start completes the teardown.
    sessionStore.close();
    return false;
  });
  if (!wiped && (await canLoad(host))) {
    leavePage(path);
    return;
  }
  // If something is left, the note makes the next start wipe it.
  if (wiped) removeItem(keptKey);
  // The browser's list of requests, with users' emails in their addresses.
  performance.clearResourceTimings();
  navigate(path, { replace: path === paths.login });
  auth.error = undefined;
  auth.ending = false;
}

/** Logout (AUTH-10): tells the host, wipes the device, and goes to /. */
export const logOut = (host: Host, sync: Sync | undefined): Promise<void> =>
  teardown(host, paths.home, (verbs) => verbs.signOut(host, sync));

/** Ends a session not ended by the admin, such as one whose token the host has rejected (AUTH-11). */
export const endHere = (host: Host, sync: Sync | undefined): Promise<void> =>
  teardown(host, paths.login, (verbs) => verbs.endSession(sync));

/** The cache open in this page, for code that ends the session from outside it. */
export const inUse: { sync: Sync | undefined } = { sync: undefined };

/** Ends the session, on any page, once the host has rejected its token (AUTH-11); returns the unsubscribe function. */
export const followDisowned = (host: Host): (() => void) =>
  host.disowned.subscribe(() => {
    if (host.disowned.get() && !auth.ending) void endHere(host, inUse.sync);
  });

/** Another tab has ended the session and is wiping the device: leave the page, so as not to block the wipe. */
export async function followEnd(host: Host, sync: Sync | undefined): Promise<void> {
  auth.ending = true;
  if (!(await canLoad(host))) {
    await endHere(host, sync);
    return;
  }
  // Loaded with the cache, so available offline.
  await import("./session-parts.ts").then((verbs) => verbs.leaveSession(sync)).catch(() => {});
  leavePage(paths.login);
}

/** Whether the session was already ended: a browser that crashed right then has restored its token. */
export const wasEnded = async (token: string): Promise<boolean> => (await leftBehind(token)).ended;

/** Completes an interrupted teardown; loads nothing if there is nothing to wipe. */
export async function wipeLeftovers(): Promise<void> {
  try {
    // The note covers browsers that can't list databases, and may itself be lost in a crash.
    if (readItem(keptKey) === null && !(await leftBehind()).caches) return;
    const { wipeCaches } = await import("./session-parts.ts");
    if (await wipeCaches()) removeItem(keptKey);
  } catch {
    // Chunk unreachable: the next start retries.
  }
}
