import { asOfFollowed, type Followed, type MovedPart } from "./followed.ts";

/** Device epoch ms; undefined: never. */
export type Time = number | undefined;
export const known = (times: readonly Time[]): number[] => times.filter((at) => at !== undefined);
export const latest = (...times: readonly Time[]): Time => (known(times).length > 0 ? Math.max(...known(times)) : undefined);

/** When each part of the cache was last updated (device epoch ms; undefined: never), and the number of gaps in the list. */
export interface CacheFreshness {
  readonly synced: number | undefined;
  /** The newest transactions, even if there are none. */
  readonly head: number | undefined;
  readonly gaps: number;
  readonly analytics: number | undefined;
  readonly users: number | undefined;
  /** The oldest of the fees, the two rates, the markup and the markdown ever fetched. */
  readonly rates: number | undefined;
  readonly giftCards: number | undefined;
  /** The most recently fetched list of slips. */
  readonly approvals: number | undefined;
  /** Progress of the change stream; the other times are those of answers only. */
  readonly followed: Followed | undefined;
}

/** As much of it as is known. */
export type KnownFreshness = Partial<CacheFreshness> & Pick<CacheFreshness, "gaps">;

/** Freshness including the stream: what was requested since it began is complete as of its last sign of life. */
export function keptUp({ followed, ...parts }: KnownFreshness): Omit<KnownFreshness, "followed"> {
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
 * Longest age of data called live, in ms: it is fetched every 60 s, but not while the machine sleeps; a stream gives a sign of life
 * at least every 15 s (LIVE-3).
 */
export const liveForMs = (asOf: number, followed: Followed | undefined): number => (asOf === followed?.at ? 30_000 : 90_000);
