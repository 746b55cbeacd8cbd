import type { Noun, Words } from "./words.ts";

/** English comes in its own chunk per noun, with the route that needs it; the nouns of the shell come with the shell. */
export const laterWords = {
  activity: async () => (await import("./en/activity.ts")).activity,
  funding: async () => (await import("./en/funding.ts")).funding,
  attempts: async () => (await import("./en/attempts.ts")).attempts,
  audit: async () => (await import("./en/audit.ts")).audit,
  lock: async () => (await import("./en/lock.ts")).lock,
  freshness: async () => (await import("./en/freshness.ts")).freshness,
  fees: async () => (await import("./en/fees.ts")).fees,
  rates: async () => (await import("./en/rates.ts")).rates,
  giftCards: async () => (await import("./en/gift-cards.ts")).giftCards,
  prices: async () => (await import("./en/prices.ts")).prices,
  search: async () => (await import("./en/search.ts")).search,
  settings: async () => (await import("./en/settings.ts")).settings,
  shell: async () => (await import("./en/shell.ts")).shell,
  security: async () => (await import("./en/security.ts")).security,
  userTools: async () => (await import("./en/user-tools.ts")).userTools,
  users: async () => (await import("./en/users.ts")).users,
  views: async () => (await import("./en/views.ts")).views,
  wallets: async () => (await import("./en/wallets.ts")).wallets,
} satisfies { [N in Noun]?: () => Promise<Words[N]> };
