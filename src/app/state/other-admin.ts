import { sessionStore } from "../../sync/state/session-store.ts";

/** Calls back when the session of another admin begins, or nobody's (undefined); returns the unsubscribe function. */
export function onOtherAdmin(then: (identity: string | undefined) => void): () => void {
  let identity = sessionStore.current()?.identity;
  return sessionStore.subscribe(() => {
    const next = sessionStore.current()?.identity;
    if (next !== identity) then((identity = next));
  });
}
