import Big from "big.js";
import { clockStepMs } from "../../contract/clock-step.ts";
import { hasFailed } from "./has-failed.ts";
import type { SearchableRow } from "./transaction-predicate.ts";

/** Totals of one hour, or of a quarter of an hour in zones whose offset isn't whole hours. */
export interface HourTally {
  /** Its start (epoch ms). */
  readonly at: number;
  /** Row counts by status, upper case; "" for none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** By currency: the rows that add to the volume, and the exact sum of their magnitudes. */
  readonly volumes: Readonly<Record<string, { readonly rows: number; readonly sum: string }>>;
}

/**
 * Counts and volumes per hour (see `HourTally`), oldest first; empty hours are left out. Never adds amounts of different
 * currencies. `isOfOneStatus`: what failed, which moved nothing, adds to the volume, too.
 */
export function tallyHours(rows: readonly SearchableRow[], timeZone = "UTC", isOfOneStatus = false): HourTally[] {
  const stepMs = clockStepMs(timeZone);
  const hours = new Map<number, { statuses: Map<string, number>; volumes: Map<string, { rows: number; sum: Big }> }>();
  for (const row of rows) {
    const at = Math.floor(row.at / stepMs) * stepMs;
    const hour = hours.get(at) ?? { statuses: new Map(), volumes: new Map() };
    hours.set(at, hour);
    hour.statuses.set(row.status, (hour.statuses.get(row.status) ?? 0) + 1);
    if (row.amount === undefined || row.currency === "" || (!isOfOneStatus && hasFailed(row))) continue;
    const known = hour.volumes.get(row.currency) ?? { rows: 0, sum: new Big(0) };
    hour.volumes.set(row.currency, { rows: known.rows + 1, sum: known.sum.plus(new Big(row.amount).abs()) });
  }
  return [...hours]
    .sort(([a], [b]) => a - b)
    .map(([at, { statuses, volumes }]) => ({
      at,
      statuses: Object.fromEntries(statuses),
      volumes: Object.fromEntries([...volumes].map(([currency, volume]) => [currency, { rows: volume.rows, sum: volume.sum.toFixed() }])),
    }));
}
