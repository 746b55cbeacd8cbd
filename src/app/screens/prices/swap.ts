import Big from "big.js";
import { isNaira } from "../../../contract/currencies.ts";

/** Naira and the wallet tokens. */
export const swapCurrencies = ["NGN", "BTC", "ETH", "SOL", "USDT", "USDC", "NGNB"] as const;
export type SwapCurrency = (typeof swapCurrencies)[number];

const decimalsOf: Readonly<Record<SwapCurrency, number>> = { NGN: 2, BTC: 8, ETH: 18, SOL: 9, USDT: 6, USDC: 6, NGNB: 2 };

/** Its unit is the dollar of the rates. */
const isDollar = (currency: SwapCurrency): boolean => currency === "USDT" || currency === "USDC";
/** Any other token: the host gives no price for it, so one has to be entered. */
export const needsPrice = (currency: SwapCurrency): boolean => !isNaira(currency) && !isDollar(currency);

/** Inputs of the calculation; decimal text. */
export interface SwapInput {
  readonly amount: string;
  readonly from: SwapCurrency;
  readonly to: SwapCurrency;
  /** Naira per dollar, when a customer buys and sells. */
  readonly onramp: string | undefined;
  readonly offramp: string | undefined;
  /** In percent. */
  readonly markup: string;
  /** In US dollars. */
  readonly networkFee: string;
  /** US dollars per unit, for currencies that need a price. */
  readonly fromPrice: string | undefined;
  readonly toPrice: string | undefined;
}

export type SwapStep =
  | { readonly is: "amount"; readonly amount: string; readonly currency: SwapCurrency }
  | { readonly is: "price"; readonly of: SwapCurrency; readonly price: string; readonly dollars: string }
  | { readonly is: "onramp" | "offramp"; readonly rate: string; readonly markup: string; readonly marked: string }
  | { readonly is: "markup"; readonly markup: string; readonly dollars: string }
  | { readonly is: "dollars"; readonly dollars: string }
  | { readonly is: "fee"; readonly fee: string; readonly dollars: string }
  | { readonly is: "result"; readonly amount: string; readonly currency: SwapCurrency };

export type Swap =
  | { readonly is: "same" }
  | { readonly is: "missing"; readonly what: "onramp" | "offramp" | "fromPrice" | "toPrice" }
  /** The network fee consumes all of it. */
  | { readonly is: "too little"; readonly steps: readonly SwapStep[] }
  | { readonly is: "done"; readonly steps: readonly SwapStep[]; readonly amount: string };

/** Decimals shown for a step with an infinite expansion; the calculation continues with the exact fraction. */
const shownDecimals = 8;

/** An exact fraction, so only the result is rounded. */
interface Fraction {
  readonly over: Big;
  readonly under: Big;
}

/** Whether a rate is unusable: missing, or not above 0. */
const isNone = (rate: string | undefined): rate is undefined => rate === undefined || new Big(rate).lte(0);

const whole = (value: Big): Fraction => ({ over: value, under: new Big(1) });

/** Divides once, rounding half up to this many decimals. */
function rounded({ over, under }: Fraction, decimals: number): string {
  const Rounding = Big();
  Rounding.DP = decimals;
  Rounding.RM = Big.roundHalfUp;
  return new Rounding(over.toFixed()).div(under.toFixed()).toFixed();
}

/**
 * Result of a swap (PRICE-4): naira buy dollars at the onramp rate plus the markup, dollars sell at the offramp rate
 * minus the markup, tokens convert at their dollar price minus the markup; the network fee is deducted in dollars.
 * Rounded once, half up, to the currency's decimals.
 */
export function previewSwap(input: SwapInput): Swap {
  const { from, to } = input;
  if (from === to) return { is: "same" };
  const amount = new Big(input.amount);
  const steps: SwapStep[] = [{ is: "amount", amount: amount.toFixed(), currency: from }];
  const end = (result: Fraction): Swap => {
    const value = rounded(result, decimalsOf[to]);
    return { is: "done", steps: [...steps, { is: "result", amount: value, currency: to }], amount: value };
  };
  if (isNaira(from) && isNaira(to)) return end(whole(amount));
  const up = new Big(100).plus(input.markup).div(100);
  const down = new Big(100).minus(input.markup).div(100);
  const fee = new Big(input.networkFee);

  let dollars: Fraction;
  if (isNaira(from)) {
    if (isNone(input.onramp)) return { is: "missing", what: "onramp" };
    const marked = new Big(input.onramp).times(up);
    steps.push({ is: "onramp", rate: input.onramp, markup: input.markup, marked: marked.toFixed() });
    dollars = { over: amount, under: marked };
    steps.push({ is: "dollars", dollars: rounded(dollars, shownDecimals) });
  } else {
    const price = needsPrice(from) ? input.fromPrice : "1";
    if (price === undefined) return { is: "missing", what: "fromPrice" };
    const worth = amount.times(price);
    if (needsPrice(from)) steps.push({ is: "price", of: from, price, dollars: worth.toFixed() });
    dollars = whole(worth);
    if (!isNaira(to)) {
      dollars = whole(worth.times(down));
      steps.push({ is: "markup", markup: input.markup, dollars: dollars.over.toFixed() });
    }
  }
  const left: Fraction = { over: dollars.over.minus(fee.times(dollars.under)), under: dollars.under };
  steps.push({ is: "fee", fee: fee.toFixed(), dollars: rounded(left, shownDecimals) });
  if (left.over.lte(0)) return { is: "too little", steps };

  if (isNaira(to)) {
    if (isNone(input.offramp)) return { is: "missing", what: "offramp" };
    const marked = new Big(input.offramp).times(down);
    steps.push({ is: "offramp", rate: input.offramp, markup: input.markup, marked: marked.toFixed() });
    return end({ over: left.over.times(marked), under: left.under });
  }
  const price = needsPrice(to) ? input.toPrice : "1";
  if (price === undefined) return { is: "missing", what: "toPrice" };
  if (needsPrice(to)) steps.push({ is: "price", of: to, price, dollars: rounded(left, shownDecimals) });
  return end({ over: left.over, under: left.under.times(price) });
}
