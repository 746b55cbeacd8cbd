import type { PlayedCalls, ReceivedCall } from "../played-calls.ts";

export type WireUser = Readonly<Record<string, unknown>>;

/** User `n` of a played list, newest first; one day apart. */
export function wireUser(n: number, fields: WireUser = {}): WireUser {
  return {
    _id: `u-${n}`,
    username: `user${String(n).padStart(3, "0")}`,
    email: `user${String(n).padStart(3, "0")}@example.com`,
    phonenumber: `+23480${String(10_000_000 + n)}`,
    kycLevel: n % 3,
    kycStatus: ["none", "pending", "verified"][n % 3],
    emailVerified: n % 2 === 0,
    bvnVerified: n % 5 === 0,
    createdAt: new Date(Date.UTC(2026, 9, 30) - n * 86_400_000).toISOString(),
    ...fields,
  };
}

export const wireUsers = (count: number): WireUser[] => Array.from({ length: count }, (_, n) => wireUser(n));

/** Answers the list call with the requested part; the search covers emails and usernames. */
export const usersOf =
  (users: readonly WireUser[]) =>
  ({ query }: ReceivedCall) => {
    const q = (query["q"] ?? "").toLowerCase();
    const found = users.filter((user) => q === "" || `${String(user["email"])} ${String(user["username"])}`.toLowerCase().includes(q));
    const skip = Number(query["skip"] ?? 0);
    return {
      json: {
        success: true,
        data: { users: found.slice(skip, skip + Number(query["limit"] ?? 10)), pagination: { total: found.length, skip } },
      },
    };
  };

export const walletsAnswer = {
  email: "user001@example.com",
  wallets: {
    BTC_BTC: { address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", network: "Bitcoin", walletReferenceId: "ref-btc-1" },
    ETH_ETH: { address: "0x52908400098527886E0F7030069857D2E4169EE7", network: "Ethereum", walletReferenceId: "ref-eth-1" },
    USDT_USDT: { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "Tron", walletReferenceId: "ref-usdt-1" },
    NGNB_NGNB: { address: null, network: "Naira", walletReferenceId: null },
  },
  balances: {
    btcBalance: "0.12345678",
    btcBalanceUSD: 12345.675,
    btcPendingBalance: 0.001,
    ethBalance: 1.5,
    ethBalanceUSD: 4500.1,
    usdtBalance: 250,
    usdtBalanceUSD: 250,
  },
};

/** Makes a played host answer the calls of the users list and a user's page. */
export const playUsers = <P extends PlayedCalls>(played: P, users: readonly WireUser[] = wireUsers(23)): P =>
  played
    .on("GET /usermanagement/users", usersOf(users))
    .on("GET /admin/users/wallets", ({ query }) => ({ json: { ...walletsAnswer, email: query["email"] } }))
    .on("GET /analytics/recent-transactions", { json: { success: true, data: [], pagination: { hasNextPage: false } } })
    .on("GET /analytics/dashboard", { json: { data: {} } });
