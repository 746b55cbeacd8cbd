import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ChainBreak, type ChainedEntry, type ChainHead, firstBreak } from "../contract/audit-chain.ts";

export interface ToChain {
  readonly id: number;
  readonly before: ChainHead;
  readonly entries: readonly ChainedEntry[];
  readonly seen: ChainHead | undefined;
}
export interface FromChain {
  readonly id: number;
  readonly broken: ChainBreak | undefined;
}

// crypto.subtle is missing where the host is reached without https; this works everywhere.
const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

globalThis.addEventListener("message", ({ data: { id, before, entries, seen } }: MessageEvent<ToChain>) => {
  const answer: FromChain = { id, broken: firstBreak(before, entries, digest, seen) };
  globalThis.postMessage(answer);
});
