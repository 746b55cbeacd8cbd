import { cacheName } from "../../db/store/cache-name.ts";
import type { Host } from "../../sync/wire/host.ts";
import type { Session } from "../../sync/state/session-store.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { noteKept } from "../session/kept.ts";

const load = () => import("../session/session-parts.ts");

/** Starts loading the session code in parallel with the rest of the start. */
export function preloadSync(): void {
  load().catch(() => {
    // Opening the cache retries, and shows the error.
  });
}

/** Opens the cache of a session; with `keep` off, an in-memory one. Rejects if part of the app can't be loaded. */
export async function openSync(session: Session, host: Host, keep: "on" | "off"): Promise<Sync> {
  const { createSearchWorker, startSync } = await load();
  const { host: origin, retentionHours, approvals } = host.config;
  noteKept(session.identity, { cache: cacheName(origin, session.identity), retentionHours, approvals: approvals !== undefined });
  return startSync(session, host, createSearchWorker, keep);
}
