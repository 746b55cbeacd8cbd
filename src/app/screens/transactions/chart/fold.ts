import Big from "big.js";
import { offsetAt } from "../../../../contract/zones.ts";
import type { Stretch } from "../../../../db/store/coverage.ts";
import type { HourTally } from "../../../../db/transactions/transaction-tally.ts";
import type { StatusKind } from "../../../ui/status-mark.tsx";
import { statusKind } from "../looks.ts";

export type Unit = "hour" | "day" | "week" | "month" | LongUnit;
type LongUnit = keyof typeof yearsOf;

/** Years per long interval: a host may use year 1 or 9999 for "no date". */
const yearsOf = { year: 1, decade: 10, century: 100 } as const;

/** One interval of the chart, in the requested time zone. */
export interface Bucket {
  /** Its start on the zone's clock, encoded as if UTC (ms): monotonic across daylight saving. */
  readonly local: number;
  readonly counts: Readonly<Record<StatusKind, number>>;
  readonly total: number;
  /** Exact sum of the absolute amounts in one currency. */
  readonly volume: string;
  /** The cache may lack rows of this interval. */
  readonly mayLack: boolean;
}

/** Stacking order of the statuses, from the bottom. */
export const kinds = ["done", "processing", "pending", "failed", "other"] as const satisfies readonly StatusKind[];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Clock of a time zone: maps epoch ms to the local reading, encoded as if UTC (ms). */
export const clockOf =
  (timeZone: string) =>
  (at: number): number =>
    at + offsetAt(at, timeZone);

/** Interval for a time span (ms): gives about ten to 150 bars, never many hundreds. */
export function unitFor(spanMs: number): Unit {
  if (spanMs <= 3 * dayMs) return "hour";
  if (spanMs <= 120 * dayMs) return "day";
  if (spanMs <= 900 * dayMs) return "week";
  if (spanMs <= 4500 * dayMs) return "month";
  if (spanMs <= 55_000 * dayMs) return "year";
  return spanMs <= 550_000 * dayMs ? "decade" : "century";
}

// `Date.UTC` maps years below 100 to the 20th century.
const firstOf = (year: number, month = 0): number => new Date(0).setUTCFullYear(year, month);

/** Start of the last year in an interval of years. */
export const lastYearOf = (unit: LongUnit, local: number): number => firstOf(new Date(local).getUTCFullYear() + yearsOf[unit] - 1);

function startOf(unit: Unit, local: number): number {
  const date = new Date(local);
  switch (unit) {
    case "hour":
      return Math.floor(local / hourMs) * hourMs;
    case "day":
      return Math.floor(local / dayMs) * dayMs;
    case "week":
      // Weeks begin on Monday (ISO 8601).
      return Math.floor(local / dayMs) * dayMs - ((date.getUTCDay() + 6) % 7) * dayMs;
    case "month":
      return firstOf(date.getUTCFullYear(), date.getUTCMonth());
    case "year":
    case "decade":
    case "century":
      return firstOf(Math.floor(date.getUTCFullYear() / yearsOf[unit]) * yearsOf[unit]);
  }
}

function after(unit: Unit, local: number): number {
  switch (unit) {
    case "hour":
      return local + hourMs;
    case "day":
      return local + dayMs;
    case "week":
      return local + 7 * dayMs;
    case "month":
      return startOf(unit, local + 32 * dayMs);
    case "year":
    case "decade":
    case "century":
      return startOf(unit, local + yearsOf[unit] * 366 * dayMs);
  }
}

const noCounts: Readonly<Record<StatusKind, number>> = { done: 0, processing: 0, pending: 0, failed: 0, other: 0 };

/** Currencies with amounts in a tally, most frequent first. */
export function currenciesOf(hours: readonly HourTally[]): string[] {
  const rows = new Map<string, number>();
  for (const { volumes } of hours)
    for (const [currency, volume] of Object.entries(volumes)) rows.set(currency, (rows.get(currency) ?? 0) + volume.rows);
  return [...rows].sort(([a, ofA], [b, ofB]) => ofB - ofA || a.localeCompare(b)).map(([currency]) => currency);
}

/**
 * Folds hours, oldest first, into the chart's intervals, including empty ones in between. `missing`: stretches (epoch
 * ms, `from` ≥ `to`) the cache may lack rows of.
 */
export function fold(
  hours: readonly HourTally[],
  currency: string | undefined,
  unit: Unit,
  timeZone: string,
  missing: readonly Stretch[],
): Bucket[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const clock = clockOf(timeZone);
  const sums = new Map<number, { counts: Record<StatusKind, number>; volume: Big }>();
  for (const { at, statuses, volumes } of hours) {
    const local = startOf(unit, clock(at));
    const sum = sums.get(local) ?? { counts: { ...noCounts }, volume: new Big(0) };
    for (const [status, count] of Object.entries(statuses)) sum.counts[statusKind(status)] += count;
    sum.volume = sum.volume.plus(currency === undefined ? 0 : (volumes[currency]?.sum ?? 0));
    sums.set(local, sum);
  }
  const [start, end] = [startOf(unit, clock(first.at)), startOf(unit, clock(last.at))];
  const within = (at: number): number => clock(Math.min(Math.max(at, first.at), last.at + hourMs));
  const lacking = missing
    .filter(({ from, to }) => from > first.at && to < last.at + hourMs)
    .map(({ from, to }) => ({ from: within(from), to: within(to) }));
  const buckets: Bucket[] = [];
  for (let local = start; local <= end; local = after(unit, local)) {
    const counts = sums.get(local)?.counts ?? noCounts;
    const next = after(unit, local);
    buckets.push({
      local,
      counts,
      total: kinds.reduce((sum, kind) => sum + counts[kind], 0),
      volume: sums.get(local)?.volume.toFixed() ?? "0",
      mayLack: lacking.some(({ from, to }) => from > local && to < next),
    });
  }
  return buckets;
}
