/** Every part of the cache and its age, as the connection panel says them. */
export const freshness = {
  names: { transactions: "Transactions", analytics: "Figures", users: "Users", rates: "Fees and rates", giftCards: "Gift card rates" },
  never: "never fetched",
  working: "syncing",
  asOf: "as of {{time}}",
  gaps_one: "{{count}} gap",
  gaps_other: "{{count}} gaps",
  lastSync: "Last successful sync: {{time}}",
  cacheOff: "The cache is off: this browser keeps nothing for this page, so a reload starts from nothing.",
} as const;
