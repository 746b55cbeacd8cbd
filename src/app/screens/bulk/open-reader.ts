import { readFacts, type CachedFacts } from "../../../db/money/bulk/facts.ts";
import type { FileRow } from "../../../db/money/bulk/file-row.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { askedWorker } from "../../data/asked-worker.ts";
import type { FromBulk, ToBulk } from "./bulk.worker.ts";
import type { Mapping } from "./read-file.ts";
import { BulkReader, type MappedRows, type Opened } from "./reader.ts";
import { startBulkWorker } from "./start-worker.ts";

/** Each rejects if the worker can't run, `facts` also if the cache can't be read. */
export interface OpenReader {
  open(bytes: Uint8Array): Promise<Opened>;
  rows(mapping: Mapping): Promise<MappedRows>;
  facts(rows: readonly FileRow[], now: number, clockAhead: number): Promise<CachedFacts>;
  close(): void;
}

function here({ db }: Pick<Sync, "db">): OpenReader {
  const reader = new BulkReader((...asked) => readFacts(db, ...asked));
  return {
    open: async (bytes) => reader.open(bytes),
    rows: async (mapping) => reader.rows(mapping),
    facts: (...asked) => reader.facts(...asked),
    close() {},
  };
}

function there({ db }: Pick<Sync, "db">): OpenReader {
  const worker = askedWorker<ToBulk, FromBulk>(startBulkWorker, { is: "cache", name: db.name });
  async function ask<Is extends FromBulk["is"]>(is: Is, message: ToBulk): Promise<Extract<FromBulk, { is: Is }>> {
    const said = await worker.ask(message);
    if (said.is === is) return said as Extract<FromBulk, { is: Is }>;
    throw new Error("the file could not be read");
  }
  return {
    open: async (bytes) => (await ask("opened", { is: "open", bytes })).opened,
    rows: async (mapping) => (await ask("rows", { is: "rows", mapping })).mapped,
    facts: async (...of) => (await ask("facts", { is: "facts", of })).facts,
    close: worker.close,
  };
}

/** A reader in a worker, if the worker can open the cache. */
export const openReader = (sync: Sync): OpenReader => (sync.keeping === "on" && startBulkWorker !== undefined ? there(sync) : here(sync));
