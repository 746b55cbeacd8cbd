import { clockStepMs } from "../../contract/clock-step.ts";
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
  /** "14:02"; with the date unless it is today, and the year unless it is surely this one. */
  readonly minute: (at: Date | number, now: number) => string;
  /** "3 minutes ago"; a date from one week on. */
  readonly relative: (at: Date | number, now: number) => string;
  /** `relative`, of what has happened: up to a minute ahead counts as now, since the page's clock moves in steps. */
  readonly ago: (at: Date | number, now: number) => string;
  /** A zone's offset at a time: "GMT-5". */
  readonly offsetAt: (at: Date | number) => string;
  /** The zone and its offset at a time: "America/New_York (GMT-5)". */
  readonly zoneAt: (at: Date | number) => string;
}

/** How far the page's clock may be behind, in ms. */
const aheadMs = 60_000;

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const hourMs = 3_600_000;
const weekMs = 7 * 86_400_000;
/** Beyond this, in ms, a day and month may be in another year. */
const yearMs = 300 * 86_400_000;

/**
 * Time formats of a locale in a time zone. `beside`: key prefix for the second zone, so it doesn't share cached texts
 * with the chosen one.
 */
export function timeFormats(locale: string, timeZone: string, beside = ""): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const full = format({ dateStyle: "medium", timeStyle: "long" });
  const dateTime = format({ dateStyle: "medium", timeStyle: "short" });
  const date = format({ dateStyle: "medium" });
  const time = format({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const dayMinute = format({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const zoned = format({ timeZoneName: "shortOffset" });
  const offsetAt = (at: Date | number) =>
    zoned()
      .formatToParts(at)
      .find((part) => part.type === "timeZoneName")?.value ?? "";
  const stepMs = clockStepMs(timeZone);
  const stepOf = (at: Date | number) => Math.floor(Number(at) / stepMs) * stepMs;
  // One text per step, so a day needs few texts.
  const stepped = (name: string, by: () => Intl.DateTimeFormat) => (at: Date | number) => {
    const step = stepOf(at);
    return formatted(`${beside}${name} ${step / hourMs}`, () => by().format(step));
  };
  const dateOf = stepped("date", date);
  const timeOf = stepped("time", time);
  const dayMinuteOf = stepped("dayMinute", dayMinute);
  // Time within a step is the same in every zone.
  const clock = (at: Date | number) =>
    new Date(Date.parse(`1970-01-01T${timeOf(at)}Z`) + Number(at) - stepOf(at)).toISOString().slice(11, 19);
  const relativeTo = (at: Date | number, now: number): string => {
    const passed = Number(at) - now;
    if (Math.abs(passed) >= weekMs) return dateOf(at);
    const [unit, ms] = steps.find(([, size]) => Math.abs(passed) >= size) ?? ["second", 1000];
    const count = Math.trunc(passed / ms);
    // "Yesterday" is a day of the calendar, not 24 to 48 hours ago.
    const numeric = count ? "always" : "auto";
    return formatted(`${unit} ${count}`, () => new Intl.RelativeTimeFormat(locale, { numeric, style: "short" }).format(count, unit));
  };
  return {
    full: (at) => formatted(`${beside}full ${Number(at)}`, () => full().format(at)),
    dateTime: (at) => dateTime().format(at),
    date: dateOf,
    clock,
    minute: (at, now) => {
      const clockAt = clock(at).slice(0, 5);
      if (dateOf(at) === dateOf(now)) return clockAt;
      return Math.abs(now - Number(at)) > yearMs ? `${dateOf(at)}, ${clockAt}` : dayMinuteOf(at).replace(/\d\d:\d\d/, clockAt);
    },
    relative: relativeTo,
    ago: (at, now) => relativeTo(Number(at) - now < aheadMs ? Math.min(Number(at), now) : at, now),
    offsetAt,
    zoneAt: (at) => (timeZone === "UTC" ? timeZone : `${timeZone} (${offsetAt(at)})`),
  };
}
