import { digest } from "../../db/store/digest.ts";
import type { Host } from "../wire/host.ts";
import { type Session, sessionStore } from "../state/session-store.ts";
import { underLock } from "../tabs/under-lock.ts";

/** The session id in the token; undefined if it has none. */
export function sessionIdOf(session: Session | undefined): string | undefined {
  const sid: unknown = session?.claims?.["sid"];
  return typeof sid === "string" && sid !== "" ? sid : undefined;
}

/** Lock shared by tabs that still send under a session. */
export const lockOf = (sid: string): string => `counterfoil.session-${digest(sid)}`;

/** Holds a lock on this tab's session, until it has another one and its calls have ended. */
export function holdSessions(host: Host, closed: AbortSignal): void {
  if (host.config.sessions === undefined) return;
  let held: string | undefined;
  const follow = (): void => {
    const sid = sessionIdOf(sessionStore.current());
    if (sid === held) return;
    held = sid;
    if (sid === undefined) return;
    const over = new Promise<void>((resolve) => {
      const look = (): void => {
        if (sessionIdOf(sessionStore.current()) === sid && !closed.aborted) return;
        unfollow();
        void host.client.drained((session) => sessionIdOf(session) === sid).then(resolve);
      };
      const unfollow = sessionStore.subscribe(look);
      closed.addEventListener("abort", look);
    });
    void underLock(lockOf(sid), { mode: "shared" }, () => over);
  };
  follow();
  closed.addEventListener("abort", sessionStore.subscribe(follow));
}
