import Big from "big.js";

/** What a row adds to the sums: its amount as decimal text, and its currency as the host sent it. */
export interface Amounted {
  readonly amount?: string | null | undefined;
  readonly currency?: string | undefined;
}

/** What the selected rows of one currency come to; decimal text, exact. */
export interface CurrencySum {
  /** In capitals; "" where the rows name none. */
  readonly currency: string;
  /** Rows with an amount. */
  readonly rows: number;
  /** The sum of the amounts that are not below zero; undefined where there are none. */
  readonly credits: string | undefined;
  /** The sum of the amounts below zero, itself below zero; undefined where there are none. */
  readonly debits: string | undefined;
}

interface Side {
  rows: number;
  sum: Big;
}

const zero = new Big(0);

/**
 * Sums per currency that follow a selection row by row, so that a change costs what it changes. Amounts of unlike
 * currencies are never added, and credits are never set off against debits.
 */
export class Sums {
  readonly #sides = new Map<string, { credits: Side; debits: Side }>();
  /** Rows without an amount. */
  without = 0;

  add(row: Amounted): void {
    this.#count(row, 1);
  }

  remove(row: Amounted): void {
    this.#count(row, -1);
  }

  clear(): void {
    this.#sides.clear();
    this.without = 0;
  }

  /** The currency with the most rows first. */
  list(): readonly CurrencySum[] {
    return [...this.#sides]
      .map(([currency, { credits, debits }]) => ({
        currency,
        rows: credits.rows + debits.rows,
        credits: textOf(credits),
        debits: textOf(debits),
      }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => b.rows - a.rows || (a.currency < b.currency ? -1 : 1));
  }

  #count({ amount, currency }: Amounted, by: 1 | -1): void {
    if (amount === undefined || amount === null) {
      this.without += by;
      return;
    }
    const key = (currency ?? "").toUpperCase();
    const sides = this.#sides.get(key) ?? { credits: { rows: 0, sum: zero }, debits: { rows: 0, sum: zero } };
    this.#sides.set(key, sides);
    const side = amount.startsWith("-") ? sides.debits : sides.credits;
    side.rows += by;
    side.sum = by === 1 ? side.sum.plus(amount) : side.sum.minus(amount);
  }
}

const textOf = ({ rows, sum }: Side): string | undefined => (rows === 0 ? undefined : sum.toFixed());
