import { cacheName } from "../../db/store/cache-name.ts";
import type { Host } from "../../sync/wire/host.ts";
import type { Session } from "../../sync/state/session-store.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { noteKept } from "../session/kept.ts";

const load = () => import("../session/session-parts.ts");

/** Begins to load what a signed-in app stands on, beside everything else that a start waits for. */
export function preloadSync(): void {
  load().catch(() => {
    // Opening it says so on the screen.
  });
}

/** Opens the cache of a session; with `keep` off, one in memory. Rejects where a part of the app can't be loaded. */
export async function openSync(session: Session, host: Host, keep: "on" | "off"): Promise<Sync> {
  const { createSearchWorker, startSync } = await load();
  const { host: origin, retentionHours, approvals } = host.config;
  noteKept(session.identity, { cache: cacheName(origin, session.identity), retentionHours, approvals: approvals !== undefined });
  return startSync(session, host, createSearchWorker, keep);
}
