import * as v from "valibot";
import { type ChainHead, chainHead } from "../../contract/audit-chain.ts";
import { digest } from "../../db/store/digest.ts";
import { auditPath } from "./audit-feed.ts";
import type { Host } from "../wire/host.ts";
import { readItem, removeItem, writeItem } from "../state/storage.ts";

/** One per host and log. */
const keyOf = (host: Host): string => `counterfoil.verified.${digest(`${host.config.host}${auditPath(host)}`)}`;

/**
 * Where the audit chain ended when this device last verified it: an entry's number and hash, which reveal nothing of the log.
 * Survives sign-out and is shared by all admins; otherwise anyone able to force a sign-out could truncate the log unseen.
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

/** For a host restored from a backup, whose log ends earlier than this device knows. */
export const forgetVerifiedHead = (host: Host): void => removeItem(keyOf(host));
