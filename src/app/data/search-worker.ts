import { trustedScriptUrl } from "../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "../../db/search/search.worker.ts?worker&url";

/** Starts the search worker, so searching the whole cache never blocks typing. */
export const createSearchWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "search" });
