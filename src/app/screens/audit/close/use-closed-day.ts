import type { ZonedDay } from "../../../../db/transactions/day-totals.ts";
import { useDayWords } from "../../../format/use-day-words.ts";
import { useTimeZone } from "../../../state/settings.ts";

/** A closed day as text, with its zone where that isn't the chosen one: a day of another zone has other hours. */
export function useClosedDay(): (of: ZonedDay) => string {
  const dayWords = useDayWords();
  const chosen = useTimeZone();
  return ({ day, timeZone }) => (timeZone === chosen ? dayWords(day) : `${dayWords(day)} (${timeZone})`);
}
