import { markEnded } from "../../db/store/mark-ended.ts";
import { clearTables, within } from "../../db/store/open.ts";
import { logout } from "../../contract/logout.ts";
import { setBadge } from "../state/badge.ts";
import { fenceOff } from "../money/fence.ts";
import type { Host } from "../wire/host.ts";
import { sessionStore } from "../state/session-store.ts";
import type { Sync } from "../start-sync.ts";
import { wipeCaches } from "./wipe-caches.ts";

export { wipeCaches };

/**
 * Longest wait for the host's answer, in ms. AUTH-10 allows three seconds; with the wipe and the sign-in page, four on a busy
 * machine. The request outlives the page.
 */
const logoutWithinMs = 2000;

/** Longest wait for a step blocked by a transaction, in ms; longer waits cost more than leaving the page. */
const stepWithinMs = 500;

/** Latest time to notify the other tabs, in ms; one of them may be what blocks. */
const tellWithinMs = 100;

/** Whether a step finished in time. Never rejects. */
const inTime = (step: Promise<unknown>, withinMs = stepWithinMs): Promise<boolean> =>
  within(withinMs, step).then(
    () => true,
    () => false,
  );

/** Marks the session as ended, for a start after a crash. Never rejects. */
async function markSession(): Promise<void> {
  const token = sessionStore.current()?.token;
  if (token !== undefined) await markEnded(token);
}

/** Ends the session in this tab: discards late answers and closes the database. */
export function leaveSession(sync: Sync | undefined): void {
  sync?.end();
  sync?.db.close();
  setBadge(0);
  try {
    sessionStorage.clear();
  } catch {
    // Storage refused: nothing is stored.
  }
}

/**
 * Ends the session on this device: discards late answers, notifies every tab (through local storage), and deletes the admin's data
 * (AUTH-14). Works offline; the next start completes what a crash left undone.
 * Resolves to false if the cache couldn't be wiped in time: something in this page may be blocking it, so the page must be left and
 * the next start wipes it.
 */
export async function endSession(sync: Sync | undefined): Promise<boolean> {
  const kept = sync?.keeping === "on" ? sync.db : undefined;
  const fenced = sync && fenceOff(sync.db);
  await inTime(Promise.allSettled([fenced, markSession()]), tellWithinMs);
  sessionStore.close();
  sync?.end();
  // The other tabs leave the page when notified, which ends their transactions.
  const cleared = !kept || (await inTime(Promise.allSettled([fenced]).then(() => clearTables(kept, true))));
  leaveSession(sync);
  return cleared && wipeCaches(undefined, stepWithinMs);
}

/** Signs out: tells the host first, whatever it answers (AUTH-10), then ends the session here. */
export async function signOut(host: Host, sync: Sync | undefined): Promise<boolean> {
  // Independent of the host's answer, so written meanwhile.
  void markSession();
  await inTime(host.client.send(logout, { outlivesPage: true }), logoutWithinMs);
  return endSession(sync);
}
