import { plainText } from "../../../../contract/text.ts";
import { spaced } from "../../../csv/figures.ts";

export const names: Readonly<Record<"date" | "credit" | "debit" | "amount" | "currency" | "reference", RegExp>> = {
  date: /\bdate\b|\bday\b|\bfecha\b|\bjour\b|\btime\b|timestamp/i,
  credit: /\bcredits?\b|\bmoney in\b|\bpaid in\b|\bdeposits?\b|\blodge?ments?\b|\bcr\b|cr[ée]dito?|\babono/i,
  debit: /\bdebits?\b|\bmoney out\b|\bpaid out\b|\bwithdrawals?\b|\bdr\b|d[ée]bito?|\bcargo/i,
  amount:
    /^(?!.*(?:balance|saldo|solde)).*(?:amount|\bsum\b|\bvalue\b(?!\W*(?:date|dt|day|time)\b)|montant|importe|monto|\bqty\b|quantity)/i,
  currency: /currency|\bccy\b|\basset\b|\bcoin\b|devise|moneda/i,
  reference: /\bref(?!und)|reference|\brrn\b|session ?id|\btx ?id\b|\btrans(?:action)? ?id\b|hash|r[ée]f[ée]rence|referencia/i,
};
export const balance = /balance|saldo|solde/i;
export const narration = /narration|description|remarks?|details|libell[ée]|concepto/i;

/** Whose account or card, not how much. */
export const party = /\b(?:account|acct|card|party|bank)\b/i;
export const isCredit = (cell: string): boolean => names.credit.test(cell) && !names.debit.test(cell);
export const isDebit = (cell: string): boolean => names.debit.test(cell) && !names.credit.test(cell);
export const isAmount = (cell: string): boolean => names.amount.test(cell) && !isCredit(cell) && !isDebit(cell);

const allNames = [...Object.values(names), narration];
const isNamed = (cell: string): boolean => allNames.some((name) => name.test(cell));
/** A figure, or a day: only a line below the header has one. */
const isData = (cell: string): boolean =>
  (/\d/.test(cell) && !/\p{L}/u.test(cell)) || /^\d{1,2}[-/. ]?\p{L}{3,10}(?:[-/., ]+\d{2,4})?$/u.test(cell);
export const isHead = (raw: readonly string[]): boolean => {
  const cells = raw.map((cell) => spaced(plainText(cell)));
  return !cells.some(isData) && cells.filter(isNamed).length >= 2;
};
/** Number of different fields that cells name, one each at most. */
export const fieldsIn = (raw: readonly string[]): number => {
  const cells = raw.map(spaced);
  return Math.min(cells.filter(isNamed).length, allNames.filter((name) => cells.some((cell) => name.test(cell))).length);
};
