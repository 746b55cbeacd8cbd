import type { FromChain, ToChain } from "../../db/audit/chain.worker.ts";
import type { CheckEntries } from "../../sync/feeds/verify-chain.ts";
import { trustedScriptUrl } from "../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "../../db/audit/chain.worker.ts?worker&url";

/** Starts the worker that verifies audit log entries, so ten thousand hashes never block the page. */
export function startChainWorker(): { check: CheckEntries; end: () => void } {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "chain" });
  let serial = 0;
  const check: CheckEntries = (before, entries, seen) =>
    new Promise((resolve, reject) => {
      serial += 1;
      const id = serial;
      const hear = ({ data }: MessageEvent<FromChain>): void => {
        if (data.id !== id) return;
        worker.removeEventListener("message", hear);
        resolve(data.broken);
      };
      worker.addEventListener("message", hear);
      worker.addEventListener("error", () => reject(new Error("the check of the chain could not run")), { once: true });
      worker.postMessage({ id, before: { seq: before.seq, hash: before.hash }, entries, seen } satisfies ToChain);
    });
  return { check, end: () => worker.terminate() };
}
