import { localeOf } from "../words/language.ts";
import { useTranslation } from "../words/use-translation.ts";
import { useSettings, useTimeZone, zoneOf } from "../state/settings.ts";
import { type AmountFormats, amountFormats } from "./amounts.ts";
import { type TimeFormats, timeFormats } from "./times.ts";

export type Format = AmountFormats & TimeFormats;

const made = new Map<string, Format>();

/** The formats of a locale in a time zone; `beside` as in `timeFormats`. */
export function formatOf(locale: string, timeZone: string, beside = ""): Format {
  const key = `${beside}${locale} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = { ...amountFormats(locale), ...timeFormats(locale, timeZone, beside) };
  made.set(key, format);
  return format;
}

/** Formats for dates, numbers and amounts in the current language and the chosen time zone; follows the settings. */
export function useFormat(): Format {
  return formatOf(localeOf(useTranslation().language), useTimeZone());
}

/** Formats of the second zone; undefined if none is chosen (FIND-9). */
export function useSecondFormat(): Format | undefined {
  const locale = localeOf(useTranslation().language);
  const { secondZone } = useSettings();
  return secondZone ? formatOf(locale, zoneOf(secondZone), "beside ") : undefined;
}
