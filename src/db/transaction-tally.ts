import Big from "big.js";
import type { SearchableRow } from "./transaction-predicate.ts";

/** What happened within one hour. */
export interface HourTally {
  /** The hour's first moment (epoch ms). */
  readonly at: number;
  /** Rows by status in capitals; "" for none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** By currency: rows with an amount, and the exact sum of its magnitudes. */
  readonly volumes: Readonly<Record<string, { readonly rows: number; readonly sum: string }>>;
}

const hourMs = 3_600_000;

/** Counts and volumes by hour, oldest first; hours without rows are left out. Amounts of unlike currencies are never added. */
export function tallyHours(rows: readonly SearchableRow[]): HourTally[] {
  const hours = new Map<number, { statuses: Map<string, number>; volumes: Map<string, { rows: number; sum: Big }> }>();
  for (const row of rows) {
    const at = Math.floor(row.at / hourMs) * hourMs;
    const hour = hours.get(at) ?? { statuses: new Map(), volumes: new Map() };
    hours.set(at, hour);
    hour.statuses.set(row.status, (hour.statuses.get(row.status) ?? 0) + 1);
    if (row.amount === undefined || row.currency === "") continue;
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
