import Big from "big.js";
import type { GiftCardRate } from "../../contract/gift-cards.ts";
import type { Coverage } from "../store/coverage.ts";
import type { TransactionRow } from "../store/database.ts";
import { missingWithin } from "./missing-within.ts";

/** A rate that is about to change, with its value before and after, in naira per unit (decimal text). */
export type RateChange = { readonly before: string; readonly next: string } & (
  | { readonly is: "onramp" | "offramp" }
  | { readonly is: "giftCard"; readonly cardType: string; readonly country: string }
);

/**
 * What a change would have meant for trades whose rows carry the same side. `carried`: whether that is the units, which
 * the rate turns into naira (`difference` in naira), or the naira that it turns into units (`difference` in `unit`).
 * Amounts are exact decimals, but for a difference in units, which is rounded to 8.
 */
export interface EffectSum {
  readonly carried: "units" | "naira";
  readonly unit: string;
  readonly trades: number;
  readonly volume: string;
  /** What was paid out more, or for an onramp's units taken in more; below zero: less. */
  readonly difference: string;
}

export interface RateEffect {
  readonly sums: readonly EffectSum[];
  /** Completed trades, or what may be such, whose rows don't carry what it takes. */
  readonly cantSay: number;
  /** How much of the time (ms) the cache doesn't cover. */
  readonly missingMs: number;
}

/** So far back a change is looked at, in ms. */
export const effectMs = 24 * 3_600_000;

const done = new Set(["SUCCESSFUL", "COMPLETED", "CONFIRMED"]);
const swaps = new Set(["SWAP", "OBIEX_SWAP"]);
const naira = new Set(["NGN", "NGNB"]);
/** Of these a unit is the one that the rates are per. What another coin was worth is in no row. */
const dollars = new Set(["USDT", "USDC"]);

const upper = (text: string | null | undefined): string => (text ?? "").trim().toUpperCase();

/** What a row says of a rate: nothing, since it is no such trade; that it can't be said; or an amount that the rate applies to. */
type Said = "other" | "cantSay" | { readonly carried: EffectSum["carried"]; readonly unit: string; readonly amount: string };

/** Which way a swap went: by its currencies, else by the name of its kind. */
function rampOf(row: TransactionRow): "onramp" | "offramp" | "neither" | "unknown" {
  const [from, to] = [upper(row.fromCurrency), upper(row.toCurrency)];
  if (from !== "" && to !== "") {
    if (naira.has(from) === naira.has(to)) return "neither";
    return naira.has(from) ? "onramp" : "offramp";
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
  return wanted === "onramp" && naira.has(currency) && dollars.has(bought) ? { carried: "naira", unit: bought, amount } : "cantSay";
}

function saidOfCard(row: TransactionRow, { cardType, country }: { readonly cardType: string; readonly country: string }): Said {
  if (upper(row.type) !== "GIFTCARD") return "other";
  const [type, from] = [upper(row.cardType), upper(row.country)];
  if ((type !== "" && type !== upper(cardType)) || (from !== "" && from !== upper(country))) return "other";
  const [unit, amount] = [upper(row.currency), row.amount];
  // What was paid for a card says nothing of what stood on it.
  return type === "" || from === "" || unit === "" || naira.has(unit) || !amount ? "cantSay" : { carried: "units", unit, amount };
}

/** What a row says of the rate, if it is a completed trade. */
export function saidOf(row: TransactionRow, change: RateChange): Said {
  if (!done.has(upper(row.status))) return "other";
  return change.is === "giftCard" ? saidOfCard(row, change) : saidOfSwap(row, change.is);
}

/**
 * Whether a card of this type and country can have been paid by one rate alone: a row doesn't say whether it was a code or
 * a card of plastic, nor of which kind.
 */
export function isSoleRate(
  rates: readonly GiftCardRate[],
  { cardType, country }: { readonly cardType: string; readonly country: string },
): boolean {
  const own = rates.filter((rate) => upper(rate.cardType) === upper(cardType) && upper(rate.country) === upper(country));
  const isOther = (one: string | null | undefined, rate: string | null | undefined): boolean => !!one && !!rate && !new Big(one).eq(rate);
  return own.length === 1 && own.every(({ rate, physicalRate, ecodeRate }) => !isOther(physicalRate, rate) && !isOther(ecodeRate, rate));
}

/** How much (ms) of the time from `from` to `to` (host epoch ms) a coverage, whose own times are the device's, leaves out. */
export function missingMs(coverage: Coverage, from: number, to: number, clockAhead: number): number {
  const byHost = coverage.map((run) => (run.headAsOf === undefined ? run : { ...run, headAsOf: run.headAsOf + clockAhead }));
  return missingWithin(byHost, { from: to, to: from }).gaps.reduce((sum, gap) => sum + gap.from - gap.to, 0);
}

/** Adds up what a change would have meant for rows, some at a time. `isSole`: whether a row's card can have been paid by no other rate. */
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
    // Nothing can be bought at a rate of nothing.
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
