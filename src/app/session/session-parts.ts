/** Starts and ends a session: one chunk, so it is available when the network is gone. */
import { cacheName } from "../../db/store/cache-name.ts";
import { startSync, type Sync } from "../../sync/start-sync.ts";
import type { Session } from "../../sync/state/session-store.ts";
import type { Host } from "../../sync/wire/host.ts";
import { createSearchWorker } from "../data/search-worker.ts";
import { noteKept } from "./kept.ts";

export { endSession, leaveSession, signOut, wipeCaches } from "../../sync/session/teardown.ts";

/** Opens the cache of a session, and notes that there is one; with `keep` off, an in-memory one. */
export function beginSync(session: Session, host: Host, keep: "on" | "off"): Promise<Sync> {
  // Reads the former note before it waits for anything.
  const starting = startSync(session, host, createSearchWorker, keep);
  const { host: origin, retentionHours, approvals } = host.config;
  noteKept(session.identity, { cache: cacheName(origin, session.identity), retentionHours, approvals: approvals !== undefined });
  return starting;
}
