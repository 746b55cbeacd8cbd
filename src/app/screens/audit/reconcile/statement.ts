import Big from "big.js";
import { fundCurrencies, isNaira } from "../../../../contract/currencies.ts";
import { plainText } from "../../../../contract/text.ts";
import { dayAt } from "../../../../contract/zones.ts";
import type { StatementEntry } from "../../../../db/files/reconcile.ts";
import { decodeText } from "../../../csv/decode-text.ts";
import { cutTable } from "../../../csv/table.ts";

/** A statement as a table, without titles above its header. */
export interface StatementTable {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** Lines with a day and a figure below another header, such as of a second account. */
  readonly elsewhere?: readonly number[];
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadStatement =
  | { readonly is: "table"; readonly table: StatementTable }
  /** No header with two columns or more. */
  | { readonly is: "unreadable" }
  | { readonly is: "headless" }
  | { readonly is: "loose quote"; readonly line: number }
  | { readonly is: "empty" };

export const dateOrders = ["YMD", "DMY", "MDY"] as const;
export type DateOrder = (typeof dateOrders)[number];
export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** The 0-based column of each field. An empty choice is still to be made. */
export interface Mapping {
  readonly reference: number | undefined;
  readonly date: number | undefined;
  /** Either one column, or separate ones for credits and debits. */
  readonly amount: number | undefined;
  readonly credit: number | undefined;
  readonly debit: number | undefined;
  /** Says of each line whether its amount came or went, such as "Dr/Cr"; read beside `amount` only. */
  readonly side: number | undefined;
  readonly currency: number | undefined;
  /** Currency of all lines if no column has it; upper case. */
  readonly onlyCurrency: string;
  /** "" if ambiguous. */
  readonly dateOrder: DateOrder | "";
  readonly decimalMark: DecimalMark | "";
}

export type BadLine = { readonly line: number; readonly why: "head" | "cells" | "date" | "amount" | "side" | "currency" };

const names: Readonly<Record<"date" | "credit" | "debit" | "amount" | "currency" | "reference", RegExp>> = {
  date: /\bdate\b|\bday\b|\bfecha\b|\bjour\b|\btime\b|timestamp/i,
  credit: /\bcredits?\b|\bmoney in\b|\bpaid in\b|\bdeposits?\b|\blodge?ments?\b|\bcr\b|cr[ée]dito?|\babono/i,
  debit: /\bdebits?\b|\bmoney out\b|\bpaid out\b|\bwithdrawals?\b|\bdr\b|d[ée]bito?|\bcargo/i,
  amount:
    /^(?!.*(?:balance|saldo|solde)).*(?:amount|\bsum\b|\bvalue\b(?!\W*(?:date|dt|day|time)\b)|montant|importe|monto|\bqty\b|quantity)/i,
  currency: /currency|\bccy\b|\basset\b|\bcoin\b|devise|moneda/i,
  reference: /\bref(?!und)|reference|\brrn\b|session ?id|\btx ?id\b|\btrans(?:action)? ?id\b|hash|r[ée]f[ée]rence|referencia/i,
};
const balance = /balance|saldo|solde/i;
const narration = /narration|description|remarks?|details|libell[ée]|concepto/i;

/** Whose account or card, not how much. */
const party = /\b(?:account|acct|card|party|bank)\b/i;
const isCredit = (cell: string): boolean => names.credit.test(cell) && !names.debit.test(cell);
const isDebit = (cell: string): boolean => names.debit.test(cell) && !names.credit.test(cell);
/** A cell that only says that money came, or went. */
const inWord = /^\(?(?:c|cr|cred|credits?|credited|cr[ée]dito?|abono|haber|deposits?|money in|paid in|in|inflow|incoming|\+)\.?\)?$/i;
const outWord =
  /^\(?(?:d|dr|db|deb|debits?|debited|d[ée]bito?|cargo|debe|withdrawals?|money out|paid out|out|outflow|outgoing|[\p{Pd}−])\.?\)?$/iu;
const isAmount = (cell: string): boolean => names.amount.test(cell) && !isCredit(cell) && !isDebit(cell);

const allNames = [...Object.values(names), narration];
const isNamed = (cell: string): boolean => allNames.some((name) => name.test(cell));
/** A figure, or a day: only a line below the header has one. */
const isData = (cell: string): boolean =>
  (/\d/.test(cell) && !/\p{L}/u.test(cell)) || /^\d{1,2}[-/. ]?[a-z]{3,9}(?:[-/., ]+\d{2,4})?$/i.test(cell);
const isHead = (raw: readonly string[]): boolean => {
  const cells = raw.map(plainText);
  return cells.filter(isNamed).length >= 2 && !cells.some(isData);
};
/** Number of different fields that cells name, one each at most. */
const fieldsIn = (cells: readonly string[]): number =>
  Math.min(cells.filter(isNamed).length, allNames.filter((name) => cells.some((cell) => name.test(cell))).length);

/** Maximum lines of titles above a header. */
const titlesAtMost = 30;

/** Reads the file of a spreadsheet or a bank: any encoding and delimiter, titles above the header, a `sep=` line. */
export function readStatement(bytes: Uint8Array): ReadStatement {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) return { is: "unreadable" };
  const best = cutTable(text, isHead);
  if (best === undefined) return { is: "empty" };
  if (best.looseQuoteLine !== undefined) return { is: "loose quote", line: best.looseQuoteLine };
  const filled = best.rows.map(({ line, cells }) => ({ line, cells: cells.map(plainText) }));
  // A bank's titles may name fields, too: the period, the totals. The header names the most.
  const heads = filled.filter(({ cells }, at) => isHead(cells) && at < titlesAtMost);
  const [head] = heads.sort((a, b) => fieldsIn(b.cells) - fieldsIn(a.cells));
  if (!head) return { is: "headless" };
  const { rows, elsewhere } = sectionsOf(filled, head);
  return rows.length === 0 ? { is: "empty" } : { is: "table", table: { head: head.cells, rows, elsewhere } };
}

