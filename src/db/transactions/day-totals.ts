import Big from "big.js";
import { endOfDay, startOfDay } from "../../contract/zones.ts";
import type { Lack, Stretch } from "../store/coverage.ts";
import { Database, type TransactionRow } from "../store/database.ts";
import { readWithin } from "./missing-within.ts";
import { rowsOfStretch } from "../store/rows.ts";

/** Transactions of one type, status and currency; each upper case, or "" if missing. Sums are decimal texts. */
export interface TotalLine {
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly count: number;
  /** Sums of incoming and of outgoing amounts, both unsigned: neither hides the other. */
  readonly in: string;
  readonly out: string;
  /** Rows in neither sum: without amount, or without a currency, since those may be of unlike ones. */
  readonly withoutAmount: number;
}

type Row = Pick<TransactionRow, "type" | "status" | "currency" | "amount">;

const capitals = (text: string | null | undefined): string => (text ?? "").trim().toUpperCase();

/** Compares by code units, independent of locale. */
const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Exact totals by type, status and currency; never adds amounts of different currencies. */
export class Totals {
  readonly #lines = new Map<
    string,
    { type: string; status: string; currency: string; count: number; in: Big; out: Big; without: number }
  >();

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const [type, status, currency] = [capitals(row.type), capitals(row.status), capitals(row.currency)];
      const key = JSON.stringify([type, status, currency]);
      const line = this.#lines.get(key) ?? { type, status, currency, count: 0, in: new Big(0), out: new Big(0), without: 0 };
      this.#lines.set(key, line);
      line.count += 1;
      if (row.amount === null || row.amount === undefined || currency === "") line.without += 1;
      else if (row.amount.startsWith("-")) line.out = line.out.minus(row.amount);
      else line.in = line.in.plus(row.amount);
    }
  }

  /** Sorted by type, currency and status. */
  lines(): TotalLine[] {
    return [...this.#lines.values()]
      .sort((a, b) => byUnits(a.type, b.type) || byUnits(a.currency, b.currency) || byUnits(a.status, b.status))
      .map(({ without, ...line }) => ({ ...line, in: line.in.toFixed(), out: line.out.toFixed(), withoutAmount: without }));
  }
}

/** A day (YYYY-MM-DD) of a time zone. */
export interface ZonedDay {
  readonly day: string;
  readonly timeZone: string;
}

/** A day's first and last ms, newest first, both inclusive (epoch ms). */
export const stretchOf = ({ day, timeZone }: ZonedDay): Stretch => ({ from: endOfDay(day, timeZone) - 1, to: startOfDay(day, timeZone) });

/** What is cached of a day. */
export interface DayTotals {
  readonly lines: readonly TotalLine[];
  /** Stretches of the day with possibly missing rows. */
  readonly gaps: readonly Lack[];
  /** When its oldest part was last seen (device epoch ms); undefined if nothing is known. */
  readonly asOf: number | undefined;
}

/**
 * Totals of a day's cached transactions, read some sheets at a time. `clockAhead`: host clock minus device clock, in ms. Rejects with
 * the database's error.
 */
export async function totalsOfDay(db: Database, of: ZonedDay, clockAhead: number): Promise<DayTotals> {
  const stretch = stretchOf(of);
  const { value, gaps, asOf } = await readWithin(db, stretch, clockAhead, async () => {
    const totals = new Totals();
    for await (const rows of rowsOfStretch(db, stretch)) totals.add(rows);
    return totals.lines();
  });
  return { lines: value, gaps, asOf };
}

/** `totalsOfDay` on a cache that a worker opens by name. */
export async function totalsIn(name: string, of: ZonedDay, clockAhead: number): Promise<DayTotals> {
  const db = new Database(name);
  try {
    return await totalsOfDay(db, of, clockAhead);
  } finally {
    db.close();
  }
}
