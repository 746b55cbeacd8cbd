import { useEffect, useEffectEvent, useMemo } from "react";
import { reconcileDays } from "../../../../db/files/reconcile.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import { useSync } from "../../../data/sync-context.ts";
import { callWorker } from "../../../data/worker-verbs.ts";
import { Reconciler } from "./reconciler.ts";
import { startReconcileWorker } from "./start-worker.ts";

/** Each rejects if the worker can't run, `compare` also if the cache can't be read. */
type Verbs = Pick<Reconciler, "open" | "writing" | "compare" | "close">;

function verbsOf({ db, keeping }: Sync): Verbs {
  if (keeping !== "on" || startReconcileWorker === undefined) return new Reconciler((entries, scope) => reconcileDays(db, entries, scope));
  const { call, close } = callWorker<Reconciler>(startReconcileWorker, db.name);
  return {
    open: (bytes) => call("open", bytes),
    writing: (columns) => call("writing", columns),
    compare: (...asked) => call("compare", ...asked),
    close,
  };
}

/**
 * Reads statements and compares them, in a worker if it can open the cache. `file`: the one that is open, which the next reconciler is
 * given where the cache is opened again; `onLost` if it can't be read any more.
 */
export function useReconciler(file: File | undefined, onLost: () => void): Verbs {
  const sync = useSync();
  const verbs = useMemo(() => verbsOf(sync), [sync]);
  const reopen = useEffectEvent((opening: Verbs) => {
    file
      ?.arrayBuffer()
      .then((bytes) => opening.open(new Uint8Array(bytes)))
      .catch(onLost);
  });
  useEffect(() => {
    reopen(verbs);
    return () => verbs.close();
  }, [verbs]);
  return verbs;
}