/** The rows below this header and its repetitions, such as of a new page, and the entries below others. */
function sectionsOf(filled: readonly Row[], head: Row): { readonly rows: Row[]; readonly elsewhere: number[] } {
  const name = head.cells.join("\t").toLowerCase();
  const rows: Row[] = [];
  const elsewhere: number[] = [];
  let isOwn = false;
  for (const row of filled) {
    if (isHead(row.cells)) {
      isOwn = row.cells.join("\t").toLowerCase() === name;
      if (isOwn) continue;
    }
    if (isOwn) rows.push(row);
    else if (isEntry(row.cells)) elsewhere.push(row.line);
  }
  return { rows, elsewhere };
}

/** Has a day and a figure, each in a cell of its own. */
const isEntry = (cells: readonly string[]): boolean => {
  const day = cells.findIndex((cell) => dateOrders.some((order) => dayOf(cell, order, "UTC") !== undefined));
  return day >= 0 && cells.some((cell, place) => place !== day && decimalMarks.some((mark) => amountOf(cell, mark) !== undefined));
};

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const iso = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
};
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Date, hour, minute, half of the day, and what follows. */
const timed = /^(.+?)(?:T|,? )(\d\d?):(\d\d)(?::\d\d(?:[.,]\d+)?)? ?(?:([ap])\.? ?m\.?(?= |$))? ?(.*)$/i;
const offset = /^\(?(?:Z|UTC|GMT)? ?(?:([+-])(\d\d?)(?::?(\d\d))?)?\)?(?: [A-Z]{2,5}| \(.*\))?$/i;
/** The zone in a header such as "Date(UTC)" or "Time (GMT+1)". */
const zoneIn = (name = ""): string => /(?<![a-z])(?:UTC|GMT)(?: ?[+-]\d\d?(?::?\d\d)?)?(?![a-z])/i.exec(name)?.[0] ?? "";
/** Reads like a zone's name, and not like a word for the hour. */
const zoneName = /^(?!(?:UHR|H|HRS?|HS)$)[A-Z]{1,5}$|\//;
const three = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ,].*)?$/;
const named = /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/., ]+(\d{2,4})(?:[T ,].*)?$/i;
const namedFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:[T ,].*)?$/i;
const joined = /^(20\d\d)(\d\d)(\d\d)$/;

