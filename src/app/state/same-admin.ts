import { sessionStore } from "../../sync/state/session-store.ts";

/** For work that may outlast the session: tells whether the admin of now is still the one signed in. */
export function sameAdmin(): () => boolean {
  const by = sessionStore.current()?.identity;
  return () => sessionStore.current()?.identity === by;
}
