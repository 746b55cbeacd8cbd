import { plainText, searchText } from "../../contract/text.ts";
import { compareMagnitudes } from "../../contract/decimal.ts";
import type { TransactionRow } from "../store/database.ts";
import type { Turn } from "../store/turns.ts";
import { narrowing, queryNames, type TransactionQuery } from "./transaction-query.ts";
import { momentsOf } from "../../contract/zones.ts";

/** Verification of a transaction's user, for the filter; undefined: the host didn't say. */
export interface Verification {
  readonly email: boolean | undefined;
  readonly bvn: boolean | undefined;
  readonly chatbot: boolean | undefined;
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
  /** The amount's absolute value, rounded to a double; NaN without an amount. */
  readonly magnitude: number;
  readonly userId: string | undefined;
  readonly username: string;
  readonly bank: string;
  readonly turned?: Turn | undefined;
  readonly reference: string | undefined;
  readonly seenAt: number;
  /** The bank account: bank and masked number. */
  readonly account: string | undefined;
  /** Names at both ends of a transfer, the sender's first. */
  readonly parties: readonly string[];
}

const noParties: readonly string[] = [];

/**
 * A row in the search's form. The term may match any of these words (agreed reading of DASH-7, DASH-10). `shared` may return an
 * equal string that is already in memory, for texts that many rows repeat.
 */
export function searchable(row: TransactionRow, shared = (text: string): string => text): SearchableRow {
  const words = [row.username, row.reference, row.id, row.senderUsername, row.recipientUsername, row.bankName];
  return {
    id: row.id,
    at: row.at,
    text: words.flatMap((word) => (word === undefined ? [] : [searchText(word)])).join("\n"),
    type: shared((row.type ?? "").toUpperCase()),
    status: shared((row.status ?? "").toUpperCase()),
    currency: shared((row.currency ?? "").toUpperCase()),
    amount: row.amount ?? undefined,
    magnitude: Math.abs(Number(row.amount ?? Number.NaN)),
    userId: row.userId ? shared(row.userId) : undefined,
    username: shared(row.username ?? ""),
    bank: shared(row.bankName ?? ""),
    turned: row.turned,
    reference: row.reference,
    seenAt: row.seenAt,
    account:
      row.bankName && row.accountNumberMasked ? shared(`${plainText(row.bankName)} ${plainText(row.accountNumberMasked)}`) : undefined,
    parties:
      row.senderUsername || row.recipientUsername
        ? [row.senderUsername, row.recipientUsername].flatMap((name) => (name ? [shared(plainText(name))] : []))
        : noParties,
  };
}

/** Whether a user has a verification status; undefined: not known here. */
export function hasVerification(wanted: string, user: Verification | undefined): boolean | undefined {
  switch (wanted) {
    case "emailVerified":
      return user?.email;
    case "bvnVerified":
      return user?.bvn;
    case "chatbotVerified":
      return user?.chatbot;
    default: {
      const flags = [user?.email, user?.bvn, user?.chatbot];
      return flags.some((flag) => flag) ? false : flags.some((flag) => flag === undefined) ? undefined : true;
    }
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
/** The name that a user filter names. */
export const nameIn = (user: string): string => user.replace(/^"(.+)"$/, "$1");
const equals =
  (textOf: (row: SearchableRow) => string) =>
  (value: string): Test => {
    const wanted = value.toUpperCase();
    return (row) => textOf(row) === wanted;
  };
const compares =
  (isRight: (order: number) => boolean) =>
  (bound: string): Test => {
    const limit = Number(bound);
    // Rounding to doubles preserves order, so only equal doubles need exact comparison.
    return ({ amount, magnitude }) =>
      amount !== undefined && isRight(magnitude === limit ? compareMagnitudes(amount, bound) : magnitude < limit ? -1 : 1);
  };

/** A test for each filter, those that take the least time first. */
const tests: { readonly [Name in keyof TransactionQuery]-?: (value: string, given: Given) => Test } = {
  transactionType: equals((row) => row.type),
  transactionStatus: equals((row) => row.status),
  currency: equals((row) => row.currency),
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
  minAmount: compares((order) => order >= 0),
  maxAmount: compares((order) => order <= 0),
  moreThan: compares((order) => order > 0),
  lessThan: compares((order) => order < 0),
  searchTerm: (term) => {
    const wanted = searchText(term);
    return (row) => row.text.includes(wanted);
  },
  user(user) {
    const name = nameIn(user);
    if (name === user) return holds((row) => row.username)(user);
    const wanted = searchText(name);
    return (row) => searchText(row.username) === wanted;
  },
  bank: holds((row) => row.bank),
  userVerificationStatus:
    (wanted, { verificationOf }) =>
    (row) =>
      hasVerification(wanted, verificationOf(row)) === true,
};

const testNames = Object.keys(tests) as readonly (keyof TransactionQuery)[];
const always: Test = () => true;

function allOf(names: readonly (keyof TransactionQuery)[], query: TransactionQuery, given: Given): Test {
  const asked = testNames.flatMap((name) => {
    const value = names.includes(name) ? query[name] : undefined;
    return value === undefined || value === "" ? [] : [tests[name](String(value), given)];
  });
  const [first = always, ...others] = asked;
  return others.reduce((before, test) => (row) => before(row) && test(row), first);
}

/** The part of a query without a host parameter, as a predicate that works on the host's rows too. */
export const narrowOf = (query: TransactionQuery): Test => allOf(narrowing, query, { timeZone: "UTC", verificationOf: () => undefined });

/**
 * The filter of DASH-7 as a predicate over cached rows: the host's expected answer, computed on the device. `verificationOf` finds
 * a row's cached user; without one, the verification filter matches nothing. Dates are days of `timeZone`.
 */
export const predicateOf = (filter: TransactionQuery, verificationOf: Given["verificationOf"], timeZone = "UTC"): Test =>
  allOf(queryNames, filter, { timeZone, verificationOf });
