/** What a session stands on and what ends it: one script, which must be at hand when the network is gone. */
export { startSync } from "../../sync/start-sync.ts";
export { endSession, leaveSession, signOut, wipeCaches } from "../../sync/session/teardown.ts";
export { createSearchWorker } from "../data/search-worker.ts";
