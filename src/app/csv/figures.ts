import Big from "big.js";
import { fundCurrencies, isNaira } from "../../contract/currencies.ts";

export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** A cell that only says that money came, or went. */
export const inWord =
  /^\(?(?:c|cr|cred|credits?|credited|cr[ée]dito?|abono|haber|deposits?|money in|paid in|in|inflow|incoming|\+)\.?\)?$/i;
export const outWord =
  /^\(?(?:d|dr|db|deb|debits?|debited|d[ée]bito?|cargo|debe|withdrawals?|money out|paid out|out|outflow|outgoing|[\p{Pd}−])\.?\)?$/iu;

/** A name of several words as providers join them: "tx_ref", "transactionDate", "USDAmount". */
export const spaced = (name: string): string => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{3})(?=\p{Lu}\p{Ll})|_+/gu, " ");

/** Words of multiples, in the languages of the app and of banks, and short ones. */
const multiples =
  "hundreds?|thousands?|mil(?:es|le|liers?)?|cientos|centenas|centaines?|lakhs?|lacs?|crores?|(?:m|b|tr)ill?i[oóa](?:n|rd)e?s?|(?:m|b|tr)ill?[oó]n(?:es)?";
const shortMultiples = "mm|mn|mln|mio|bn|bln|mrd|tn|trn";

/** A figure that stands for a multiple, or for a share: "1.5k" isn't 1.5. */
const multiple = new RegExp(`\\d\\s*(?:[%‰]|(?:[kmbtex]|${shortMultiples}|${multiples})(?!\\p{L}))`, "iu");

