import { trustedScriptUrl } from "../../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./totals.worker.ts?worker&url";

/** Starts the worker that sums up a day, which may have a hundred thousand rows. */
export const startTotalsWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "totals" });
