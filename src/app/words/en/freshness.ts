/** Every part of the cache and its age, as the connection panel says them. */
export const freshness = {
  names: {
    transactions: "Transactions",
    analytics: "Figures",
    users: "Users",
    rates: "Fees and rates",
    giftCards: "Gift card rates",
    approvals: "Approvals",
  },
  /** Of the states in which the host can be reached, or was not asked; the others stand in `connection`. */
  explain: {
    live: "The host answers, and what you see is what it last said.",
    syncing: "New figures are on their way; what you see stays until they are here.",
    reached: "The host answers. This screen shows nothing that was fetched from it.",
    cached: "What you see was kept on this device.",
  },
  never: "never fetched",
  working: "syncing",
  asOf: "as of {{time}}",
  gaps_one: "{{count}} gap",
  gaps_other: "{{count}} gaps",
  failing: {
    title: "Fails, while the rest is answered",
    blocked: "{{call}} is blocked, perhaps by an extension",
    cut: "{{call}} breaks off before its answer",
    slow: "{{call}} gives no answer in time",
    intercepted: "{{call}} is answered by something in front of the host",
    refused: "{{call}} is refused with status {{status}}",
    unreadable: "{{call}} is answered with something that can't be read",
    rests: "Not tried any more",
  },
  lastSync: "Last successful sync: {{time}}",
  cacheOff: "The cache is off: this browser keeps nothing for this page, so a reload starts from nothing.",
} as const;
