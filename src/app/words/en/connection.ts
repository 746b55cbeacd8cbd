/** What a screen stands on, in words. */
export const connection = {
  live: "Live · {{time}}",
  syncing: "Syncing",
  syncingAsOf: "Syncing · as of {{time}}",
  cached: "Cached · as of {{time}}",
  cachedNever: "Nothing fetched yet",
  offline: "Offline since {{time}}",
  unreachable: "Host out of reach · retrying",
  unreachableAsOf: "Host out of reach · as of {{time}}",
  reached: "Host reached {{time}}",
  gateway: "Gateway in the way · retrying",
  gatewayAsOf: "Gateway in the way · as of {{time}}",
  someFail: "Part of what the host offers fails, while the rest is answered.",
  partial: "Part of the list is missing · {{time}}",
  panelTitle: "What this screen stands on",
  explain: {
    gateway:
      "Something in front of the host answers in its place. The host is asked again every few seconds; what you see was kept on this device.",
    offline: "This device has no network. What you see was kept on it; nothing can be changed until the network is back.",
    unreachable: "The host doesn't answer. It is tried again every few seconds; what you see was kept on this device.",
  },
} as const;
