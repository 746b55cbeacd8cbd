import { type DecimalMark, figureIn, inWord, markOf, outWord, spaced } from "../../../csv/figures.ts";
import { type DateOrder, orderOf } from "./days.ts";
import { balance, isAmount, isCredit, isDebit, names, narration, party } from "./head.ts";
import type { StatementTable } from "./statement.ts";

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

type Cells = Pick<StatementTable, "head" | "rows">;

/** Rows by which a column of sides is recognised. */
const sampleRows = 1000;

/** Columns whose cells say whether an amount came or went; not those that say it of a balance, or have dashes for no amount. */
function sidesIn({ head, rows }: Cells): number[] {
  const sample = rows.slice(0, sampleRows);
  return head.flatMap((name, place) => {
    const filled = sample.flatMap(({ cells }) => cells[place] || []);
    const sides = filled.filter((cell) => inWord.test(cell) || outWord.test(cell));
    const isSide = sides.length > filled.length / 2 && sides.some((cell) => /[^\p{Pd}−]/u.test(cell));
    return isSide && !balance.test(name) && !isCredit(name) && !isDebit(name) ? [place] : [];
  });
}

/** Whether the amounts have the signs of their sides already, as an exchange's deposits and withdrawals. */
function isSigned({ rows }: Cells, amount: number, side: number): boolean {
  const sided = rows.slice(0, sampleRows).flatMap(({ cells }) => {
    const word = cells[side] ?? "";
    const isOut = outWord.test(word);
    return cells[amount] && (isOut || inWord.test(word)) ? [{ isOut, isNegative: figureIn(cells[amount]).isNegative }] : [];
  });
  return sided.some(({ isNegative }) => isNegative) && sided.every(({ isOut, isNegative }) => isOut === isNegative);
}

/** Guesses the columns by name and content; ambiguous ones are left open. */
export function guessMapping({ head: written, rows }: Cells): Mapping {
  const head = written.map(spaced);
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
export function writingOf({ rows }: Cells, { date, amount, credit, debit }: Columns): Writing {
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
