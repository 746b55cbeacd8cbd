import type { SearchableRow } from "./transaction-predicate.ts";
import { isFinal } from "../store/turns.ts";

/** Whether a status is open. An unknown one counts as neither open nor final. */
export const isOpen = (status: string): boolean => /^(PENDING|PROCESSING)$/i.test(status);

/** Comparable transactions: same type and currency, and same bank if they have one. Upper case, except the bank. */
export interface Kind {
  readonly type: string;
  readonly currency: string;
  readonly bank: string;
}

/** The fields needed to compare a transaction. */
type Timed = Pick<SearchableRow, "type" | "currency" | "bank" | "at" | "status" | "turned">;

/** Observed durations of a kind of transaction; "few" below `enough` cases. */
export type UsualTime =
  | { readonly is: "few"; readonly cases: number }
  | {
      readonly is: "known";
      readonly cases: number;
      /** Durations not exceeded by half, and by 95 %, of them (ms). */
      readonly half: number;
      readonly most: number;
      /** Whether only the bank's own cases were counted. */
      readonly ofBank: boolean;
    };

/** Least cases for a usual time. */
export const enough = 30;

/** A case counts if its end is known to within this (ms), or this fraction of its duration. */
const narrowMs = 2 * 60_000;
const narrowPart = 0.2;

/**
 * Upper bound of a transaction's duration (ms); undefined if it hasn't ended, its end wasn't seen, or not closely enough.
 * `clockAhead`: host clock minus device clock, in ms.
 */
export function tookAtMost({ at, status, turned }: Timed, clockAhead: number): number | undefined {
  if (!turned || !isFinal(status)) return undefined;
  if (turned.was !== undefined && !isOpen(turned.was)) return undefined;
  const most = turned.by + clockAhead - at;
  const least = turned.was === undefined ? 0 : turned.after + clockAhead - at;
  return most >= 0 && least >= 0 && most - least <= Math.max(narrowMs, most * narrowPart) ? most : undefined;
}

/** Quantile: the smallest of the sorted times that this fraction doesn't exceed. */
const within = (sorted: readonly number[], part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;

const timesOf = (rows: readonly Timed[], clockAhead: number): number[] =>
  rows.flatMap((row) => tookAtMost(row, clockAhead) ?? []).sort((a, b) => a - b);

/** Usual duration of similar transactions; of the bank's own if enough of those were seen to end. */
export function usualTime(rows: Iterable<Timed>, { type, currency, bank }: Kind, clockAhead: number): UsualTime {
  const alike = [...rows].filter((row) => row.type === type && row.currency === currency);
  const ofBank =
    bank === ""
      ? []
      : timesOf(
          alike.filter((row) => row.bank === bank),
          clockAhead,
        );
  const times = ofBank.length >= enough ? ofBank : timesOf(alike, clockAhead);
  if (times.length < enough) return { is: "few", cases: times.length };
  return { is: "known", cases: times.length, half: within(times, 0.5), most: within(times, 0.95), ofBank: times === ofBank };
}
