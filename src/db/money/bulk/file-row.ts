import Big from "big.js";
import { emailKey } from "../../../contract/emails.ts";
import { type FundCurrency, fundCurrencies } from "../../../contract/currencies.ts";
import { readFundAmount } from "../../../contract/fund-amount.ts";
import { mostNoteLength } from "../../../contract/funding.ts";
import { searchText } from "../../../contract/text.ts";
import type { TransactionRow } from "../../store/database.ts";
import { hasFailed } from "../../transactions/has-failed.ts";
import { type Attempt, endOf, isUnsettled } from "../journal.ts";
import { fundOperationOf } from "../moved.ts";

/** Most rows per file (BULK-1). */
export const mostRows = 5000;

/** Window in which the same row counts as a possible duplicate, in ms (BULK-2). */
export const twiceWithinMs = 7 * 24 * 3_600_000;

export const bulkFields = ["email", "amount", "currency", "operation", "reason", "note"] as const;
export type BulkField = (typeof bulkFields)[number];

/** A cell's amount: exact decimal text, or why there is none. */
export type FileAmount =
  | { readonly is: "read"; readonly amount: string }
  | { readonly is: "missing" | "not a number" | "two ways" | "cut" }
  /** `of`: the name of its column. */
  | { readonly is: "other unit"; readonly of: string };

/** A row of the file as read. All texts but the note are normalised (`plainText`). */
export interface FileRow {
  /** Line number in the file, or position in a JSON list; from 1, unique. */
  readonly line: number;
  readonly email: string;
  /** As written in the file, a cut figure whole. */
  readonly amountText: string;
  readonly amount: FileAmount;
  readonly currency: string;
  readonly operation: string;
  readonly reason: string;
  /** Trimmed. */
  readonly note: string;
  /** A problem of the row as a whole. */
  readonly problem: "rowCells" | "rowNested" | "rowHead" | undefined;
}

/** Problems of a row, named by what the host would say. */
export type ProblemName =
  | "rowCells"
  | "rowNested"
  | "rowHead"
  | "emailMissing"
  | "emailMalformed"
  | "emailUnknown"
  | "amountMissing"
  | "amountNumber"
  | "amountTwoWays"
  | "amountCut"
  | "amountUnit"
  | "amountPrecision"
  | "amountExact"
  | "amountLarge"
  | "amountSmall"
  | "amountCeiling"
  | "amountNotCovered"
  | "currencyMissing"
  | "currencyUnknown"
  | "operationMissing"
  | "operationUnknown"
  | "reasonMissing"
  | "reasonUnknown"
  | "noteMissing"
  | "noteLong";

export interface Problem {
  readonly name: ProblemName;
  /** The subject of the problem: the text in the file, or the limit. */
  readonly value?: string;
}

export type BulkOperation = "fund" | "deduct";

/** What a row says, as far as it can be parsed on its own. */
export interface ParsedRow {
  readonly key: string;
  readonly operation: BulkOperation | undefined;
  readonly currency: FundCurrency | undefined;
  /** Sendable, as plain decimal text without trailing zeros. */
  readonly amount: string | undefined;
  readonly problems: readonly Problem[];
}

const wellFormed = /^[^\s@]+@[^\s@]+$/;
const mostEmailLength = 254;

const operationOf = (text: string): BulkOperation | undefined => {
  const word = searchText(text);
  return word === "fund" || word === "deduct" ? word : undefined;
};

const currencyOf = (text: string): FundCurrency | undefined => fundCurrencies.find((one) => one === text.toUpperCase());

const amountProblems = {
  missing: "amountMissing",
  "not a number": "amountNumber",
  "two ways": "amountTwoWays",
  cut: "amountCut",
  "other unit": "amountUnit",
} as const;
const sendProblems = {
  number: "amountNumber",
  precision: "amountPrecision",
  exact: "amountExact",
  large: "amountLarge",
  small: "amountSmall",
} as const;

/** Parses a row on its own, without guessing or rounding. */
export function parseRow(row: FileRow): ParsedRow {
  const problems: Problem[] = row.problem ? [{ name: row.problem }] : [];
  const operation = operationOf(row.operation);
  const currency = currencyOf(row.currency);
  if (row.email === "") problems.push({ name: "emailMissing" });
  else if (!wellFormed.test(row.email) || row.email.length > mostEmailLength) problems.push({ name: "emailMalformed", value: row.email });
  let amount: string | undefined;
  if (row.amount.is !== "read")
    problems.push({ name: amountProblems[row.amount.is], value: row.amount.is === "other unit" ? row.amount.of : row.amountText });
  else if (currency !== undefined) {
    const read = readFundAmount(row.amount.amount, currency);
    if (read.is === "sendable") ({ amount } = read);
    else problems.push({ name: sendProblems[read.why], value: read.why === "number" ? row.amountText : read.nearest });
  }
  if (currency === undefined)
    problems.push(row.currency === "" ? { name: "currencyMissing" } : { name: "currencyUnknown", value: row.currency });
  if (operation === undefined)
    problems.push(row.operation === "" ? { name: "operationMissing" } : { name: "operationUnknown", value: row.operation });
  if (row.note.length > mostNoteLength) problems.push({ name: "noteLong", value: String(row.note.length) });
  return { key: emailKey(row.email), operation, currency, amount, problems };
}

/** Key of what must not be sent twice: who, what and how much (FUND-6). The amount is plain decimal text. */
export const subjectOfRow = (operation: BulkOperation, key: string, currency: string, amount: string): string =>
  `${operation} ${key} ${currency} ${amount}`;

/** Decimal text without a sign and trailing zeros. */
export const plainAmount = (amount: string): string => new Big(amount).abs().toFixed();

/** Effect of a listed transaction on a balance; for unknown types by the sign. */
function operationOfRow({ type, amount }: TransactionRow): BulkOperation | undefined {
  switch (type?.toUpperCase()) {
    case "DEPOSIT":
      return "fund";
    case "WITHDRAWAL":
      return "deduct";
    case "SWAP":
    case "OBIEX_SWAP":
    case "GIFTCARD":
    case "INTERNAL_TRANSFER_SENT":
    case "INTERNAL_TRANSFER_RECEIVED":
      return undefined;
    default:
      return amount?.startsWith("-") ? "deduct" : "fund";
  }
}

/** A listed transaction's `subjectOfRow`, given its owner's key; undefined if it moved nothing of the kind. */
export function subjectOfTransaction(row: TransactionRow, key: string): string | undefined {
  const operation = operationOfRow(row);
  if (!operation || !row.amount || !row.currency || hasFailed(row)) return undefined;
  return subjectOfRow(operation, key, row.currency.toUpperCase(), plainAmount(row.amount));
}

/**
 * An attempt's `subjectOfRow`, if it may have moved money or asked for it at or after `from` (device epoch ms), or is unsettled;
 * undefined otherwise.
 */
export function sentSubject(attempt: Attempt, from: number): string | undefined {
  const operation = fundOperationOf(attempt);
  const { email, currency, amount } = attempt.details;
  if (!operation || !email || !currency || !amount) return undefined;
  if (["refused", "never"].includes(endOf(attempt)) || (attempt.at < from && !isUnsettled(attempt))) return undefined;
  return subjectOfRow(operation, emailKey(email), currency, plainAmount(amount));
}

/** Key of what a second-admin rule adds up. */
export const movedKey = (operation: BulkOperation, key: string, currency: string): string => `${operation} ${key} ${currency}`;
