import { trustedScriptUrl } from "../../../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "./reconcile.worker.ts?worker&url";

/** Starts the comparison worker: fifty thousand lines must not block the page. */
export const startReconcileWorker = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "reconcile" });
