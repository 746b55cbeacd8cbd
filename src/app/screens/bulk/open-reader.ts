import { readFacts } from "../../../db/money/bulk/facts.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { callWorker } from "../../data/worker-verbs.ts";
import { BulkReader } from "./reader.ts";
import { startBulkWorker } from "./start-worker.ts";

/** Each rejects if the worker can't run, `facts` also if the cache can't be read. */
export type OpenReader = Pick<BulkReader, "open" | "rows" | "facts" | "close">;

/** A reader in a worker, if the worker can open the cache. */
export function openReader({ db, keeping }: Pick<Sync, "db" | "keeping">): OpenReader {
  if (keeping !== "on" || startBulkWorker === undefined) return new BulkReader((...asked) => readFacts(db, ...asked));
  const { call, close } = callWorker<BulkReader>(startBulkWorker, db.name);
  return {
    open: (bytes) => call("open", bytes),
    rows: (mapping) => call("rows", mapping),
    facts: (...asked) => call("facts", ...asked),
    close,
  };
}
