import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { filterTransactions, recentTransactions, transactionsPageSize } from "../../src/contract/transactions.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { dashboardFigures } from "../queries/analytics.ts";
import { totalOf, transactionList } from "../queries/days.ts";
import { pageOf, wireTransaction } from "../queries/transactions.ts";
import { wireAmount } from "../wire.ts";

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
        transactionVolume: wireAmount(volume),
      },
    };
  });

  adminCall(router, recentTransactions, { needs: "canViewTransactions", defaults }, async ({ query: { page, limit } }) => {
    const { rows, hasNextPage, all } = await reads(async (db) => ({
      ...(await pageOf(db, {}, page, limit)),
      all: await totalOf(db, transactionList),
    }));
    return {
      success: true,
      data: rows.map(wireTransaction),
      pagination: { currentPage: page, limit, total: all, totalPages: Math.ceil(all / limit), hasNextPage },
    };
  });

  adminCall(router, filterTransactions, { needs: "canViewTransactions", defaults }, async ({ query: { page, limit, ...filter } }) => {
    const { rows, hasNextPage } = await reads((db) => pageOf(db, filter, page, limit));
    return { success: true, data: { transactions: rows.map(wireTransaction) }, pagination: { currentPage: page, limit, hasNextPage } };
  });
}
