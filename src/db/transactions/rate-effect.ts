import Big from "big.js";
import { isNaira } from "../../contract/currencies.ts";
import type { GiftCardRate } from "../../contract/gift-cards.ts";
import type { Coverage } from "../store/coverage.ts";
import type { TransactionRow } from "../store/database.ts";
import { missingWithin } from "./missing-within.ts";

/** A rate about to change, before and after, in naira per unit (decimal text). */
export type RateChange = { readonly before: string; readonly next: string } & (
  | { readonly is: "onramp" | "offramp" }
  | { readonly is: "giftCard"; readonly cardType: string; readonly country: string }
);

/**
 * Effect of a change on trades whose rows record the same side. `carried`: whether that side is the units, which the rate converts
 * to naira (`difference` in naira), or the naira, which it converts to units (`difference` in `unit`). Amounts are exact decimals,
 * except a difference in units, rounded to 8 places.
 */
export interface EffectSum {
  readonly carried: "units" | "naira";
  readonly unit: string;
  readonly trades: number;
  readonly volume: string;
  /** Additional pay-out, or, for an onramp's units, additional intake; negative: less. */
  readonly difference: string;
}

export interface RateEffect {
  readonly sums: readonly EffectSum[];
  /** Completed trades, or possible ones, whose rows lack the needed data. */
  readonly cantSay: number;
  /** Time not covered by the cache, in ms. */
  readonly missingMs: number;
}

/** Window of trades considered, in ms. */
export const effectMs = 24 * 3_600_000;

const done = new Set(["SUCCESSFUL", "COMPLETED", "CONFIRMED"]);
const swaps = new Set(["SWAP", "OBIEX_SWAP"]);
/** Currencies whose unit is the rates' unit. Rows don't tell the value of other coins. */
const dollars = new Set(["USDT", "USDC"]);

const upper = (text: string | null | undefined): string => (text ?? "").trim().toUpperCase();

/** What a row says of a rate: not such a trade, can't be told, or an amount that the rate applies to. */
type Said = "other" | "cantSay" | { readonly carried: EffectSum["carried"]; readonly unit: string; readonly amount: string };

/** Direction of a swap: by its currencies, else by its kind. */
function rampOf(row: TransactionRow): "onramp" | "offramp" | "neither" | "unknown" {
  const [from, to] = [upper(row.fromCurrency), upper(row.toCurrency)];
  if (from !== "" && to !== "") {
    if (isNaira(from) === isNaira(to)) return "neither";
    return isNaira(from) ? "onramp" : "offramp";
  }
  const kind = upper(row.swapType);
  return kind === "ONRAMP" ? "onramp" : kind === "OFFRAMP" ? "offramp" : "unknown";
}

function saidOfSwap(row: TransactionRow, wanted: "onramp" | "offramp"): Said {
  if (!swaps.has(upper(row.type))) return "other";
  const ramp = rampOf(row);
  if (ramp === "unknown") return "cantSay";
  if (ramp !== wanted) return "other";
  const [currency, amount] = [upper(row.currency), row.amount];
  if (!amount) return "cantSay";
  if (dollars.has(currency)) return { carried: "units", unit: currency, amount };
  const bought = upper(row.toCurrency);
  return wanted === "onramp" && isNaira(currency) && dollars.has(bought) ? { carried: "naira", unit: bought, amount } : "cantSay";
}

function saidOfCard(row: TransactionRow, { cardType, country }: { readonly cardType: string; readonly country: string }): Said {
  if (upper(row.type) !== "GIFTCARD") return "other";
  const [type, from] = [upper(row.cardType), upper(row.country)];
  if ((type !== "" && type !== upper(cardType)) || (from !== "" && from !== upper(country))) return "other";
  const [unit, amount] = [upper(row.currency), row.amount];
  // The price paid for a card doesn't tell its face value.
  return type === "" || from === "" || unit === "" || isNaira(unit) || !amount ? "cantSay" : { carried: "units", unit, amount };
}

/** What a row says of the rate, if it is a completed trade. */
export function saidOf(row: TransactionRow, change: RateChange): Said {
  if (!done.has(upper(row.status))) return "other";
  return change.is === "giftCard" ? saidOfCard(row, change) : saidOfSwap(row, change.is);
}

/**
 * Whether only one rate can apply to a card of this type and country: rows don't tell codes from physical cards, nor which kind.
 */
export function isSoleRate(
  rates: readonly GiftCardRate[],
  { cardType, country }: { readonly cardType: string; readonly country: string },
): boolean {
  const own = rates.filter((rate) => upper(rate.cardType) === upper(cardType) && upper(rate.country) === upper(country));
  const isOther = (one: string | null | undefined, rate: string | null | undefined): boolean => !!one && !!rate && !new Big(one).eq(rate);
  return own.length === 1 && own.every(({ rate, physicalRate, ecodeRate }) => !isOther(physicalRate, rate) && !isOther(ecodeRate, rate));
}

/** Uncovered time, in ms, between `from` and `to` (host epoch ms). `clockAhead`: host clock minus device clock, in ms. */
export function missingMs(coverage: Coverage, from: number, to: number, clockAhead: number): number {
  return missingWithin(coverage, { from: to, to: from }, clockAhead).gaps.reduce((sum, gap) => sum + gap.from - gap.to, 0);
}

/** Sums a change's effect over batches of rows. `isSole`: whether no other rate can have applied to a row's card. */
export class EffectTally {
  readonly #change: RateChange;
  readonly #isSole: boolean;
  readonly #sums = new Map<string, { readonly carried: EffectSum["carried"]; readonly unit: string; trades: number; volume: Big }>();
  #cantSay = 0;

  constructor(change: RateChange, isSole = true) {
    this.#change = change;
    this.#isSole = isSole;
  }

  add(rows: readonly TransactionRow[]): void {
    for (const row of rows) {
      const said = saidOf(row, this.#change);
      if (said === "other") continue;
      if (said === "cantSay" || !this.#isSole) {
        this.#cantSay += 1;
        continue;
      }
      const key = `${said.carried} ${said.unit}`;
      const sum = this.#sums.get(key) ?? { carried: said.carried, unit: said.unit, trades: 0, volume: new Big(0) };
      sum.trades += 1;
      sum.volume = sum.volume.plus(new Big(said.amount).abs());
      this.#sums.set(key, sum);
    }
  }

  result(missing: number): RateEffect {
    const [before, next] = [new Big(this.#change.before), new Big(this.#change.next)];
    const all = [...this.#sums.values()];
    // At a rate of zero nothing can be bought.
    const sayable = all.filter(({ carried }) => carried === "units" || (before.gt(0) && next.gt(0)));
    const cantSay = all.filter((sum) => !sayable.includes(sum)).reduce((count, { trades }) => count + trades, this.#cantSay);
    const sums = sayable.map(({ carried, unit, trades, volume }): EffectSum => {
      const difference =
        carried === "units" ? volume.times(next.minus(before)) : volume.times(before.minus(next)).div(before.times(next)).round(8);
      return { carried, unit, trades, volume: volume.toFixed(), difference: difference.toFixed() };
    });
    return { sums: sums.sort((a, b) => b.trades - a.trades), cantSay, missingMs: missing };
  }
}
