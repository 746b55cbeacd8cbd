import type { CachedFacts } from "../../../db/money/bulk/facts.ts";
import { hostClockOffset } from "../../../sync/state/session-store.ts";
import type { Format } from "../../format/use-format.ts";
import type { RehearsalT } from "./verdict-words.ts";

/** Don't report rows as missing within this time of the newest fetch, in ms. */
const freshForMs = 120_000;

/** Whether transactions in which duplicates were looked for are missing on this device. */
export const hasGaps = ({ gaps, readAt, rowsAsOf }: CachedFacts): boolean =>
  rowsAsOf !== undefined && gaps.some((gap) => gap.to < readAt + hostClockOffset() - freshForMs);

/** What the verdicts are based on, and of when that is. */
export function basisWords(
  t: RehearsalT,
  format: Format,
  { readAt, usersOf, rowsAsOf }: CachedFacts,
  timeOf: (at: number) => string,
): string {
  const read = t("asOf.read", { time: timeOf(readAt), users: format.number(usersOf) });
  return `${read} ${rowsAsOf === undefined ? t("asOf.noRows") : t("asOf.rows", { time: timeOf(rowsAsOf) })}`;
}
