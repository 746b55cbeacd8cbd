import { type Bucket, lastYearOf, type Unit } from "./fold.ts";

export interface BucketLabels {
  /** Axis label: "14:00", "Nov 21", "Nov 2026", "2026". */
  readonly short: (bucket: Bucket) => string;
  /** The whole interval; "" for undefined. */
  readonly full: (bucket: Bucket | undefined) => string;
  /** From the start of the first interval to the end of the last. */
  readonly period: (first: Bucket | undefined, last: Bucket | undefined) => string;
}

const hourMs = 3_600_000;
const lastDayOfWeekMs = 6 * 24 * hourMs;

/** Interval labels in a locale. `local` times are formatted as UTC, as they are encoded. */
export function labelsOf(locale: string, unit: Unit): BucketLabels {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  const day = format({ month: "short", day: "numeric" });
  const wholeDay = format({ weekday: "short", year: "numeric", month: "short", day: "numeric" });
  const span = format({ year: "numeric", month: "short", day: "numeric" });
  const hours = format({ year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const dayHour = format({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const month = format({ year: "numeric", month: "short" });
  const year = format({ year: "numeric" });
  const years = (of: "year" | "decade" | "century") => ({
    short: year,
    full: (local: number) => year.formatRange(local, lastYearOf(of, local)),
  });
  const by: Record<Unit, { short: Intl.DateTimeFormat; full: (local: number) => string }> = {
    hour: { short: dayHour, full: (local) => hours.formatRange(local, local + hourMs) },
    day: { short: day, full: (local) => wholeDay.format(local) },
    week: { short: day, full: (local) => span.formatRange(local, local + lastDayOfWeekMs) },
    month: { short: month, full: (local) => month.format(local) },
    year: years("year"),
    decade: years("decade"),
    century: years("century"),
  };
  return {
    short: ({ local }) => by[unit].short.format(local),
    period: (first, last) => {
      if (!first || !last) return "";
      switch (unit) {
        case "hour":
          return hours.formatRange(first.local, last.local + hourMs);
        case "day":
          return span.formatRange(first.local, last.local);
        case "week":
          return span.formatRange(first.local, last.local + lastDayOfWeekMs);
        case "month":
          return month.formatRange(first.local, last.local);
        case "year":
        case "decade":
        case "century":
          return year.formatRange(first.local, lastYearOf(unit, last.local));
      }
    },
    full: (bucket) => (bucket ? by[unit].full(bucket.local) : ""),
  };
}
