import { asOfFollowed, type Followed, type MovedPart } from "./followed.ts";

/** Device epoch ms; undefined: never. */
export type Time = number | undefined;
export const known = (times: readonly Time[]): number[] => times.filter((at) => at !== undefined);
export const latest = (...times: readonly Time[]): Time => (known(times).length > 0 ? Math.max(...known(times)) : undefined);

/** When each part of the cache was last brought up to date (device epoch ms; undefined: never), and how many gaps the list has. */
export interface CacheFreshness {
  readonly synced: number | undefined;
  /** The newest transactions, and whether there are any. */
  readonly head: number | undefined;
  readonly gaps: number;
  readonly analytics: number | undefined;
  readonly users: number | undefined;
  /** The oldest of the fees, the two rates, the markup and the markdown that were ever fetched. */
  readonly rates: number | undefined;
  readonly giftCards: number | undefined;
  /** The list of slips that was told last. */
  readonly approvals: number | undefined;
  /** How far the host's stream of changes has been taken in; the other times are those of answers alone. */
  readonly followed: Followed | undefined;
}

/** The same as the stream has kept it up: what was asked for since it began lacks nothing as of its last sign of life. */
export function keptUp({ followed, ...parts }: CacheFreshness): Omit<CacheFreshness, "followed"> {
  if (!followed) return parts;
  const now = (asOf: Time, part?: MovedPart): Time => (asOf === undefined ? undefined : asOfFollowed(followed, asOf, part));
  return {
    ...parts,
    synced: latest(parts.synced, followed.at),
    head: now(parts.head),
    analytics: now(parts.analytics, "analytics"),
    users: now(parts.users, "users"),
    rates: now(parts.rates),
    giftCards: now(parts.giftCards),
    approvals: now(parts.approvals, "slips"),
  };
}

/**
 * How old, in ms, what is called live may be: it is fetched every 60 s, but not while a machine sleeps; where the host's
 * stream said so last, it gives a sign of life every 15 s at least (LIVE-3).
 */
export const liveForMs = (asOf: number, followed: Followed | undefined): number => (asOf === followed?.at ? 30_000 : 90_000);
