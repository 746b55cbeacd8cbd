import { formatted } from "./formatted.ts";
import { lazily } from "./lazily.ts";

/** Whether text is a plain decimal, which `Intl.NumberFormat` formats digit by digit, without a float. */
export const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Maximum decimals shown for an amount (DASH-3). */
const most = 8;

/** Whether an amount would round to zero: it is shown by its significant digits. */
function roundsToZero(value: string): boolean {
  const [, zeros = "", first = ""] = /^-?0*\.(0*)([1-9])/.exec(value) ?? [];
  return zeros.length > most || (zeros.length === most && first < "5");
}

/** Amounts show at most 8 decimals, unless they would then read as zero. */
export interface AmountFormats {
  /** With sign, 2 to 8 decimals (DASH-3): "+0.025", "-1,500.00". */
  readonly signed: (value: string) => string;
  /** No plus sign, 2 to 8 decimals. */
  readonly amount: (value: string) => string;
  /** Every digit, grouped: a confirmation shows what is sent (FUND-5). */
  readonly exact: (value: string) => string;
  /** Whole US dollars: "$1,234,568" (DASH-1). */
  readonly wholeDollars: (value: string) => string;
  /** "₦1,520.00", "1 520,00 ₦"; 2 to 8 decimals. */
  readonly naira: (value: string) => string;
  /** "$2.50", "2,50 $"; 2 to 8 decimals. */
  readonly dollars: (value: string) => string;
  /** "1.5%", "1,5 %". */
  readonly percent: (value: string) => string;
  /** Any number, such as a count, with its own decimals, at most 8. */
  readonly number: (value: number | string) => string;
}

/** Number formats of a locale. Non-numeric text is returned unchanged. */
export function amountFormats(locale: string): AmountFormats {
  const format = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: most };
  const whole = format({ maximumFractionDigits: 0 });
  const money = (currency: string, digits: Intl.NumberFormatOptions): Intl.NumberFormatOptions => ({
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    ...digits,
  });
  const wholeDollars = format(money("USD", { maximumFractionDigits: 0 }));
  const number = format({ maximumFractionDigits: most });
  const point = lazily(
    () =>
      number()
        .formatToParts(0.5)
        .find(({ type }) => type === "decimal")?.value ?? ".",
  );
  // Some engines throw for more than 20 decimals, and others round: append the fraction verbatim.
  const writeExact = (value: `${number}`): string => {
    const [units = "0", fraction] = value.replace("-", "").split(".");
    return `${value.startsWith("-") ? "-" : ""}${whole().format(BigInt(units))}${fraction === undefined ? "" : point() + fraction}`;
  };
  const exact = (value: string): string => (isNumeric(value) ? formatted(`exact ${value}`, () => writeExact(value)) : value);
  const by = (name: string, options: Intl.NumberFormatOptions, made = format(options)) => {
    const tiny = format({ ...options, maximumSignificantDigits: 21 });
    const write = (value: `${number}`): string => (roundsToZero(value) ? tiny() : made()).format(value);
    return (value: string) => (isNumeric(value) ? formatted(`${name} ${value}`, () => write(value)) : value);
  };
  const numeric = by("number", { maximumFractionDigits: most });
  return {
    signed: by("signed", { ...decimals, signDisplay: "exceptZero" }),
    amount: by("amount", decimals),
    exact,
    wholeDollars: (value) => (isNumeric(value) ? formatted(`wholeDollars ${value}`, () => wholeDollars().format(value)) : value),
    naira: by("naira", money("NGN", decimals)),
    dollars: by("dollars", money("USD", decimals)),
    // As a unit, because the "percent" style scales by 100, which would need the text as a number.
    percent: by("percent", { style: "unit", unit: "percent", maximumFractionDigits: most }),
    number: (value) => (typeof value === "number" ? number().format(value) : numeric(value)),
  };
}
