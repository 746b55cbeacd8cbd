import { dayAt } from "../../../../contract/zones.ts";

export const dateOrders = ["YMD", "DMY", "MDY"] as const;
export type DateOrder = (typeof dateOrders)[number];

const bare = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
/** Of banks. */
const languages = ["en", "es", "fr", "pt", "it", "de", "nl"];
/** The months' names, without accents. */
const months = languages.map((language) => {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => bare(format.format(Date.UTC(2026, month))));
});
/** From 1, by a name or its beginning; 0 if the word names none, or several. */
const monthOf = (word: string): number => {
  const start = bare(word);
  const found = new Set(months.flatMap((names) => names.flatMap((name, at) => (name.startsWith(start) ? [at + 1] : []))));
  const [only = 0] = found;
  return found.size === 1 ? only : 0;
};

const weekdays = languages.flatMap((language) => {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => bare(format.format(Date.UTC(2026, 0, 1 + day))));
});

const iso = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
};
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Date, hour, minute, half of the day, and what follows. */
const timed = /^(.+?)(?:T|,? )(\d\d?):(\d\d)(?::\d\d(?:[.,]\d+)?)? ?(?:([ap])\.? ?m\.?(?= |$))? ?(.*)$/i;
const offset = /^\(?(?:Z|UTC|GMT)? ?(?:([+-])(\d\d?)(?::?(\d\d))?)?\)?(?: [A-Z]{2,5}| \(.*\))?$/i;
/** Hours ahead of UTC of zones whose short names have one meaning. */
const ahead: Readonly<Record<string, string>> = { WAT: "+1", CET: "+1", CEST: "+2", SAST: "+2", EAT: "+3" };
/** The zone in a header such as "Date(UTC)" or "Time (GMT+1)". */
export const zoneIn = (name = ""): string =>
  /(?<![a-z])(?:(?:UTC|GMT)(?: ?[+-]\d\d?(?::?\d\d)?)?|WAT|CES?T|SAST|EAT)(?![a-z])/i.exec(name)?.[0] ?? "";
/** Reads like a zone's name, and not like a word for the hour. */
const zoneName = /^(?!(?:UHR|H|HRS?|HS)$)[A-Z]{1,5}$|\//;
const three = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ,].*)?$/;
const named = /^(\d{1,2})(?:er)?[-/. ]?(?:de )?(\p{L}{3,})[-/., ]+(?:de )?(\d{2,4})(?:[T ,].*)?$/iu;
const namedFirst = /^(\p{L}{3,})\.? (\d{1,2}),? (\d{4})(?:[T ,].*)?$/iu;
/** A date without the day of the week before it: "Thu, 1 Jan 2026". "Mar 1, 2026" is in March, not on a martes. */
const withoutWeekday = (cell: string): string =>
  namedFirst.test(cell)
    ? cell
    : cell.replace(/^(\p{L}{2,})\.?,? /u, (whole, word: string) => (weekdays.some((day) => day.startsWith(bare(word))) ? "" : whole));
const joined = /^(20\d\d)(\d\d)(\d\d)$/;

/**
 * The calendar day of a cell; a time with an offset is converted to a day of `timeZone`. Undefined if it isn't one, or its time is in
 * a zone that isn't known. `headZone`: of a time without one.
 */
export function dayOf(cell: string, order: DateOrder, timeZone: string, headZone = ""): string | undefined {
  const [, date = cell, hour = "", minute = "", half, own] = timed.exec(cell) ?? [];
  const zone = own || (hour === "" ? "" : headZone);
  const day = dateOf(date, order);
  if (day === undefined || zone === "") return day;
  const [known, sign, hours = "0", minutes = "0"] = offset.exec(ahead[zone.replaceAll(/[()]/g, "").toUpperCase()] ?? zone) ?? [];
  if (known === undefined) return zoneName.test(zone) ? undefined : day;
  const hourOfDay = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const early = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return dayAt(Date.parse(`${day}T00:00Z`) + (hourOfDay * 60 + Number(minute) - early) * 60_000, timeZone);
}

function dateOf(written: string, order: DateOrder): string | undefined {
  const cell = withoutWeekday(written);
  const byName = named.exec(cell);
  if (byName?.[2]) return iso(fullYear(byName[3] ?? ""), monthOf(byName[2]), Number(byName[1]));
  const byFirst = namedFirst.exec(cell);
  if (byFirst?.[1]) return iso(Number(byFirst[3]), monthOf(byFirst[1]), Number(byFirst[2]));
  const [, year = "", second = "", third = ""] = joined.exec(cell) ?? three.exec(cell) ?? [];
  if (year.length === 4) return third.length > 2 ? undefined : iso(Number(year), Number(second), Number(third));
  if (third === "" || third.length === 3 || year.length > 2) return undefined;
  if (order === "YMD") return year.length === 2 && third.length < 3 ? iso(fullYear(year), Number(second), Number(third)) : undefined;
  const [day, monthAt] = order === "DMY" ? [year, second] : [second, year];
  return iso(fullYear(third), Number(monthAt), Number(day));
}

/** No statement lies years ahead. */
const isPast = (year: string): boolean => year.length > 1 && fullYear(year) <= new Date().getFullYear() + 1;

/** Whether each order may be that of a date of three numbers which doesn't begin with a year of four digits. */
const fits: Readonly<Record<DateOrder, (first: string, second: string, third: string) => boolean>> = {
  YMD: (year, month, day) => year.length === 2 && isPast(year) && Number(month) <= 12 && day.length < 3 && Number(day) <= 31,
  DMY: (day, month, year) => Number(day) <= 31 && Number(month) <= 12 && isPast(year),
  MDY: (month, day, year) => Number(month) <= 12 && Number(day) <= 31 && isPast(year),
};

/** Date order of a column; "" if ambiguous. */
export function orderOf(cells: readonly string[]): DateOrder | "" {
  const open = cells.map(withoutWeekday).flatMap((cell) => {
    const [, first = "", second = "", third = ""] = (named.test(cell) ? undefined : three.exec(cell)) ?? [];
    return first === "" || first.length === 4 ? [] : [[first, second, third] as const];
  });
  if (open.length === 0) return "YMD";
  const fitting = dateOrders.filter((order) => open.every((parts) => fits[order](...parts)));
  return fitting.length === 1 && fitting[0] ? fitting[0] : "";
}
