import { type Session, sessionStore } from "./session-store.ts";

/** Calls back once a session is no longer this page's. */
export function whenOver({ identity }: Session, then: () => void): void {
  const unfollow = sessionStore.subscribe(() => {
    if (sessionStore.current()?.identity === identity) return;
    unfollow();
    then();
  });
}