/**
 * The calendar day of a cell; a time with an offset is converted to a day of `timeZone`. Undefined if it isn't one, or its time is in
 * a zone that isn't known. `headZone`: of a time without one.
 */
export function dayOf(cell: string, order: DateOrder, timeZone: string, headZone = ""): string | undefined {
  const [, date = cell, hour = "", minute = "", half, own] = timed.exec(cell) ?? [];
  const zone = own || (hour === "" ? "" : headZone);
  const day = dateOf(date, order);
  if (day === undefined || zone === "") return day;
  const [known, sign, hours = "0", minutes = "0"] = offset.exec(zone) ?? [];
  if (known === undefined) return zoneName.test(zone) ? undefined : day;
  const hourOfDay = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return dayAt(Date.parse(`${day}T00:00Z`) + (hourOfDay * 60 + Number(minute) - ahead) * 60_000, timeZone);
}

function dateOf(cell: string, order: DateOrder): string | undefined {
  const month = (name: string): number => monthNames.indexOf(name.toLowerCase()) + 1;
  const byName = named.exec(cell);
  if (byName?.[2]) return iso(fullYear(byName[3] ?? ""), month(byName[2]), Number(byName[1]));
  const byFirst = namedFirst.exec(cell);
  if (byFirst?.[1]) return iso(Number(byFirst[3]), month(byFirst[1]), Number(byFirst[2]));
  const [, year = "", second = "", third = ""] = joined.exec(cell) ?? three.exec(cell) ?? [];
  if (year.length === 4) return third.length > 2 ? undefined : iso(Number(year), Number(second), Number(third));
  if (third === "" || third.length === 3 || year.length > 2) return undefined;
  if (order === "YMD") return year.length === 2 && third.length < 3 ? iso(fullYear(year), Number(second), Number(third)) : undefined;
  const [day, monthAt] = order === "DMY" ? [year, second] : [second, year];
  return iso(fullYear(third), Number(monthAt), Number(day));
}

/** No statement lies years ahead. */
const isPast = (year: string): boolean => year.length > 1 && fullYear(year) <= new Date().getFullYear() + 1;

/** Whether each order may be that of a date of three numbers which doesn't begin with a year of four digits. */
const fits: Readonly<Record<DateOrder, (first: string, second: string, third: string) => boolean>> = {
  YMD: (year, month, day) => year.length === 2 && isPast(year) && Number(month) <= 12 && day.length < 3 && Number(day) <= 31,
  DMY: (day, month, year) => Number(day) <= 31 && Number(month) <= 12 && isPast(year),
  MDY: (month, day, year) => Number(month) <= 12 && Number(day) <= 31 && isPast(year),
};

/** Date order of a column; "" if ambiguous. */
function orderOf(cells: readonly string[]): DateOrder | "" {
  const open = cells.flatMap((cell) => {
    const [, first = "", second = "", third = ""] = (named.test(cell) ? undefined : three.exec(cell)) ?? [];
    return first === "" || first.length === 4 ? [] : [[first, second, third] as const];
  });
  if (open.length === 0) return "YMD";
  const fitting = dateOrders.filter((order) => open.every((parts) => fits[order](...parts)));
  return fitting.length === 1 && fitting[0] ? fitting[0] : "";
}

/** A figure that stands for a multiple, or for a share: "1.5k" isn't 1.5. */
const multiple =
  /\d\s*(?:[%‰]|(?:[kmbtex]|mm|mn|mln|mio|bn|bln|mrd|tn|trn|hundred|thousand|mil|mille|lakhs?|lacs?|crores?|mill?i[oóa](?:n|rd)e?s?|mill?ones|billions?)(?!\p{L}))/iu;

