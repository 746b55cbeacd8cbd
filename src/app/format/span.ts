import type { Translate } from "../words/keys.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Duration (ms) in the largest unit that fits at least twice, rounded down: "3 h", "95 min". `round`: up, for an upper bound. */
export function spanWords(t: Translate<["transactions", "common"]>, ms: number, round = Math.floor): string {
  const [unit, size] = units.find(([, size]) => ms >= 2 * size) ?? (["second", 1000] as const);
  return t(`span.${unit}`, { n: round(Math.max(0, ms) / size) });
}
