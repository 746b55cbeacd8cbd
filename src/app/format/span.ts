import type { Translate } from "../words/keys.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A length of time (ms) in the largest unit of which it has two, rounded down: "3 h", "95 min". `round`: up, where it is the most that it may be. */
export function spanWords(t: Translate<["transactions", "common"]>, ms: number, round = Math.floor): string {
  const [unit, size] = units.find(([, size]) => ms >= 2 * size) ?? (["second", 1000] as const);
  return t(`span.${unit}`, { n: round(Math.max(0, ms) / size) });
}
