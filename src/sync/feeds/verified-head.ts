import * as v from "valibot";
import { type ChainHead, chainHead } from "../../contract/audit-chain.ts";
import { digest } from "../../db/store/digest.ts";
import { auditPath } from "./audit-feed.ts";
import type { Host } from "../wire/host.ts";
import { readItem, removeItem, writeItem } from "../state/storage.ts";

/** One for each host's log. */
const keyOf = (host: Host): string => `counterfoil.verified.${digest(`${host.config.host}${auditPath(host)}`)}`;

/**
 * Where the audit log's chain ended when this device last found that it holds: an entry's number and its hash, which tell
 * nothing of what the log says. It outlives a sign-out and serves the next admin, too: otherwise who can make an admin
 * sign out could cut the log's end unseen.
 */
export function verifiedHead(host: Host): ChainHead | undefined {
  try {
    const parsed = v.safeParse(chainHead, JSON.parse(readItem(keyOf(host)) ?? "null"));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export const keepVerifiedHead = (host: Host, { seq, hash }: ChainHead): void => writeItem(keyOf(host), JSON.stringify({ seq, hash }));

/** As when the host was restored from a backup, and its log ends earlier than this device knows. */
export const forgetVerifiedHead = (host: Host): void => removeItem(keyOf(host));
