import { lockOf, sessionIdOf } from "./hold-sessions.ts";
import type { Host } from "../wire/host.ts";
import { endOwnSession, sessionsPath } from "./own-sessions.ts";
import { type Session, sessionStore } from "../state/session-store.ts";

/**
 * Ends the session that a new sign-in replaced, once no tab has a call running under it. On hosts that don't list sessions it is
 * left to expire: a sign-out might end the new one too. Never rejects.
 */
export async function endReplaced(host: Host, replaced: Session): Promise<void> {
  const sid = sessionIdOf(replaced);
  if (sid === undefined || sid === sessionIdOf(sessionStore.current()) || sessionsPath(host) === undefined) return;
  const end = async (): Promise<void> => {
    await host.client.drained((session) => sessionIdOf(session) === sid);
    await endOwnSession(host, sid);
  };
  const locks = globalThis.navigator?.locks;
  try {
    await (locks ? locks.request(lockOf(sid), end) : end());
  } catch {
    // The page is being left; the session will expire.
  }
}
