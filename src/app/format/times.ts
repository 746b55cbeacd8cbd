import { formatted } from "./formatted.ts";
import { lazily } from "./lazily.ts";

export interface TimeFormats {
  /** Date and time with the zone: "Nov 21, 2026, 2:02:31 PM GMT+1". */
  readonly full: (at: Date | number) => string;
  /** Date and time to the minute, without the zone. */
  readonly dateTime: (at: Date | number) => string;
  readonly date: (at: Date | number) => string;
  /** "14:02:31" */
  readonly clock: (at: Date | number) => string;
  /** "14:02", with the date where it isn't today. */
  readonly minute: (at: Date | number, now: number) => string;
  /** "3 minutes ago"; from a week on, the date. */
  readonly relative: (at: Date | number, now: number) => string;
  /** The zone and its offset at a moment: "America/New_York (GMT-5)". */
  readonly zoneAt: (at: Date | number) => string;
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];
const hourMs = 3_600_000;
const weekMs = 7 * 86_400_000;

/** The times of a locale in a time zone whose clocks are whole hours from UTC. */
export function timeFormats(locale: string, timeZone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const full = format({ dateStyle: "medium", timeStyle: "long" });
  const dateTime = format({ dateStyle: "medium", timeStyle: "short" });
  const date = format({ dateStyle: "medium" });
  const time = format({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const dayMinute = format({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }));
  const zoned = format({ timeZoneName: "shortOffset" });
  const offsetAt = (at: Date | number) =>
    zoned()
      .formatToParts(at)
      .find((part) => part.type === "timeZoneName")?.value;
  // The same text for a whole hour, so that few texts are all that a day needs.
  const hourly = (name: string, by: () => Intl.DateTimeFormat) => (at: Date | number) => {
    const hour = Math.floor(Number(at) / hourMs);
    return formatted(`${name} ${hour}`, () => by().format(hour * hourMs));
  };
  const dateOf = hourly("date", date);
  const timeOf = hourly("time", time);
  const dayMinuteOf = hourly("dayMinute", dayMinute);
  // ":02:31"
  const past = (at: Date | number) => new Date(at).toISOString().slice(13, 19);
  const clock = (at: Date | number) => timeOf(at).slice(0, 2) + past(at);
  return {
    full: (at) => formatted(`full ${Number(at)}`, () => full().format(at)),
    dateTime: (at) => dateTime().format(at),
    date: dateOf,
    clock,
    minute: (at, now) => (dateOf(at) === dateOf(now) ? clock(at).slice(0, 5) : dayMinuteOf(at).replace(":00", past(at).slice(0, 3))),
    relative: (at, now) => {
      const passed = Number(at) - now;
      if (Math.abs(passed) >= weekMs) return dateOf(at);
      const [unit, ms] = steps.find(([, size]) => Math.abs(passed) >= size) ?? ["second", 1000];
      const count = Math.trunc(passed / ms);
      return formatted(`${unit} ${count}`, () => relative().format(count, unit));
    },
    zoneAt: (at) => (timeZone === "UTC" ? timeZone : `${timeZone} (${offsetAt(at) ?? ""})`),
  };
}
