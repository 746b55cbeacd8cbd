import { trustedScriptUrl } from "../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "../../db/search/search.worker.ts?worker&url";

/** Starts the search beside the page, so that a search over everything cached never holds up typing. */
export const createSearchWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "search" });
