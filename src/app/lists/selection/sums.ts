import Big from "big.js";

/** A row's part in the sums: amount as decimal text, and currency as the host sent it. */
export interface Amounted {
  readonly amount?: string | null | undefined;
  readonly currency?: string | undefined;
}

/** Sums of the selected rows of one currency; exact decimal text. */
export interface CurrencySum {
  /** Upper case. */
  readonly currency: string;
  /** Rows with an amount. */
  readonly rows: number;
  /** Sum of the amounts of zero and above; undefined if there are none. */
  readonly credits: string | undefined;
  /** Sum of the negative amounts, itself negative; undefined if there are none. */
  readonly debits: string | undefined;
}

interface Side {
  rows: number;
  sum: Big;
}

const zero = new Big(0);

/**
 * Sums per currency, updated row by row with the selection, so the cost is that of the change. Never adds amounts of
 * different currencies or nets credits against debits.
 */
export class Sums {
  readonly #sides = new Map<string, { credits: Side; debits: Side }>();
  /** Rows without an amount. */
  without = 0;
  /** Rows with an amount and no currency, which may be of unlike ones. */
  unnamed = 0;

  add(row: Amounted): void {
    this.#count(row, 1);
  }

  remove(row: Amounted): void {
    this.#count(row, -1);
  }

  clear(): void {
    this.#sides.clear();
    this.without = 0;
    this.unnamed = 0;
  }

  /** Most rows first. */
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
    const key = (currency ?? "").trim().toUpperCase();
    if (key === "") {
      this.unnamed += by;
      return;
    }
    const sides = this.#sides.get(key) ?? { credits: { rows: 0, sum: zero }, debits: { rows: 0, sum: zero } };
    this.#sides.set(key, sides);
    const side = amount.startsWith("-") ? sides.debits : sides.credits;
    side.rows += by;
    side.sum = by === 1 ? side.sum.plus(amount) : side.sum.minus(amount);
  }
}

const textOf = ({ rows, sum }: Side): string | undefined => (rows === 0 ? undefined : sum.toFixed());
