import type { Coverage, Stretch } from "./coverage.ts";

/** Lists that a change can mark as changed, without saying how. */
export type MovedPart = "users" | "slips" | "analytics";

/**
 * Progress of the host's change stream. Anything requested at or after `since` is complete as of `at`. Times are device epoch ms.
 */
export interface Followed {
  /** Where the next stream resumes. */
  readonly position: string;
  readonly since: number;
  /** Last sign of life of a stream that was complete. */
  readonly at: number;
  /** When each part was last reported changed. */
  readonly moved: Readonly<Partial<Record<MovedPart, number>>>;
}

/** The time as of which data requested at `asOf` is complete. */
export function asOfFollowed(followed: Followed | undefined, asOf: number, part?: MovedPart): number {
  if (!followed || asOf < followed.since || (part && asOf <= (followed.moved[part] ?? 0))) return asOf;
  return Math.max(asOf, followed.at);
}

/** Whether part of a stretch was requested before the stream's `since`, so that the stream doesn't keep it up. */
export const behindOf =
  (since: number | undefined, coverage: Coverage) =>
  ({ from, to }: Stretch): boolean =>
    coverage.some(({ pieces }) => pieces.some((piece) => piece.asOf < (since ?? 0) && piece.to <= from && piece.from >= to));
