import type { PlayedCalls, ReceivedCall } from "./played-calls.ts";

export type WireRow = Readonly<Record<string, unknown>>;

/** Row `n` of a played list, newest first; one minute apart. */
export function wireRow(n: number, fields: WireRow = {}): WireRow {
  return {
    id: `tx-${String(n).padStart(5, "0")}`,
    username: `user${n}`,
    userId: `u-${n}`,
    type: "DEPOSIT",
    status: "SUCCESSFUL",
    currency: "BTC",
    amount: 0.25,
    reference: `REF-${String(n).padStart(5, "0")}-ABCDEFGH`,
    createdAt: new Date(Date.now() - n * 60_000).toISOString(),
    ...fields,
  };
}

export const wireRows = (count: number, fields: WireRow = {}): WireRow[] => Array.from({ length: count }, (_, n) => wireRow(n, fields));

/** Answers a list call with the requested page; the last one says where the past ends. */
export const pageOf =
  (rows: readonly WireRow[], pastEnds?: string) =>
  ({ query }: ReceivedCall) => {
    const limit = Number(query["limit"]);
    const start = (Number(query["page"]) - 1) * limit;
    const hasNextPage = start + limit < rows.length;
    const pagination = hasNextPage ? { hasNextPage } : { hasNextPage, pastEnds };
    return { json: { success: true, data: rows.slice(start, start + limit), pagination } };
  };

export const analyticsAnswer = {
  data: {
    users: { total: 1234 },
    chatbotTrades: { overview: { total: 900, completed: 800, pending: 100 } },
    transactionVolume: 1234567.89,
  },
};

/** Makes a played host answer all of the dashboard's calls, with these rows for both lists. */
export function playDashboard<Played extends PlayedCalls>(played: Played, rows: readonly WireRow[] = wireRows(3)): Played {
  return played
    .on("GET /analytics/dashboard", { json: analyticsAnswer })
    .on("GET /usermanagement/users", { json: { data: { users: [], pagination: { total: 0, skip: 0 } } } })
    .on("GET /analytics/recent-transactions", pageOf(rows))
    .on("GET /analytics/filter", pageOf(rows));
}
