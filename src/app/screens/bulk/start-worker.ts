import { trustedScriptUrl } from "../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./bulk.worker.ts?worker&url";

/** Starts the worker that reads bulk fundings. */
export const startBulkWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "bulk" });
