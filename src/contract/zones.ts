const dayMs = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Hosts are asked in any spelling; each clock takes memory.
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known) return known;
  const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "gregory", hourCycle: "h23", ...fields });
  clocks.set(key, clock);
  return clock;
}

/** `Date.UTC` maps years below 100 to the 20th century. */
const year100 = Date.UTC(100, 0, 2);

/** A zone's offset from UTC at a moment (epoch ms), in ms; before the year 100, that of then. */
export function offsetAt(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const at = Math.max(moment, year100);
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Start of a calendar day (YYYY-MM-DD) in a zone, in epoch ms: midnight, or the clock change if midnight is skipped. */
export function startOfDay(day: string, timeZone = "UTC"): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const [before, after] = [offsetAt(wall - dayMs, timeZone), offsetAt(wall + dayMs, timeZone)];
  // A midnight that occurs twice first occurs with the earlier offset.
  for (const offset of [before, after]) if (offsetAt(wall - offset, timeZone) === offset) return wall - offset;
  return changeBetween(wall - Math.max(before, after), wall - Math.min(before, after), timeZone);
}

/** The moment of a zone's single clock change between two moments (epoch ms). */
function changeBetween(from: number, to: number, timeZone: string): number {
  const offset = offsetAt(from, timeZone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/** The first moment after a calendar day in a zone, in epoch ms; a day may have 23 or 25 hours. */
export const endOfDay = (day: string, timeZone = "UTC"): number =>
  startOfDay(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10), timeZone);

export interface DayRange {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** Moments of a range of days: `from` inclusive, `before` exclusive (epoch ms). */
export const momentsOf = ({ dateFrom, dateTo }: DayRange, timeZone = "UTC"): { readonly from: number; readonly before: number } => ({
  from: dateFrom ? startOfDay(dateFrom, timeZone) : Number.NEGATIVE_INFINITY,
  before: dateTo ? endOfDay(dateTo, timeZone) : Number.POSITIVE_INFINITY,
});

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The calendar day in a zone at a moment (epoch ms), or `daysBefore` days earlier: "2026-11-25". */
export const dayAt = (at: number, timeZone: string, daysBefore = 0): string => utcDay(at + offsetAt(at, timeZone) - daysBefore * dayMs);

/**
 * The UTC days to request from a host: all that the zone's days overlap. Rows outside the zone's days are dropped with `momentsOf`,
 * so host and cache yield the same rows.
 */
export function hostDays<Range extends DayRange>(range: Range, timeZone: string): Range {
  if (timeZone === "UTC") return range;
  const { from, before } = momentsOf(range, timeZone);
  return {
    ...range,
    ...(range.dateFrom ? { dateFrom: utcDay(from) } : {}),
    ...(range.dateTo ? { dateTo: utcDay(before - 1) } : {}),
  };
}

/** Whether a time zone exists, e.g. "America/New_York". */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}
