import { localeOf } from "../words/language.ts";
import { useTranslation } from "../words/use-translation.ts";
import { formatOf } from "./use-format.ts";

/** Formats a calendar day (YYYY-MM-DD) in the current language, independent of time zone; anything else is returned unchanged. */
export function useDayWords(): (day: string) => string {
  const { date } = formatOf(localeOf(useTranslation().language), "UTC");
  return (day) => {
    const at = Date.parse(`${day}T00:00Z`);
    return Number.isNaN(at) ? day : date(at);
  };
}
