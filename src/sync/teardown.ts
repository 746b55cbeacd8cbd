import { markEnded } from "../db/mark-ended.ts";
import { clearTables } from "../db/open.ts";
import { unsettledAttempts } from "../db/journal.ts";
import { logout } from "../contract/logout.ts";
import { setBadge } from "./badge.ts";
import { leavePosts } from "./fence.ts";
import type { Host } from "./host.ts";
import { pause, systemClock } from "./reach.ts";
import { sessionStore } from "./session-store.ts";
import type { Sync } from "./start-sync.ts";
import { wipeCaches } from "./wipe-caches.ts";

export { wipeCaches };

/** Only the host knows whether there is more to a sign-out, so it is waited for no longer than this (AUTH-10), in ms. */
const logoutWithinMs = 3000;

/** A step that a transaction holds up isn't waited for longer than this, in ms: all of it has a second (AUTH-14). */
const stepWithinMs = 250;

/** The other tabs are told after this time at the latest, in ms; what may hold a step up is one of them. */
const tellWithinMs = 100;

/** Whether a step came to its end in time. Never rejects. */
const inTime = (step: Promise<unknown>, withinMs = stepWithinMs): Promise<boolean> =>
  Promise.race([
    step.then(
      () => true,
      () => false,
    ),
    pause(systemClock, withinMs).then(() => false),
  ]);

/** Ends the session's part in this tab: late answers are thrown away, and the database is let go of. */
export function leaveSession(sync: Sync | undefined): void {
  sync?.end();
  sync?.db.close();
  setBadge(0);
  try {
    sessionStorage.clear();
  } catch {
    // Nothing is stored where storage is refused.
  }
}

/**
 * Ends the session on this device, for whatever reason: late answers are thrown away, every tab hears of
 * it (local storage tells them), and nothing of the admin's data stays (AUTH-14). Works offline; what a
 * crash leaves undone the next start completes.
 * Resolves to false where the cache could not be wiped in time: something in this page may be what holds
 * it, so the page must be left, and the next start wipes it.
 */
export async function endSession(sync: Sync | undefined): Promise<boolean> {
  const token = sessionStore.current()?.token;
  const kept = sync?.keeping === "on" ? sync.db : undefined;
  // What is unsettled stays fenced off, without the data of whom it was about (FUND-6).
  const fenced = sync ? unsettledAttempts(sync.db).then((attempts) => leavePosts(sync.db.name, attempts)) : Promise.resolve();
  await inTime(Promise.allSettled([fenced, token === undefined ? undefined : markEnded(token)]), tellWithinMs);
  sessionStore.close();
  sync?.end();
  // The other tabs leave the page when they hear of it, which ends any transaction of theirs.
  const cleared = !kept || (await inTime(fenced.catch(() => {}).then(() => clearTables(kept))));
  leaveSession(sync);
  return cleared && wipeCaches(undefined, stepWithinMs);
}

/** Tells the host that the session ends; whatever it answers, and within three seconds (AUTH-10). */
async function tellHostOfLogout({ client }: Host): Promise<void> {
  const enough = new AbortController();
  await Promise.race([client.send(logout, { signal: enough.signal }), pause(systemClock, logoutWithinMs)]);
  enough.abort();
}

/** Signs out: the host is told first, whatever it answers (AUTH-10), then the session ends here. */
export async function signOut(host: Host, sync: Sync | undefined): Promise<boolean> {
  await tellHostOfLogout(host);
  return endSession(sync);
}
