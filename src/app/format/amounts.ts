import { lazily } from "./lazily.ts";

/** Whether text is a plain decimal number, which `Intl.NumberFormat` takes digit by digit, with no float between. */
export const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

export interface AmountFormats {
  /** With sign, 2 to 8 decimals (DASH-3): "+0.025", "-1,500.00". */
  readonly signed: (value: string) => string;
  /** Without a plus, 2 to 8 decimals. */
  readonly amount: (value: string) => string;
  /** Every digit it has, grouped: what is confirmed is shown as it is sent (FUND-5). */
  readonly exact: (value: string) => string;
  /** Whole US dollars: "$1,234,568" (DASH-1). */
  readonly wholeDollars: (value: string) => string;
  /** "₦1,520.00", "1 520,00 ₦"; 2 to 8 decimals. */
  readonly naira: (value: string) => string;
  /** "$2.50", "2,50 $"; 2 to 8 decimals. */
  readonly dollars: (value: string) => string;
  /** "1.5%", "1,5 %". */
  readonly percent: (value: string) => string;
  /** A count or any other number, with as many decimals as it has, 8 at most. */
  readonly number: (value: number | string) => string;
}

/** The figures of a locale. Text that is no number is given back as it came. */
export function amountFormats(locale: string): AmountFormats {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;
  const signed = lazily(() => new Intl.NumberFormat(locale, { ...decimals, signDisplay: "exceptZero" }));
  const plain = lazily(() => new Intl.NumberFormat(locale, decimals));
  const whole = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const dollars = lazily(
    () =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency: "USD",
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: 0,
      }),
  );
  const number = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }));
  const point = lazily(
    () =>
      number()
        .formatToParts(0.5)
        .find(({ type }) => type === "decimal")?.value ?? ".",
  );
  // Some engines refuse more than 20 decimals, and would round beyond them: the fraction is taken as it stands.
  const exact = (value: string): string => {
    if (!isNumeric(value)) return value;
    const [units = "0", fraction] = value.replace("-", "").split(".");
    return `${value.startsWith("-") ? "-" : ""}${whole().format(BigInt(units))}${fraction === undefined ? "" : point() + fraction}`;
  };
  const leads = lazily(() => dollars().formatToParts(1)[0]?.type === "currency");
  const spaced = lazily(() => new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(1).some(({ type }) => type === "literal"));
  const money = (symbol: string, value: string): string => {
    const shown = isNumeric(value) ? plain().format(value) : value;
    return leads() ? `${symbol}${shown}` : `${shown}\u00a0${symbol}`;
  };
  const by = (format: () => Intl.NumberFormat) => (value: string) => (isNumeric(value) ? format().format(value) : value);
  return {
    signed: by(signed),
    amount: by(plain),
    exact,
    wholeDollars: by(dollars),
    naira: (value) => money("₦", value),
    dollars: (value) => money("$", value),
    percent: (value) => `${by(number)(value)}${spaced() ? "\u00a0" : ""}%`,
    number: (value) => (typeof value === "number" ? number().format(value) : by(number)(value)),
  };
}
