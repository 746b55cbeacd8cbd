import Big from "big.js";
import * as v from "valibot";
import { type Transaction, type TransactionFilter, transactionsAnswer } from "../../../src/contract/transactions.ts";
import { type User, usersAnswer } from "../../../src/contract/users.ts";
import type { TestHost } from "./test-host.ts";

/** All transactions, newest first, over all pages. */
export async function everyTransaction(box: TestHost, token: string): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await box.call(`GET /analytics/recent-transactions?page=${page}&limit=200`, { token });
    const { rows, hasNextPage } = v.parse(transactionsAnswer, body);
    all.push(...rows);
    if (!hasNextPage) return all;
  }
}

export async function everyUser(box: TestHost, token: string): Promise<User[]> {
  const { body } = await box.call("GET /usermanagement/users?limit=200", { token });
  return v.parse(usersAnswer, body).users;
}

const isVerified = (user: User | undefined, status: string): boolean =>
  status === "unverified"
    ? user !== undefined && ![user.emailVerified, user.bvnVerified, user["chatbotVerified"]].includes(true)
    : user !== undefined && new Map<string, unknown>(Object.entries(user)).get(status) === true;

/** A reference implementation of the filter on rows in memory, by the requirements for each field. */
export function lets(filter: TransactionFilter, row: Transaction, users: ReadonlyMap<string, User>): boolean {
  const day = row.createdAt.slice(0, 10);
  const amount = new Big(row.amount ?? 0).abs();
  const words = [row.username, row.reference, row.id, row.senderUsername, row.recipientUsername, row.bankName];
  return (
    (filter.searchTerm === undefined ||
      words.some((word) => word?.toLowerCase().includes(filter.searchTerm?.toLowerCase() ?? "") ?? false)) &&
    (filter.dateFrom === undefined || day >= filter.dateFrom) &&
    (filter.dateTo === undefined || day <= filter.dateTo) &&
    (filter.transactionType === undefined || row.type === filter.transactionType) &&
    (filter.transactionStatus === undefined || row.status === filter.transactionStatus.toUpperCase()) &&
    (filter.currency === undefined || row.currency === filter.currency) &&
    (filter.minAmount === undefined || amount.gte(filter.minAmount)) &&
    (filter.maxAmount === undefined || amount.lte(filter.maxAmount)) &&
    (filter.userVerificationStatus === undefined || isVerified(users.get(row.userId ?? ""), filter.userVerificationStatus))
  );
}
