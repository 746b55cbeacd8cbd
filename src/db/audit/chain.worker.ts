import { type ChainBreak, type ChainedEntry, type ChainHead, firstBreak } from "../../contract/audit-chain.ts";
import { sha256Hex } from "../../contract/sha256.ts";

export interface ToChain {
  readonly before: ChainHead;
  readonly entries: readonly ChainedEntry[];
  readonly seen: ChainHead | undefined;
}
export interface FromChain {
  readonly broken: ChainBreak | undefined;
}

globalThis.addEventListener("message", ({ data: { before, entries, seen } }: MessageEvent<ToChain>) => {
  const answer: FromChain = { broken: firstBreak(before, entries, sha256Hex, seen) };
  globalThis.postMessage(answer);
});
