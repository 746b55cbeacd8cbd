import type { PlayedCalls } from "./played-calls.ts";
import { pageOf, playDashboard, wireRow } from "./played-dashboard.ts";

export const wallets = (btcBalance: number | string) => ({ email: "ada@example.com", wallets: {}, balances: { btcBalance } });

/** Makes a played host answer all of /funding's calls; a funding leads to a balance of 0.75 BTC. */
export function playFunding<P extends PlayedCalls>(played: P): P {
  playDashboard(played);
  const rows = [wireRow(0, { username: "ada", userId: "u-1", currency: "BTC", amount: 0.25, type: "DEPOSIT", status: "COMPLETED" })];
  const user = { _id: "u-1", username: "ada", name: "Ada Obi", email: "ada@example.com", kycLevel: 2, createdAt: "2026-01-01T00:00:00Z" };
  played
    .on("GET /usermanagement/users", { json: { users: [user], pagination: { total: 1, skip: 0 } } })
    .on("GET /analytics/filter", pageOf(rows))
    .on("GET /admin/users/wallets", { json: wallets(0.5) })
    .on("POST /funduser/fund", { json: { success: true, message: "Funded ada", data: { newBalance: 0.75 } } })
    .on("POST /funduser/deduct", { json: { success: true, message: "Deducted from ada", data: { newBalance: "0.250000000000000001" } } })
    .on("POST /adminsignin/logout", { json: {} });
  return played;
}
