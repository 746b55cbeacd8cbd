import { localeOf } from "../i18n/language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { timeZones, useSettings } from "../state/settings.ts";
import { type AmountFormats, amountFormats } from "./amounts.ts";
import { type TimeFormats, timeFormats } from "./times.ts";

export type Format = AmountFormats & TimeFormats;

const made = new Map<string, Format>();

/** The formats of a locale in a time zone. */
export function formatOf(locale: string, timeZone: string): Format {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = { ...amountFormats(locale), ...timeFormats(locale, timeZone) };
  made.set(key, format);
  return format;
}

/** Every shown date, number and amount, in the language that is shown and the chosen time zone; follows the settings. */
export function useFormat(): Format {
  const { language } = useTranslation();
  const { timeZone } = useSettings();
  return formatOf(localeOf(language), timeZones[timeZone]);
}
