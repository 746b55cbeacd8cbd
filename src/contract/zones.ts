const dayMs = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "gregory", hourCycle: "h23", ...fields });
  clocks.set(timeZone, clock);
  return clock;
}

/** How far a zone's clocks are ahead of UTC at a moment (epoch ms), in ms. */
export function offsetAt(at: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The first moment of a calendar day (YYYY-MM-DD) in a zone, in epoch ms: its midnight, or where the clocks skip that, the moment of the change. */
export function startOfDay(day: string, timeZone = "UTC"): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const [before, after] = [offsetAt(wall - dayMs, timeZone), offsetAt(wall + dayMs, timeZone)];
  // A midnight that comes twice, as the clocks go back over it, first comes by the offset before.
  for (const offset of [before, after]) if (offsetAt(wall - offset, timeZone) === offset) return wall - offset;
  return changeBetween(wall - Math.max(before, after), wall - Math.min(before, after), timeZone);
}

/** The moment between two (epoch ms) at which a zone's clocks are changed, once. */
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

/** The first moment after a calendar day in a zone, in epoch ms; the day may have 23 or 25 hours. */
export const endOfDay = (day: string, timeZone = "UTC"): number =>
  startOfDay(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10), timeZone);

export interface DayRange {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** The moments that a range of days lets through: from `from` on, and before `before` (epoch ms). */
export const momentsOf = ({ dateFrom, dateTo }: DayRange, timeZone = "UTC"): { readonly from: number; readonly before: number } => ({
  from: dateFrom ? startOfDay(dateFrom, timeZone) : Number.NEGATIVE_INFINITY,
  before: dateTo ? endOfDay(dateTo, timeZone) : Number.POSITIVE_INFINITY,
});

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that it is in a zone at a moment (epoch ms), or so many days before it: "2026-11-25". */
export const dayAt = (at: number, timeZone: string, daysBefore = 0): string => utcDay(at + offsetAt(at, timeZone) - daysBefore * dayMs);

/**
 * The days that are asked of a host, which counts them in UTC: all of those that the zone's days touch. What it sends
 * from outside the zone's days is left out by `momentsOf`, so that host and cache let the same rows through.
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

/** Whether a name is one of a time zone, such as "America/New_York". */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}
