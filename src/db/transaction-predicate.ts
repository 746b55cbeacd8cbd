import { plainText, searchText } from "../contract/text.ts";
import { compareMagnitudes } from "../contract/decimal.ts";
import type { TransactionRow } from "./database.ts";
import type { Turn } from "./turns.ts";
import { idsOf, type TransactionQuery } from "./transaction-query.ts";
import { momentsOf } from "../contract/zones.ts";

/** What the verification filter asks about a transaction's user; undefined where the user isn't cached. */
export interface Verification {
  readonly email: boolean;
  readonly bvn: boolean;
  readonly chatbot: boolean;
}

/** The parts of a row that filters look at, in the form that the search keeps in memory. */
export interface SearchableRow {
  readonly id: string;
  readonly at: number;
  /** Everything that the search term may be part of, in lower case, a line each. */
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
  /** The bank account that it names, by bank and masked number. */
  readonly account: string | undefined;
  /** The names at the two ends of a transfer. */
  readonly parties: readonly string[];
}

/** A row as the search keeps it. The term may match any of these (settled reading of DASH-7, DASH-10). */
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

/** -1, 0 or 1 as the absolute value of `amount` is below, equal to or above `limit`; exact. */
function compareAmount(amount: string, limit: string): number {
  const [a, b] = [Math.abs(Number(amount)), Number(limit)];
  // Rounding to a double keeps the order, so only equal doubles need the exact comparison.
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

/** The part of a query that the host has no parameter for, as a predicate over the rows that it sends, too. */
export function narrowOf(query: TransactionQuery): (row: SearchableRow) => boolean {
  const { user, bank, moreThan, lessThan } = query;
  const list = idsOf(query);
  const ids = list && new Set(list);
  const [name, bankName] = [user, bank].map((part) => (part === undefined ? undefined : searchText(part)));
  const [above, below] = [moreThan, lessThan].map((bound) => (bound === undefined ? undefined : String(bound)));
  return (row) =>
    (!ids || ids.has(row.id)) &&
    (!name || searchText(row.username).includes(name)) &&
    (!bankName || searchText(row.bank).includes(bankName)) &&
    (above === undefined || (row.amount !== undefined && compareAmount(row.amount, above) > 0)) &&
    (below === undefined || (row.amount !== undefined && compareAmount(row.amount, below) < 0));
}

/**
 * The filter of DASH-7 as a predicate over cached rows: what the host is expected to answer, worked out on
 * the device. `verificationOf` finds a row's user among the cached ones; without it that filter matches nothing.
 * Dates are days of `timeZone`.
 */
export function predicateOf(
  filter: TransactionQuery,
  verificationOf: (row: SearchableRow) => Verification | undefined,
  timeZone = "UTC",
): (row: SearchableRow) => boolean {
  const term = filter.searchTerm === undefined ? undefined : searchText(filter.searchTerm);
  const { from, before } = momentsOf(filter, timeZone);
  const status = filter.transactionStatus?.toUpperCase();
  const currency = filter.currency?.toUpperCase();
  const type = filter.transactionType?.toUpperCase();
  const verification = filter.userVerificationStatus;
  const min = filter.minAmount === undefined ? undefined : String(filter.minAmount);
  const max = filter.maxAmount === undefined ? undefined : String(filter.maxAmount);
  const narrow = narrowOf(filter);
  return (row) =>
    row.at >= from &&
    row.at < before &&
    (!type || row.type === type) &&
    (!status || row.status === status) &&
    (!currency || row.currency === currency) &&
    (!term || row.text.includes(term)) &&
    (min === undefined || (row.amount !== undefined && compareAmount(row.amount, min) >= 0)) &&
    (max === undefined || (row.amount !== undefined && compareAmount(row.amount, max) <= 0)) &&
    narrow(row) &&
    (!verification || verificationMatches(verification, verificationOf(row)));
}