/** A header whose figures are multiples: "Debit (₦'000)", "Amount in millions". */
const multiples = /['’]?\b000s?\b|\b(?:thousand|million|billion)s?\b|\((?:[^()]*(?!\p{L})[^()])?(?:k|m|mn|mio|bn)\)/iu;

/** A column that says what became of a payment, and the words for one that moved nothing, or not yet. */
const statusName = /\bstatus\b|\bestado\b|\bstatut\b|\betat\b|\bétat\b/i;
const undoneWord =
  /fail|declin|reject|cancel|abandon|unsuccess|expired|pending|processing|en cours|attente|échou|echou|refus|annul|fallid|rechaz|pendiente/i;

/** The figure of a cell, without currency, brackets and debit marks. */
const figureIn = (cell: string): { readonly digits: string; readonly isNegative: boolean } => {
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
  // Letters in the middle, such as an exponent, make it other text.
  if (multiple.test(cell) || !/\d/.test(digits) || !grouping[mark].test(digits)) return undefined;
  const plain = digits.replaceAll(mark === "." ? /[, '’]/gu : /[. '’]/gu, "").replace(",", ".");
  const value = new Big(plain.startsWith(".") ? `0${plain}` : plain);
  return (isNegative ? value.times(-1) : value).toFixed();
}

const signs: Readonly<Record<string, string>> = { "₦": "NGN", "€": "EUR", "£": "GBP" };
const codes = [...new Set(["NGN", "USD", "EUR", "GBP", ...fundCurrencies])];
const currencyMark = new RegExp(`[${Object.keys(signs).join("")}]|(?<!\\p{L})(?:${codes.join("|")})(?!\\p{L})`, "iu");

/** Whether an amount names another currency than its line. "$" is that of many. */
function isForeign(cell: string, currency: string): boolean {
  const mark = currencyMark.exec(cell)?.[0].toUpperCase();
  const own = mark && (signs[mark] ?? mark);
  return own !== undefined && own !== currency && !(isNaira(own) && isNaira(currency));
}

/** Decimal mark of a column; "" if ambiguous. */
function markOf(cells: readonly string[]): DecimalMark | "" {
  const figures = cells.map((cell) => figureIn(cell).digits).filter((digits) => /[.,]/.test(digits));
  const reads = (mark: DecimalMark): boolean => figures.every((digits) => grouping[mark].test(digits));
  const [point, comma] = [reads("."), reads(",")];
  if (point === comma) return figures.length === 0 ? "." : "";
  return point ? "." : ",";
}

/** Rows by which a column of sides is recognised. */
const sampleRows = 1000;

/** Columns whose cells say whether an amount came or went; not those that say it of a balance, or have dashes for no amount. */
function sidesIn({ head, rows }: StatementTable): number[] {
  const sample = rows.slice(0, sampleRows);
  return head.flatMap((name, place) => {
    const filled = sample.flatMap(({ cells }) => cells[place] || []);
    const sides = filled.filter((cell) => inWord.test(cell) || outWord.test(cell));
    const isSide = sides.length > filled.length / 2 && sides.some((cell) => /[^\p{Pd}−]/u.test(cell));
    return isSide && !balance.test(name) && !isCredit(name) && !isDebit(name) ? [place] : [];
  });
}

/** Whether the amounts have the signs of their sides already, as an exchange's deposits and withdrawals. */
function isSigned({ rows }: StatementTable, amount: number, side: number): boolean {
  const sided = rows.slice(0, sampleRows).flatMap(({ cells }) => {
    const word = cells[side] ?? "";
    const isOut = outWord.test(word);
    return cells[amount] && (isOut || inWord.test(word)) ? [{ isOut, isNegative: figureIn(cells[amount]).isNegative }] : [];
  });
  return sided.some(({ isNegative }) => isNegative) && sided.every(({ isOut, isNegative }) => isOut === isNegative);
}

/** Guesses the columns by name and content; ambiguous ones are left open. */
export function guessMapping({ head, rows }: StatementTable): Mapping {
  const taken = new Set<number>();
  const find = (name: RegExp): number | undefined => {
    const at = head.findIndex((cell, place) => !taken.has(place) && name.test(cell));
    // If two columns have the same name, take neither.
    if (at < 0 || head.some((cell, place) => place !== at && cell.toLowerCase() === head[at]?.toLowerCase())) return undefined;
    taken.add(at);
    return at;
  };
  const date = find(names.date);
  const reference = find(names.reference) ?? find(narration);
  const currency = find(names.currency);
  const sides = sidesIn({ head, rows }).filter((place) => !taken.has(place));
  for (const place of sides) taken.add(place);
  // Of several that fit, take none; nor an amount beside two sides, nor a side without the other, whose lines would be left out.
  const fitting = (is: (cell: string) => boolean) => head.flatMap((cell, place) => (!taken.has(place) && is(cell) ? [place] : []));
  const [whole, came, went] = [fitting(isAmount), fitting(isCredit), fitting(isDebit)];
  const sided = [...came, ...went].filter((place) => !party.test(head[place] ?? ""));
  const [amount] = whole.length === 1 && sided.length < 2 ? whole : [];
  const [[credit], [debit]] = whole.length === 0 && came.length === 1 && went.length === 1 ? [came, went] : [[], []];
  // A balance beside the amount may have a side of its own.
  const apart = (place: number): number => Math.abs(place - (amount ?? 0));
  const [nearest] = sides.sort((a, b) => apart(a) - apart(b));
  const isSaid = amount !== undefined && nearest !== undefined && isSigned({ head, rows }, amount, nearest);
  const side = isSaid ? undefined : nearest;
  const mapping = { reference, date, amount, credit, debit, side, currency, onlyCurrency: "" };
  return { ...mapping, ...writingOf({ head, rows }, mapping) };
}

/** How days and figures are written; "" if ambiguous. */
export type Writing = Pick<Mapping, "dateOrder" | "decimalMark">;
export type Columns = Pick<Mapping, "date" | "amount" | "credit" | "debit">;

/** The mapping chosen for a file with the same header, except the date order and decimal mark if this file shows them itself. */
export const recalled = (kept: Mapping, writing: Writing): Mapping => ({
  ...kept,
  dateOrder: writing.dateOrder || kept.dateOrder,
  decimalMark: writing.decimalMark || kept.decimalMark,
});

/** Date order and decimal mark of the chosen columns. */
export function writingOf({ rows }: StatementTable, { date, amount, credit, debit }: Columns): Writing {
  const cellsOf = (at: number | undefined): string[] =>
    at === undefined ? [] : rows.flatMap(({ cells }) => (cells[at] ? [cells[at]] : []));
  return {
    dateOrder: orderOf(cellsOf(date)),
    decimalMark: markOf([amount, credit, debit].flatMap(cellsOf)),
  };
}

/** Fields still to be chosen before a statement can be read. */
export function missingIn({
  date,
  amount,
  credit,
  debit,
  currency,
  onlyCurrency,
  dateOrder,
  decimalMark,
}: Mapping): readonly (keyof Mapping)[] {
  return [
    ...(date === undefined ? ["date" as const] : []),
    ...(amount === undefined && credit === undefined && debit === undefined ? ["amount" as const] : []),
    ...(currency === undefined && onlyCurrency === "" ? ["currency" as const] : []),
    ...(dateOrder === "" ? ["dateOrder" as const] : []),
    ...(decimalMark === "" ? ["decimalMark" as const] : []),
  ];
}

export interface ReadEntries {
  readonly entries: readonly StatementEntry[];
  /** Unreadable lines. */
  readonly bad: readonly BadLine[];
  /** Lines without a date or without an amount: sums, balances, notes. */
  readonly skipped: readonly number[];
  /** Lines that moved nothing by their own status, or not yet. */
  readonly undone: readonly number[];
}

/** The lines of a statement, by a complete mapping. */
export function entriesOf({ head, rows, elsewhere = [] }: StatementTable, mapping: Mapping, timeZone: string): ReadEntries {
  const entries: StatementEntry[] = [];
  const bad: BadLine[] = elsewhere.map((line) => ({ line, why: "head" }));
  const skipped: number[] = [];
  const undone: number[] = [];
  const { dateOrder, decimalMark } = mapping;
  if (dateOrder === "" || decimalMark === "") return { entries, bad, skipped, undone };
  // A delimiter ends each row, but not the header.
  const isPadded = rows.filter(({ cells }) => cells.length > head.length).length * 2 > rows.length;
  const status = head.findIndex((name) => statusName.test(name));
  const isMultiple = [mapping.amount, mapping.credit, mapping.debit].some((at) => at !== undefined && multiples.test(head[at] ?? ""));
  const zone = mapping.date === undefined ? "" : zoneIn(head[mapping.date]);
  for (const { line, cells } of rows) {
    const cell = (at: number | undefined): string => (at === undefined ? "" : (cells[at] ?? ""));
    // A dash alone, or behind a currency sign, is nothing.
    const figure = (at: number | undefined): string => cell(at).replace(/^\p{Sc}? ?[-−–—]+$/u, "");
    const [whole, credit, debit] = [figure(mapping.amount), figure(mapping.credit), figure(mapping.debit)];
    if (cell(mapping.date) === "" || (whole === "" && credit === "" && debit === "")) {
      skipped.push(line);
      continue;
    }
    const day = dayOf(cell(mapping.date), dateOrder, timeZone, zone);
    const read = mapping.amount === undefined ? sideOf(credit, debit, decimalMark) : amountOf(whole, decimalMark);
    const amount = mapping.amount === undefined || mapping.side === undefined || !read ? read : onSide(read, cell(mapping.side));
    const currency = (mapping.currency === undefined ? mapping.onlyCurrency : cell(mapping.currency)).toUpperCase();
    const isUndone = status >= 0 && undoneWord.test(cell(status));
    // A cell too many, as of "1,500.00" without quotes, has moved the others.
    if (cells.length > head.length && (!isPadded || cells.slice(head.length).some((one) => one !== ""))) bad.push({ line, why: "cells" });
    else if (isUndone) undone.push(line);
    else if (day === undefined) bad.push({ line, why: "date" });
    else if (amount === undefined || isMultiple) bad.push({ line, why: "amount" });
    else if (amount === "no side") bad.push({ line, why: "side" });
    else if (amount === "") skipped.push(line);
    else if (currency === "" || [whole, credit, debit].some((one) => isForeign(one, currency))) bad.push({ line, why: "currency" });
    else entries.push({ line, day, amount, currency, reference: cell(mapping.reference) });
  }
  return { entries, bad, skipped, undone };
}

/** The credit, or the debit negated; "" if both are zero, undefined if both are given or one can't be read. */
function sideOf(credit: string, debit: string, mark: DecimalMark): string | undefined {
  const [came, went] = [credit, debit].map((cell) => (cell === "" ? "0" : amountOf(cell, mark)));
  if (came === undefined || went === undefined) return undefined;
  const [plus, minus] = [new Big(came), new Big(went)];
  if (plus.eq(0) && minus.eq(0)) return "";
  if (!plus.eq(0) && !minus.eq(0)) return undefined;
  return plus.eq(0) ? minus.abs().times(-1).toFixed() : plus.toFixed();
}

/** An amount with the sign that its side says; "no side" if that can't be read, or contradicts the amount's own sign. */
function onSide(amount: string, side: string): string {
  const value = new Big(amount);
  if (outWord.test(side)) return value.abs().times(-1).toFixed();
  if (inWord.test(side) ? value.gte(0) : value.lte(0)) return amount;
  return "no side";
}
