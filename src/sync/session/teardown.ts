import { markEnded } from "../../db/store/mark-ended.ts";
import { clearTables } from "../../db/store/open.ts";
import { unsettledAttempts } from "../../db/money/journal.ts";
import { logout } from "../../contract/logout.ts";
import { setBadge } from "../state/badge.ts";
import { leavePosts } from "../money/fence.ts";
import type { Host } from "../wire/host.ts";
import { pause, systemClock } from "../wire/reach.ts";
import { sessionStore } from "../state/session-store.ts";
import type { Sync } from "../start-sync.ts";
import { wipeCaches } from "./wipe-caches.ts";

export { wipeCaches };

/**
 * The host is waited for no longer than this, in ms: three seconds at most (AUTH-10), and with the wipe and the sign-in
 * page all of it has four on a busy machine. The request goes on without the page.
 */
const logoutWithinMs = 2000;

/** A step that a transaction holds up isn't waited for longer than this, in ms: to leave the page for it costs more on a busy machine. */
const stepWithinMs = 500;

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

/** Tells the host that the session ends; whatever it answers, and in time (AUTH-10). */
async function tellHostOfLogout({ client }: Host): Promise<void> {
  await Promise.race([client.send(logout, { outlivesPage: true }), pause(systemClock, logoutWithinMs)]);
}

/** Signs out: the host is told first, whatever it answers (AUTH-10), then the session ends here. */
export async function signOut(host: Host, sync: Sync | undefined): Promise<boolean> {
  const token = sessionStore.current()?.token;
  // It needs no answer of the host: written meanwhile, it is there once the rest begins.
  if (token !== undefined) void markEnded(token);
  await tellHostOfLogout(host);
  return endSession(sync);
}
