import Big from "big.js";
import { plainText } from "../../../../contract/text.ts";
import type { StatementEntry } from "../../../../db/files/reconcile.ts";
import { decodeText } from "../../../csv/decode-text.ts";
import {
  amountOf,
  currencyIn,
  cutFigure,
  type DecimalMark,
  decimalMarks,
  inWord,
  isForeign,
  isForeignHead,
  isScaledHead,
  isTextColumn,
  outWord,
  spaced,
} from "../../../csv/figures.ts";
import { cutTable } from "../../../csv/table.ts";
import { dateOrders, dayOf, zoneIn } from "./days.ts";
import { fieldsIn, isHead } from "./head.ts";
import type { Mapping } from "./mapping.ts";

/** A statement as a table, without titles above its header. */
export interface StatementTable {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** Lines with a day and a figure below another header, such as of a second account. */
  readonly elsewhere?: readonly number[];
  readonly delimiter: string;
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

export type BadLine = { readonly line: number; readonly why: "head" | "cells" | "date" | "amount" | "side" | "currency" };

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
  const heads = filled.filter(({ cells }, at) => at < titlesAtMost && isHead(cells));
  const [head] = heads.sort((a, b) => fieldsIn(b.cells) - fieldsIn(a.cells));
  if (!head) return { is: "headless" };
  const { rows, elsewhere } = sectionsOf(filled, head);
  return rows.length === 0 ? { is: "empty" } : { is: "table", table: { head: head.cells, rows, elsewhere, delimiter: best.delimiter } };
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

/** A column that says what became of a payment, and the words for one that moved nothing, or not yet, or was given back. */
const statusNames = [
  /^(?:status|estado|statut|[eé]tat)$/i,
  /(?<!\p{L})(?:status|estado|statut|[eé]tat)(?!\p{L})/iu,
  // Revolut's. Of an address it names no state below.
  /^state$/i,
];
const undoneWord = new RegExp(
  [
    "fail|declin|reject|denied|cancel|abandon|unsuccess|not.success|bounced|blocked|unclaimed|unpaid|void|expir|timed? ?out|incomplete|not.complet",
    "rever[st]|refund|return|charged?.?back|disput|dishono|error|abort|stopp|\\bno[nt]?\\b|\\bun(?:settl|clear)",
    "schedul|unprocess|not.process|authori[sz]ed|pending|processing|progress|waiting|queued|initiated|on.?hold|(?<!with)held",
    "en cours|attente|échou|echou|refus|annul|impay|rejet|rembours|fallid|rechaz|devuel|pendiente|en proceso",
  ].join("|"),
  "i",
);
/** The words for one that moved. Only where one of these or of the others is found does a column count as one of states. */
const doneWord =
  /success|complet|paid|settled|approved|posted|cleared|booked|confirm|executed|sent|received|credited|debited|done|\bok\b|réussi|reussi|effectu|pay[ée]|termin|exitos|realizad|liquidad|pagad|aprobad/i;

export interface ReadEntries {
  readonly entries: readonly StatementEntry[];
  /** Unreadable lines. */
  readonly bad: readonly BadLine[];
  /** Lines without a date or without an amount: sums, balances, notes. */
  readonly skipped: readonly number[];
  /** Lines that moved nothing by their own status, or not yet. */
  readonly undone: readonly number[];
  /** Entries whose own status isn't known here. */
  readonly unsure: readonly number[];
}

/** The lines of a statement, by a complete mapping. */
export function entriesOf({ head, rows, elsewhere = [], delimiter }: StatementTable, mapping: Mapping, timeZone: string): ReadEntries {
  const entries: StatementEntry[] = [];
  const bad: BadLine[] = elsewhere.map((line) => ({ line, why: "head" }));
  const skipped: number[] = [];
  const undone: number[] = [];
  const unsure: number[] = [];
  const { dateOrder, decimalMark } = mapping;
  if (dateOrder === "" || decimalMark === "") return { entries, bad, skipped, undone, unsure };
  // A delimiter ends each row, but not the header.
  const isPadded = rows.filter(({ cells }) => cells.length > head.length).length * 2 > rows.length;
  const status = statusNames.map((is) => head.findIndex((name) => is.test(spaced(name)))).find((at) => at >= 0);
  const isState = (text: string): boolean => undoneWord.test(text) || doneWord.test(text);
  const saysState = status !== undefined && rows.some(({ cells }) => isState(cells[status] ?? ""));
  const figures = [mapping.amount, mapping.credit, mapping.debit].flatMap((at) => at ?? []);
  const isText = (place: number): boolean =>
    isTextColumn(
      spaced(head[place] ?? ""),
      rows.map(({ cells }) => cells[place] ?? ""),
    );
  const beforeText = figures.filter((at) => isText(at + 1));
  const isScaled = figures.some((at) => isScaledHead(head[at] ?? ""));
  const isOther = (currency: string): boolean => figures.some((at) => isForeignHead(head[at] ?? "", currency));
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
    const currency = currencyIn(mapping.currency === undefined ? mapping.onlyCurrency : cell(mapping.currency));
    const isUndone = undoneWord.test(cell(status));
    // "1,500.00" without quotes has moved the other cells.
    const isCut = (places: readonly number[]): boolean => delimiter === "," && places.some((at) => cutFigure(cells, at) !== undefined);
    const isLong = cells.length > head.length && (!isPadded || cells.slice(head.length).some((one) => one !== "") || isCut(figures));
    if (isLong || isCut(beforeText)) bad.push({ line, why: "cells" });
    else if (isUndone) undone.push(line);
    else if (day === undefined) bad.push({ line, why: "date" });
    else if (amount === undefined || isScaled) bad.push({ line, why: "amount" });
    else if (amount === "no side") bad.push({ line, why: "side" });
    else if (amount === "") skipped.push(line);
    else if (currency === "" || [whole, credit, debit].some((one) => isForeign(one, currency)) || isOther(currency))
      bad.push({ line, why: "currency" });
    else {
      entries.push({ line, day, amount, currency, reference: cell(mapping.reference) });
      if (saysState && cell(status) !== "" && !isState(cell(status))) unsure.push(line);
    }
  }
  return { entries, bad, skipped, undone, unsure };
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
