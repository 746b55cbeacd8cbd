import { trustedScriptUrl } from "../../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./reconcile.worker.ts?worker&url";

/** Starts the comparison beside the page: fifty thousand lines must not hold up anything. */
export const startReconcileWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "reconcile" });
