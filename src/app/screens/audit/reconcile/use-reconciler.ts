import { useEffect, useMemo } from "react";
import { reconcileDays, type Scope } from "../../../../db/files/reconcile.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import { askedWorker } from "../../../data/asked-worker.ts";
import { useSync } from "../../../data/sync-context.ts";
import type { FromReconcile, ToReconcile } from "./reconcile.worker.ts";
import { type Compared, type FileWords, type Opened, Reconciler } from "./reconciler.ts";
import { startReconcileWorker } from "./start-worker.ts";
import type { Columns, Mapping, Writing } from "./mapping.ts";
import type { BadLine } from "./statement.ts";

export type Comparison = Compared | { readonly bad: readonly BadLine[] };

interface Verbs {
  /** Rejects if the worker can't run. */
  open(bytes: Uint8Array): Promise<Opened>;
  /** How these columns of the file are written. Rejects if the worker can't run. */
  writing(columns: Columns): Promise<Writing>;
  /** Rejects if the worker can't run or the cache can't be read. */
  compare(mapping: Mapping, scope: Scope, words: FileWords): Promise<Comparison>;
  close(): void;
}

function here({ db }: Pick<Sync, "db">): Verbs {
  const reconciler = new Reconciler((entries, scope) => reconcileDays(db, entries, scope));
  return {
    open: async (bytes) => reconciler.open(bytes),
    writing: async (columns) => reconciler.writing(columns),
    compare: (...asked) => reconciler.compare(...asked),
    close() {},
  };
}

function there({ db }: Pick<Sync, "db">, start: () => Worker): Verbs {
  const { ask, close } = askedWorker<ToReconcile, FromReconcile>(start, { is: "cache", name: db.name });
  const failed = (): Error => new Error("the comparison failed");
  return {
    open: async (bytes) => {
      const said = await ask({ is: "open", bytes });
      if (said.is !== "opened") throw failed();
      return said.opened;
    },
    writing: async (columns) => {
      const said = await ask({ is: "write", columns });
      if (said.is !== "written") throw failed();
      return said.writing;
    },
    compare: async (mapping, scope, words) => {
      const said = await ask({ is: "compare", mapping, scope, words });
      if (said.is !== "compared") throw failed();
      return said.compared;
    },
    close,
  };
}

/** Reads statements and compares them, in a worker if it can open the cache. */
export function useReconciler(): Verbs {
  const sync = useSync();
  const verbs = useMemo(
    () => (sync.keeping === "on" && startReconcileWorker !== undefined ? there(sync, startReconcileWorker) : here(sync)),
    [sync],
  );
  useEffect(() => () => verbs.close(), [verbs]);
  return verbs;
}
