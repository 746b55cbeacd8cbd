import type { FromChain, ToChain } from "../../db/audit/chain.worker.ts";
import type { CheckEntries } from "../../sync/feeds/verify-chain.ts";
import { askedWorker } from "./asked-worker.ts";
import { trustedScriptUrl } from "../../sw/trusted-types.ts";
// oxlint-disable-next-line import/default -- the build makes the export
import workerUrl from "../../db/audit/chain.worker.ts?worker&url";

/** The worker that verifies audit log entries, so ten thousand hashes never block the page. */
export function startChainWorker(): { check: CheckEntries; end: () => void } {
  const { ask, close } = askedWorker<ToChain, FromChain>(() => new Worker(trustedScriptUrl(workerUrl), { type: "module", name: "chain" }));
  const check: CheckEntries = async ({ seq, hash }, entries, seen) => (await ask({ before: { seq, hash }, entries, seen })).broken;
  return { check, end: close };
}
