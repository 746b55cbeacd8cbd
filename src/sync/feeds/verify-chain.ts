import { type ChainBreak, type ChainedEntry, type ChainHead, chainBeginning } from "../../contract/audit-chain.ts";
import { auditChain } from "../../contract/audit.ts";
import { nameOf } from "../../contract/call.ts";
import { auditPath } from "./audit-feed.ts";
import { failureOf } from "../wire/held-answer.ts";
import type { Host } from "../wire/host.ts";
import { keepVerifiedHead, verifiedHead } from "./verified-head.ts";

/** Entries fetched and checked at a time; few enough not to block the page while parsing. */
const batchSize = 100;

/** How a walk along the chain ended. */
export type Verification =
  /** Every entry fits. `seen`: the last verified head, if it was compared. */
  | { readonly is: "holds"; readonly entries: number; readonly head: ChainHead; readonly seen: ChainHead | undefined }
  /**
   * `entry`: what the host has at that number, if anything. `bySeen`: the log is consistent in itself but contradicts the last
   * verified head.
   */
  | ({ readonly is: "broken"; readonly entry: ChainedEntry | undefined; readonly bySeen: boolean } & ChainBreak)
  | { readonly is: "failed"; readonly message: string | undefined }
  | { readonly is: "cancelled" };

/** Checks the entries that follow `before` off the main thread. Rejects when it can't. */
export type CheckEntries = (
  before: ChainHead,
  entries: readonly ChainedEntry[],
  seen: ChainHead | undefined,
) => Promise<ChainBreak | undefined>;

/**
 * Verifies the host's log from its first entry to its head at the start (AUD-3), and compares it with the head that this device
 * last verified, to detect a rewritten or truncated log. `onProgress`: entries checked, and their total. Never rejects for what the
 * host does.
 */
export async function verifyChain(
  host: Host,
  check: CheckEntries,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<Verification> {
  host.beginAnew(nameOf(auditChain));
  const seen = verifiedHead(host);
  let last: ChainHead = chainBeginning;
  let end: ChainHead | undefined;
  for (;;) {
    const query = { from: last.seq + 1, limit: batchSize };
    const answer = await host.reads.read(auditChain, { path: auditPath(host, "/chain"), query }, signal);
    if (signal.aborted) return { is: "cancelled" };
    if (answer.is !== "answered") return failureOf(answer);
    const { head } = answer.value;
    end ??= head;
    const until = end.seq;
    const entries = answer.value.entries.filter((entry) => entry.seq <= until);
    const broken = await check(last, entries, seen);
    if (signal.aborted) return { is: "cancelled" };
    if (broken)
      return { is: "broken", ...broken, entry: entries.find((entry) => entry.seq === broken.seq), bySeen: broken.fault === "rewritten" };
    if (entries.length === 0 && last.seq < until)
      return { is: "broken", seq: last.seq + 1, fault: "missing", entry: undefined, bySeen: false };
    last = entries.at(-1) ?? last;
    // An entry that isn't the one named as the head was replaced during the walk.
    if (last.seq === until && until > 0 && last.hash !== end.hash)
      return { is: "broken", seq: until, fault: "rewritten", entry: entries.at(-1), bySeen: false };
    onProgress(last.seq, until);
    if (last.seq >= until) break;
  }
  if (seen && seen.seq > last.seq) return { is: "broken", seq: last.seq + 1, fault: "missing", entry: undefined, bySeen: true };
  // A later walk may have ended first, in another tab.
  if ((verifiedHead(host)?.seq ?? 0) <= last.seq) keepVerifiedHead(host, last);
  return { is: "holds", entries: last.seq, head: { seq: last.seq, hash: last.hash }, seen };
}
