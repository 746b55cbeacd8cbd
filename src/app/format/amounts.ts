import { formatted } from "./formatted.ts";
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
  const format = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 8 };
  const signed = format({ ...decimals, signDisplay: "exceptZero" });
  const plain = format(decimals);
  const whole = format({ maximumFractionDigits: 0 });
  const money = (currency: string, digits: Intl.NumberFormatOptions) =>
    format({ style: "currency", currency, currencyDisplay: "narrowSymbol", ...digits });
  const number = format({ maximumFractionDigits: 8 });
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
  const by = (name: string, made: () => Intl.NumberFormat) => (value: string) =>
    isNumeric(value) ? formatted(`${name} ${value}`, () => made().format(value)) : value;
  const numeric = by("number", number);
  return {
    signed: by("signed", signed),
    amount: by("amount", plain),
    exact,
    wholeDollars: by("wholeDollars", money("USD", { maximumFractionDigits: 0 })),
    naira: by("naira", money("NGN", decimals)),
    dollars: by("dollars", money("USD", decimals)),
    // As a unit: the style "percent" takes a hundredth, for which text would have to become a number.
    percent: by("percent", format({ style: "unit", unit: "percent", maximumFractionDigits: 8 })),
    number: (value) => (typeof value === "number" ? number().format(value) : numeric(value)),
  };
}
