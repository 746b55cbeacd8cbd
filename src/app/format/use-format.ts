import { usePreferences } from "../state/preferences.ts";
import { type AmountFormats, amountFormats } from "./amounts.ts";
import { type TimeFormats, timeFormats } from "./times.ts";

export type Format = AmountFormats & TimeFormats;

const made = new Map<string, Format>();

function formatOf(locale: string, timeZone: string): Format {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = { ...amountFormats(locale), ...timeFormats(locale, timeZone) };
  made.set(key, format);
  return format;
}

/** Every shown date, number and amount, in the chosen language and time zone; follows the settings. */
export function useFormat(): Format {
  const { locale, timeZone } = usePreferences();
  return formatOf(locale, timeZone);
}
