import type { SearchableRow } from "./transaction-predicate.ts";
import { isFinal } from "../store/turns.ts";

/** Whether a transaction with this status goes on. One that isn't known counts neither as open nor as final. */
export const isOpen = (status: string): boolean => /^(PENDING|PROCESSING)$/i.test(status);

/** Which transactions are alike: of one type and currency, and where they have one, of one bank. In capitals, but for the bank. */
export interface Kind {
  readonly type: string;
  readonly currency: string;
  readonly bank: string;
}

/** A transaction as it is compared with others. */
type Timed = Pick<SearchableRow, "type" | "currency" | "bank" | "at" | "status" | "turned">;

/** How long transactions of a kind took, as far as this device saw them end. No time is said without `enough` cases. */
export type UsualTime =
  | { readonly is: "few"; readonly cases: number }
  | {
      readonly is: "known";
      readonly cases: number;
      /** Half of them, and 95 % of them, took no longer (ms). */
      readonly half: number;
      readonly most: number;
      /** Whether they are those of the bank, too. */
      readonly ofBank: boolean;
    };

/** No usual time is said of fewer cases. */
export const enough = 30;

/** A case counts if its end is known to within this (ms), or to within this part of the time that it took. */
const narrowMs = 2 * 60_000;
const narrowPart = 0.2;

/**
 * How long a transaction took at most (ms); undefined where it has not ended, nobody saw it end, or not closely enough.
 * `clockAhead`: how far the host's clock is ahead of the device's, in ms.
 */
export function tookAtMost({ at, status, turned }: Timed, clockAhead: number): number | undefined {
  if (!turned || !isFinal(status)) return undefined;
  if (turned.was !== undefined && !isOpen(turned.was)) return undefined;
  const most = turned.by + clockAhead - at;
  const least = turned.was === undefined ? 0 : turned.after + clockAhead - at;
  return most >= 0 && least >= 0 && most - least <= Math.max(narrowMs, most * narrowPart) ? most : undefined;
}

/** The smallest of some sorted times that this part of them doesn't exceed. */
const within = (sorted: readonly number[], part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;

const timesOf = (rows: readonly Timed[], clockAhead: number): number[] =>
  rows.flatMap((row) => tookAtMost(row, clockAhead) ?? []).sort((a, b) => a - b);

/** How long transactions like one usually take; of its bank alone where enough of those were seen to end. */
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
