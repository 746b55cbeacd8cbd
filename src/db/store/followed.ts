/** Lists of which a change can say that they are others than they were, but not how they are. */
export type MovedPart = "users" | "slips" | "analytics";

/**
 * How far the host's stream of changes has been taken in. Whatever was asked for at `since` or later lacks nothing as of
 * `at`. Times are device epoch ms.
 */
export interface Followed {
  /** Where the next stream goes on. */
  readonly position: string;
  readonly since: number;
  /** The last sign of life of a stream that had told everything. */
  readonly at: number;
  /** When each of these was last said to have changed. */
  readonly moved: Readonly<Partial<Record<MovedPart, number>>>;
}

/** As of when something lacks nothing that was asked for at `asOf`. */
export function asOfFollowed(followed: Followed | undefined, asOf: number, part?: MovedPart): number {
  if (!followed || asOf < followed.since || (part && asOf <= (followed.moved[part] ?? 0))) return asOf;
  return Math.max(asOf, followed.at);
}
