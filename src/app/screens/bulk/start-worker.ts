import { trustedScriptUrl } from "../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./bulk.worker.ts?worker&url";

/** Starts the reader of bulk fundings beside the page. */
export const startBulkWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "bulk" });
