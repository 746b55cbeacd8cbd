import { count } from "drizzle-orm";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { filterTransactions, recentTransactions, transactionsPageSize } from "../../src/contract/transactions.ts";
import { transactions } from "../db/schema.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { dashboardFigures } from "../queries/analytics.ts";
import { matching, pageOf, wireTransaction } from "../queries/transactions.ts";
import { remembered } from "../remembered.ts";
import { wireAmount } from "../wire.ts";

/** Counting everything costs more the more there is; the dashboard can do with figures that are this old. */
const figuresLifeMs = 5_000;

const defaults = { page: "1", limit: String(transactionsPageSize) };

/** The dashboard: its figures and the two transaction lists (D1 §7). Returns how to forget the remembered figures. */
export function analyticsCalls(router: Router): () => void {
  const { db, clock } = router.deps;
  const figures = remembered(() => dashboardFigures(db), figuresLifeMs, clock);
  const total = remembered(async () => (await db.select({ rows: count() }).from(transactions))[0]?.rows ?? 0, figuresLifeMs, clock);

  adminCall(router, dashboardAnalytics, {}, async () => {
    const { users, total, completed, pending, volume } = await figures.get();
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
    const { rows, hasNextPage } = await pageOf(db, undefined, page, limit);
    const all = await total.get();
    return {
      success: true,
      data: rows.map(wireTransaction),
      pagination: { currentPage: page, limit, total: all, totalPages: Math.ceil(all / limit), hasNextPage },
    };
  });

  adminCall(router, filterTransactions, { needs: "canViewTransactions", defaults }, async ({ query: { page, limit, ...filter } }) => {
    const { rows, hasNextPage } = await pageOf(db, matching(db, filter), page, limit);
    return { success: true, data: { transactions: rows.map(wireTransaction) }, pagination: { currentPage: page, limit, hasNextPage } };
  });

  return () => {
    figures.forget();
    total.forget();
  };
}