/** A header whose figures are multiples, or parts, of the unit: "Debit (₦'000)", "Amount in millions", "Amount K", "Amount (kobo)". */
const scales = [
  /['’]?\b000s?\b|(?:[×*]|(?<!\p{L})x) ?10{2,}\b|\b10{2,}s\b|\b10(?:\^|[²³⁴-⁹])/iu,
  new RegExp(`(?<!\\p{L})(?:(?:${multiples})(?!\\p{L})|(?:[km]|${shortMultiples})(?:[)\\]]|$))`, "iu"),
  /(?<!\p{L})(?:kobo|cents?|pence|centimes?|c[ée]ntimos?|centavos?|sat(?:s|oshis?)?|[mµμ] ?btc|[gm]?wei|lamports?|minor units?)(?!\p{L})/iu,
];
export const isScaledHead = (name: string): boolean => scales.some((scale) => scale.test(spaced(name)));

/** The figure of a cell, without currency, brackets and debit marks. */
export const figureIn = (cell: string): { readonly digits: string; readonly isNegative: boolean } => {
  // "5.-" is 5 without cents.
  const isSigned = /^\D*[\p{Pd}−]|(?<![.,])[\p{Pd}−]\s*(?:[a-z]{1,6})?$/iu.test(cell);
  // A letter alone is a mark behind the figure only: "D 5" may be dalasi.
  const isOut = /\d[\s(]*d\)?$/i.test(cell) || (cell.match(/\p{L}{2,}/gu) ?? []).some((word) => outWord.test(word));
  const isNegative = isSigned || isOut || /\([^()\d]*\d[^()]*\)/.test(cell);
  // The point of an abbreviated currency, such as "Rs.", is no decimal mark.
  return { digits: cell.replace(/^\D*\p{L}[./]+/u, "").replace(/^[^\d.,]+|[^\d]+$/gu, ""), isNegative };
};

// Valid grouping; 0.125 is never a grouped 125.
const grouping: Readonly<Record<DecimalMark, RegExp>> = {
  ".": /^(?:[1-9]\d{0,2}(?:[, '’]\d{3})+|\d+)?(?:\.\d+)?$/u,
  ",": /^(?:[1-9]\d{0,2}(?:[. '’]\d{3})+|\d+)?(?:,\d+)?$/u,
};

/** The exact figure of a cell as decimal text; undefined if it isn't one, or is grouped wrongly. */
export function amountOf(cell: string, mark: DecimalMark): string | undefined {
  const { digits, isNegative } = figureIn(cell);
  // Of "½5" and "<5" the 5 isn't the amount.
  if (/(?!\d)\p{N}|[<>≤≥~≈±]/u.test(cell)) return undefined;
  // Letters in the middle, such as an exponent, make it other text.
  if (multiple.test(cell) || !/\d/.test(digits) || !grouping[mark].test(digits)) return undefined;
  const plain = digits.replaceAll(mark === "." ? /[, '’]/gu : /[. '’]/gu, "").replace(",", ".");
  const value = new Big(plain.startsWith(".") ? `0${plain}` : plain);
  return (isNegative ? value.times(-1) : value).toFixed();
}

const codes = [...new Set(["NGN", "USD", "EUR", "GBP", ...fundCurrencies])];
/** Signs and words that mean one currency. */
const meant: Readonly<Record<string, string>> = {
  "₦": "NGN",
  NAIRA: "NGN",
  NAIRAS: "NGN",
  "€": "EUR",
  EURO: "EUR",
  EUROS: "EUR",
  "£": "GBP",
  POUND: "GBP",
  POUNDS: "GBP",
  "₿": "BTC",
  BITCOIN: "BTC",
  BITCOINS: "BTC",
  ETHER: "ETH",
  ETHEREUM: "ETH",
  SOLANA: "SOL",
  TETHER: "USDT",
};
const dollar = /^(?:\$|D)/;
/** Those that mean one of several. */
const vague = "dollars?|d[oó]lar(?:es)?|cedis?|pesos?|francs?|francos|f?cfa|rands?|shillings?|rupees?|yens?|yuans?";
const known: readonly string[] = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("currency") : [];
/** Codes that are usual words: "sur" is French for "on", and a TPE a card terminal. */
const words = new Set(["ALL", "BAD", "BAN", "ESP", "SUR", "TOP", "TPE", "TRY"]);
const foreign = known.filter((code) => !words.has(code) && !codes.some((own) => own === code));
const named = [...codes, ...foreign, ...Object.keys(meant).filter((one) => /\w/.test(one)), vague];
const currencyMark = new RegExp(`\\p{Sc}|(?<!\\p{L})(?:${named.join("|")})(?!\\p{L})`, "giu");
const isDollar = (currency: string): boolean => ["USD", "USDT", "USDC"].includes(currency);

/**
 * The figure that commas without quotes cut into cells: "1,500.00" as "1" and "500.00". Undefined if what stands here and behind
 * isn't one.
 */
export const cutFigure = (cells: readonly string[], place: number): string | undefined =>
  /^\D*\d{1,3}$/.test(cells[place] ?? "") ? /^\D*\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=,|$)/.exec(cells.slice(place).join(","))?.[0] : undefined;

const textName =
  /(?<!\p{L})(?:names?|memo|notes?|reason|remarks?|comments?|labels?|details?|narrat\p{L}*|descri\p{L}*|nom|nombre|libell[ée]|commentaire|observaci\p{L}*|concepto|r[ée]gi[oó]n)(?!\p{L})/iu;

/** Whether a column holds texts, by its name or by most of its cells. A figure in it may be what a comma cut off the one before. */
export const isTextColumn = (name: string, cells: readonly string[]): boolean =>
  textName.test(name) || cells.filter((cell) => /\p{L}/u.test(cell)).length * 2 > cells.filter((cell) => cell !== "").length;

/** The code of a currency that a cell gives by its sign, its name or its code, in upper case. */
export const currencyIn = (cell: string): string => meant[cell.toUpperCase()] ?? cell.toUpperCase();

/** Whether an amount names another currency than its line, also beside the line's own. Coins of a dollar count in USD. */
export const isForeign = (cell: string, currency: string): boolean =>
  [...cell.matchAll(currencyMark)].some(([mark]) => {
    const own = meant[mark.toUpperCase()] ?? mark.toUpperCase();
    // "$" and "pesos" are those of many, but of none of the others here.
    if (!named.includes(own)) return codes.some((one) => one === currency && !(isDollar(one) && dollar.test(own)));
    return own !== currency && !(isNaira(own) && isNaira(currency)) && !(own === "USD" && isDollar(currency));
  });

/** Whether a header such as "Amount (USD)" names another currency than the line's. "Trx" is short for a transaction. */
export const isForeignHead = (name: string, currency: string): boolean =>
  isForeign(spaced(name).replaceAll(/(?<![([])\btrx\b/gi, ""), currency);

/** Decimal mark of a column; "" if ambiguous. */
export function markOf(cells: readonly string[]): DecimalMark | "" {
  const figures = cells.map((cell) => figureIn(cell).digits).filter((digits) => /[.,]/.test(digits));
  const reads = (mark: DecimalMark): boolean => figures.every((digits) => grouping[mark].test(digits));
  const [point, comma] = [reads("."), reads(",")];
  if (point === comma) return figures.length === 0 ? "." : "";
  return point ? "." : ",";
}
