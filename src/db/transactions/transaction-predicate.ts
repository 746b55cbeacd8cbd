import { plainText, searchText } from "../../contract/text.ts";
import { compareMagnitudes } from "../../contract/decimal.ts";
import type { TransactionRow } from "../store/database.ts";
import type { Turn } from "../store/turns.ts";
import { narrowing, queryNames, type TransactionQuery } from "./transaction-query.ts";
import { momentsOf } from "../../contract/zones.ts";

/** Verification of a transaction's user, for the filter. */
export interface Verification {
  readonly email: boolean;
  readonly bvn: boolean;
  readonly chatbot: boolean;
}

/** The parts of a row that filters use, in the search's in-memory form. */
export interface SearchableRow {
  readonly id: string;
  readonly at: number;
  /** All texts that the search term may match, lower case, one per line. */
  readonly text: string;
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: string | undefined;
  readonly userId: string | undefined;
  readonly username: string;
  readonly bank: string;
  readonly turned?: Turn | undefined;
  readonly reference: string | undefined;
  readonly seenAt: number;
  /** The bank account: bank and masked number. */
  readonly account: string | undefined;
  /** Names at both ends of a transfer. */
  readonly parties: readonly string[];
}

/** A row in the search's form. The term may match any of these words (agreed reading of DASH-7, DASH-10). */
export function searchable(row: TransactionRow): SearchableRow {
  const words = [row.username, row.reference, row.id, row.senderUsername, row.recipientUsername, row.bankName];
  return {
    id: row.id,
    at: row.at,
    text: words.flatMap((word) => (word === undefined ? [] : [searchText(word)])).join("\n"),
    type: (row.type ?? "").toUpperCase(),
    status: (row.status ?? "").toUpperCase(),
    currency: (row.currency ?? "").toUpperCase(),
    amount: row.amount ?? undefined,
    userId: row.userId ?? undefined,
    username: row.username ?? "",
    bank: row.bankName ?? "",
    turned: row.turned,
    reference: row.reference,
    seenAt: row.seenAt,
    account: row.bankName && row.accountNumberMasked ? `${plainText(row.bankName)} ${plainText(row.accountNumberMasked)}` : undefined,
    parties: [row.senderUsername, row.recipientUsername].flatMap((name) => (name ? [plainText(name)] : [])),
  };
}

/** Compares the absolute value of `amount` to `limit`, exactly: -1, 0 or 1. */
function compareAmount(amount: string, limit: string): number {
  const [a, b] = [Math.abs(Number(amount)), Number(limit)];
  // Rounding to doubles preserves order, so only equal doubles need exact comparison.
  return a === b ? compareMagnitudes(amount, limit) : a < b ? -1 : 1;
}

function verificationMatches(wanted: string, user: Verification | undefined): boolean {
  if (!user) return false;
  switch (wanted) {
    case "emailVerified":
      return user.email;
    case "bvnVerified":
      return user.bvn;
    case "chatbotVerified":
      return user.chatbot;
    default:
      return !user.email && !user.bvn && !user.chatbot;
  }
}

type Test = (row: SearchableRow) => boolean;

/** Context of a test. */
interface Given {
  /** Time zone of the filter's days. */
  readonly timeZone: string;
  /** Finds a row's user in the cache; undefined if not cached. */
  readonly verificationOf: (row: SearchableRow) => Verification | undefined;
}

const holds =
  (textOf: (row: SearchableRow) => string) =>
  (part: string): Test => {
    const wanted = searchText(part);
    return (row) => searchText(textOf(row)).includes(wanted);
  };
const equals =
  (textOf: (row: SearchableRow) => string) =>
  (value: string): Test => {
    const wanted = value.toUpperCase();
    return (row) => textOf(row) === wanted;
  };
const compares =
  (isRight: (order: number) => boolean) =>
  (bound: string): Test =>
  (row) =>
    row.amount !== undefined && isRight(compareAmount(row.amount, bound));

/** A test for each filter. */
const tests: { readonly [Name in keyof TransactionQuery]-?: (value: string, given: Given) => Test } = {
  dateFrom: (dateFrom, { timeZone }) => {
    const { from } = momentsOf({ dateFrom }, timeZone);
    return (row) => row.at >= from;
  },
  dateTo: (dateTo, { timeZone }) => {
    const { before } = momentsOf({ dateTo }, timeZone);
    return (row) => row.at < before;
  },
  ids: (ids) => {
    const wanted = new Set(ids.split(" "));
    return (row) => wanted.has(row.id);
  },
  transactionType: equals((row) => row.type),
  transactionStatus: equals((row) => row.status),
  currency: equals((row) => row.currency),
  searchTerm: (term) => {
    const wanted = searchText(term);
    return (row) => row.text.includes(wanted);
  },
  user: holds((row) => row.username),
  bank: holds((row) => row.bank),
  minAmount: compares((order) => order >= 0),
  maxAmount: compares((order) => order <= 0),
  moreThan: compares((order) => order > 0),
  lessThan: compares((order) => order < 0),
  userVerificationStatus:
    (wanted, { verificationOf }) =>
    (row) =>
      verificationMatches(wanted, verificationOf(row)),
};

function allOf(names: readonly (keyof TransactionQuery)[], query: TransactionQuery, given: Given): Test {
  const asked = names.flatMap((name) => {
    const value = query[name];
    return value === undefined || value === "" ? [] : [tests[name](String(value), given)];
  });
  return (row) => asked.every((test) => test(row));
}

/** The part of a query without a host parameter, as a predicate that works on the host's rows too. */
export const narrowOf = (query: TransactionQuery): Test => allOf(narrowing, query, { timeZone: "UTC", verificationOf: () => undefined });

/**
 * The filter of DASH-7 as a predicate over cached rows: the host's expected answer, computed on the device. `verificationOf` finds
 * a row's cached user; without one, the verification filter matches nothing. Dates are days of `timeZone`.
 */
export const predicateOf = (filter: TransactionQuery, verificationOf: Given["verificationOf"], timeZone = "UTC"): Test =>
  allOf(queryNames, filter, { timeZone, verificationOf });
