import { sessionStore } from "../../sync/state/session-store.ts";

/** For work that may outlast the session. Returns a function that tells whether the same admin is still signed in. */
export function sameAdmin(): () => boolean {
  const by = sessionStore.current()?.identity;
  return () => sessionStore.current()?.identity === by;
}
