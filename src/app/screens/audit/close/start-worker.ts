import { trustedScriptUrl } from "../../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./totals.worker.ts?worker&url";

/** Starts the adding up beside the page: a day may have a hundred thousand rows. */
export const startTotalsWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "totals" });
