import { localeOf } from "../words/language.ts";
import { useTranslation } from "../words/use-translation.ts";
import { formatOf } from "./use-format.ts";

/** A calendar day (YYYY-MM-DD) in the language that is shown, the same in every time zone; what is none stays as it is. */
export function useDayWords(): (day: string) => string {
  const { date } = formatOf(localeOf(useTranslation().language), "UTC");
  return (day) => {
    const at = Date.parse(`${day}T00:00Z`);
    return Number.isNaN(at) ? day : date(at);
  };
}
