import { type CachedFacts, factsIn, type ReadFacts } from "../../../db/money/bulk/facts.ts";
import type { Mapping } from "./read-file.ts";
import { BulkReader, type MappedRows, type Opened } from "./reader.ts";

export type ToBulk =
  | { readonly is: "cache"; readonly name: string }
  | { readonly is: "open"; readonly bytes: Uint8Array }
  | { readonly is: "rows"; readonly mapping: Mapping }
  | { readonly is: "facts"; readonly of: Parameters<ReadFacts> };

export type FromBulk =
  | { readonly is: "opened"; readonly opened: Opened }
  | { readonly is: "rows"; readonly mapped: MappedRows }
  | { readonly is: "facts"; readonly facts: CachedFacts }
  | { readonly is: "failed" };

let reader: BulkReader | undefined;

async function answer(message: Exclude<ToBulk, { is: "cache" }>): Promise<FromBulk> {
  try {
    if (!reader) return { is: "failed" };
    if (message.is === "open") return { is: "opened", opened: reader.open(message.bytes) };
    if (message.is === "rows") return { is: "rows", mapped: reader.rows(message.mapping) };
    return { is: "facts", facts: await reader.facts(...message.of) };
  } catch {
    return { is: "failed" };
  }
}

globalThis.addEventListener("message", ({ data }: MessageEvent<ToBulk>) => {
  if (data.is === "cache") reader = new BulkReader(factsIn(data.name));
  else void answer(data).then((said) => globalThis.postMessage(said));
});
