import fc from "fast-check";
import { expect, test } from "vitest";
import { previewSwap, swapCurrencies } from "../../src/app/screens/prices/swap.ts";
import { markedDown } from "../../src/contract/price.ts";

/** An exact fraction of integers: the reference shares no code with the product's decimals. */
interface Ratio {
  over: bigint;
  under: bigint;
}
const ratio = (text: string): Ratio => {
  const [head = "0", tail = ""] = text.split(".");
  return { over: BigInt(head + tail), under: 10n ** BigInt(tail.length) };
};
const times = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.over, under: a.under * b.under });
const by = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.under, under: a.under * b.over });
const minus = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under });
const plus = (a: Ratio, b: Ratio): Ratio => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });

/** Rounded half up, without trailing zeros. */
function written({ over, under }: Ratio, decimals: number): string {
  const scaled = over * 10n ** BigInt(decimals) * 2n;
  const units = (scaled + under) / (under * 2n);
  const digits = units.toString().padStart(decimals + 1, "0");
  const head = digits.slice(0, digits.length - decimals);
  const tail = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return tail === "" ? head : `${head}.${tail}`;
}

const decimalText = (most: number, places: number) =>
  fc
    .tuple(fc.nat(most), fc.integer({ min: 0, max: places }), fc.nat(999_999_999))
    .map(([head, length, tail]) => (length === 0 ? String(head) : `${head}.${String(tail).padStart(9, "0").slice(0, length)}`));
const positive = (most: number, places: number) => decimalText(most, places).filter((text) => Number(text) > 0);
const percentage = decimalText(99, 4);

test("[PRICE-2] 10,000 random prices under a markdown equal an independent reference to the last digit", () => {
  fc.assert(
    fc.property(positive(1_000_000_000, 9), percentage, (price, markdown) => {
      const left = minus(ratio("100"), ratio(markdown));
      const discounted = written(by(times(ratio(price), left), ratio("100")), 2);
      const off = minus(ratio(price), ratio(discounted));
      const { discountedPrice, discountAmount } = markedDown(price, markdown);
      expect(discountedPrice).toBe(discounted);
      const magnitude = written({ over: off.over < 0n ? -off.over : off.over, under: off.under }, 9);
      expect(discountAmount).toBe(off.over < 0n && magnitude !== "0" ? `-${magnitude}` : magnitude);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

const decimals = { NGN: 2, BTC: 8, ETH: 18, SOL: 9, USDT: 6, USDC: 6, NGNB: 2 } as const;
const naira = new Set<string>(["NGN", "NGNB"]);
const priced = new Set<string>(["BTC", "ETH", "SOL"]);

test("[PRICE-4] 10,000 random swaps equal an independent reference to the last digit, rounded once", () => {
  const currency = fc.constantFrom(...swapCurrencies);
  fc.assert(
    fc.property(
      fc.record({
        amount: positive(10_000_000, 9),
        from: currency,
        to: currency,
        onramp: positive(3000, 4),
        offramp: positive(3000, 4),
        markup: decimalText(50, 4),
        networkFee: decimalText(20, 4),
        fromPrice: positive(200_000, 6),
        toPrice: positive(200_000, 6),
      }),
      (input) => {
        const swap = previewSwap(input);
        if (input.from === input.to) {
          expect(swap.is).toBe("same");
          return;
        }
        const [amount, markup, hundred] = [ratio(input.amount), ratio(input.markup), ratio("100")];
        const priceOf = (name: string, price: string): Ratio => ratio(priced.has(name) ? price : "1");
        if (naira.has(input.from) && naira.has(input.to)) {
          expect(swap).toMatchObject({ is: "done", amount: written(amount, 2) });
          return;
        }
        const dollars = naira.has(input.from)
          ? by(amount, by(times(ratio(input.onramp), plus(hundred, markup)), hundred))
          : naira.has(input.to)
            ? times(amount, priceOf(input.from, input.fromPrice))
            : by(times(times(amount, priceOf(input.from, input.fromPrice)), minus(hundred, markup)), hundred);
        const left = minus(dollars, ratio(input.networkFee));
        if (left.over <= 0n) {
          expect(swap.is).toBe("too little");
          return;
        }
        const result = naira.has(input.to)
          ? by(times(left, times(ratio(input.offramp), minus(hundred, markup))), hundred)
          : by(left, priceOf(input.to, input.toPrice));
        expect(swap).toMatchObject({ is: "done", amount: expect.any(String) });
        if (swap.is === "done") expect(swap.amount).toBe(written(result, decimals[input.to]));
      },
    ),
    { numRuns: 10_000 },
  );
}, 60_000);

test("[PRICE-4] a swap without a rate or a price says which one is missing", () => {
  const input = {
    amount: "100",
    from: "NGN",
    to: "BTC",
    onramp: "1500",
    offramp: undefined,
    markup: "0",
    networkFee: "0",
    fromPrice: undefined,
    toPrice: undefined,
  } as const;
  expect(previewSwap(input)).toEqual({ is: "missing", what: "toPrice" });
  expect(previewSwap({ ...input, onramp: undefined })).toEqual({ is: "missing", what: "onramp" });
  expect(previewSwap({ ...input, from: "USDT", to: "NGN" })).toEqual({ is: "missing", what: "offramp" });
  expect(previewSwap({ ...input, from: "BTC", to: "NGN" })).toEqual({ is: "missing", what: "fromPrice" });
  for (const none of ["0", "0.00", "-5"]) {
    expect(previewSwap({ ...input, to: "USDT", onramp: none })).toEqual({ is: "missing", what: "onramp" });
    expect(previewSwap({ ...input, from: "USDT", to: "NGN", offramp: none })).toEqual({ is: "missing", what: "offramp" });
  }
});
