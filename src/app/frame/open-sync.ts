import type { Host } from "../../sync/wire/host.ts";
import type { Session } from "../../sync/state/session-store.ts";
import type { Sync } from "../../sync/start-sync.ts";

const load = () => import("../session/session-parts.ts");

/** Starts loading the session code in parallel with the rest of the start. */
export function preloadSync(): void {
  load().catch(() => {
    // Opening the cache retries, and shows the error.
  });
}

/** Opens the cache of a session; with `keep` off, an in-memory one. Rejects if part of the app can't be loaded. */
export const openSync = async (session: Session, host: Host, keep: "on" | "off"): Promise<Sync> =>
  (await load()).beginSync(session, host, keep);
