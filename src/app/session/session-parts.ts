/** Starts and ends a session: one chunk, so it is available when the network is gone. */
export { startSync } from "../../sync/start-sync.ts";
export { endSession, leaveSession, signOut, wipeCaches } from "../../sync/session/teardown.ts";
export { createSearchWorker } from "../data/search-worker.ts";
