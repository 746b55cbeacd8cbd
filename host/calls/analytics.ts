import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import type { Db } from "../db/connection.ts";
import { pastEnd } from "../db/months.ts";
import { filterTransactions, recentTransactions, transactionsPageSize } from "../../src/contract/transactions.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { dashboardFigures } from "../queries/analytics.ts";
import { totalOf, transactionList } from "../queries/days.ts";
import { pageOf, wireTransaction } from "../queries/transactions.ts";
import { wireAmount } from "../wire.ts";

/** For a list's last page: when its rows begin, if older months were detached. */
async function pastAfter(db: Db, { hasNextPage }: { hasNextPage: boolean }): Promise<{ pastEnds?: string }> {
  const end = hasNextPage ? undefined : await pastEnd(db);
  return end === undefined ? {} : { pastEnds: end.toISOString() };
}

const defaults = { page: "1", limit: String(transactionsPageSize) };

/** The dashboard: its figures and the two transaction lists (D1 §7). */
export function analyticsCalls(router: Router): void {
  const { reads } = router.deps;

  adminCall(router, dashboardAnalytics, {}, async () => {
    const { users, total, completed, pending, volume } = await reads(dashboardFigures);
    return {
      success: true,
      data: {
        users: { total: users },
        chatbotTrades: { overview: { total, completed, pending } },
        transactionVolume: volume === null ? null : wireAmount(volume),
      },
    };
  });

  adminCall(router, recentTransactions, { needs: "canViewTransactions", defaults }, async ({ query: { page, limit } }) => {
    const { rows, hasNextPage, all, past } = await reads(async (db) => {
      const found = await pageOf(db, {}, page, limit);
      return { ...found, all: await totalOf(db, transactionList), past: await pastAfter(db, found) };
    });
    return {
      success: true,
      data: rows.map(wireTransaction),
      pagination: { currentPage: page, limit, total: all, totalPages: Math.ceil(all / limit), hasNextPage, ...past },
    };
  });

  adminCall(router, filterTransactions, { needs: "canViewTransactions", defaults }, async ({ query: { page, limit, ...filter } }) => {
    const { rows, hasNextPage, past } = await reads(async (db) => {
      const found = await pageOf(db, filter, page, limit);
      return { ...found, past: await pastAfter(db, found) };
    });
    const pagination = { currentPage: page, limit, hasNextPage, ...past };
    return { success: true, data: { transactions: rows.map(wireTransaction) }, pagination };
  });
}
