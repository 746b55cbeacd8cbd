import type { Session } from "../../sync/state/session-store.ts";
import { useSession } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";

/** The session as it is now: since the cache was opened its token may have been renewed, with another role. */
export function useCurrentSession(): Session {
  const { session } = useSync();
  return useSession() ?? session;
}
