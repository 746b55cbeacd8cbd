import type { activity } from "./en/activity.ts";
import type { approvals } from "./en/approvals.ts";
import type { attempts } from "./en/attempts.ts";
import type { audit } from "./en/audit.ts";
import type { auth } from "./en/auth.ts";
import type { boot } from "./en/boot.ts";
import type { bulkRun } from "./en/bulk-run.ts";
import type { cache } from "./en/cache.ts";
import type { cases } from "./en/cases.ts";
import type { columns } from "./en/columns.ts";
import type { common } from "./en/common.ts";
import type { config } from "./en/config.ts";
import type { connection } from "./en/connection.ts";
import type { dailyClose } from "./en/daily-close.ts";
import type { deeds } from "./en/deeds.ts";
import type { freshness } from "./en/freshness.ts";
import type { effect } from "./en/effect.ts";
import type { explained } from "./en/explained.ts";
import type { fees } from "./en/fees.ts";
import type { funding } from "./en/funding.ts";
import type { gateway } from "./en/gateway.ts";
import type { giftCards } from "./en/gift-cards.ts";
import type { layout } from "./en/layout.ts";
import type { lock } from "./en/lock.ts";
import type { lookup } from "./en/lookup.ts";
import type { shell } from "./en/shell.ts";
import type { reconcile } from "./en/reconcile.ts";
import type { rehearsal } from "./en/rehearsal.ts";
import type { search } from "./en/search.ts";
import type { selection } from "./en/selection.ts";
import type { settings } from "./en/settings.ts";
import type { security } from "./en/security.ts";
import type { passkeys } from "./en/passkeys.ts";
import type { presence } from "./en/presence.ts";
import type { policy } from "./en/policy.ts";
import type { prices } from "./en/prices.ts";
import type { rates } from "./en/rates.ts";
import type { timeline } from "./en/timeline.ts";
import { transactions } from "./en/transactions.ts";
import type { userTools } from "./en/user-tools.ts";
import type { users } from "./en/users.ts";
import type { views } from "./en/views.ts";
import type { wallets } from "./en/wallets.ts";
import type { withheld } from "./en/withheld.ts";

/** Texts of every namespace: what `t("…")` accepts. */
export interface Words {
  activity: typeof activity;
  approvals: typeof approvals;
  attempts: typeof attempts;
  audit: typeof audit;
  auth: typeof auth;
  boot: typeof boot;
  bulkRun: typeof bulkRun;
  cache: typeof cache;
  cases: typeof cases;
  columns: typeof columns;
  common: typeof common;
  config: typeof config;
  connection: typeof connection;
  dailyClose: typeof dailyClose;
  deeds: typeof deeds;
  layout: typeof layout;
  lock: typeof lock;
  lookup: typeof lookup;
  freshness: typeof freshness;
  effect: typeof effect;
  explained: typeof explained;
  fees: typeof fees;
  funding: typeof funding;
  gateway: typeof gateway;
  rates: typeof rates;
  reconcile: typeof reconcile;
  rehearsal: typeof rehearsal;
  giftCards: typeof giftCards;
  passkeys: typeof passkeys;
  presence: typeof presence;
  policy: typeof policy;
  prices: typeof prices;
  timeline: typeof timeline;
  transactions: typeof transactions;
  search: typeof search;
  security: typeof security;
  selection: typeof selection;
  settings: typeof settings;
  shell: typeof shell;
  userTools: typeof userTools;
  users: typeof users;
  views: typeof views;
  wallets: typeof wallets;
  withheld: typeof withheld;
}

export type Noun = keyof Words;

/** English has one chunk per namespace, loaded with the route that needs it; the shell's come with the shell. */
export const lazyWords = {
  activity: async () => (await import("./en/activity.ts")).activity,
  funding: async () => (await import("./en/funding.ts")).funding,
  approvals: async () => (await import("./en/approvals.ts")).approvals,
  bulkRun: async () => (await import("./en/bulk-run.ts")).bulkRun,
  cases: async () => (await import("./en/cases.ts")).cases,
  columns: async () => (await import("./en/columns.ts")).columns,
  attempts: async () => (await import("./en/attempts.ts")).attempts,
  audit: async () => (await import("./en/audit.ts")).audit,
  dailyClose: async () => (await import("./en/daily-close.ts")).dailyClose,
  deeds: async () => (await import("./en/deeds.ts")).deeds,
  lock: async () => (await import("./en/lock.ts")).lock,
  lookup: async () => (await import("./en/lookup.ts")).lookup,
  freshness: async () => (await import("./en/freshness.ts")).freshness,
  effect: async () => (await import("./en/effect.ts")).effect,
  explained: async () => (await import("./en/explained.ts")).explained,
  fees: async () => (await import("./en/fees.ts")).fees,
  rates: async () => (await import("./en/rates.ts")).rates,
  rehearsal: async () => (await import("./en/rehearsal.ts")).rehearsal,
  reconcile: async () => (await import("./en/reconcile.ts")).reconcile,
  giftCards: async () => (await import("./en/gift-cards.ts")).giftCards,
  presence: async () => (await import("./en/presence.ts")).presence,
  policy: async () => (await import("./en/policy.ts")).policy,
  prices: async () => (await import("./en/prices.ts")).prices,
  // Already in the frame's script, with the dashboard.
  transactions: () => Promise.resolve(transactions),
  timeline: async () => (await import("./en/timeline.ts")).timeline,
  search: async () => (await import("./en/search.ts")).search,
  selection: async () => (await import("./en/selection.ts")).selection,
  settings: async () => (await import("./en/settings.ts")).settings,
  shell: async () => (await import("./en/shell.ts")).shell,
  security: async () => (await import("./en/security.ts")).security,
  userTools: async () => (await import("./en/user-tools.ts")).userTools,
  users: async () => (await import("./en/users.ts")).users,
  views: async () => (await import("./en/views.ts")).views,
  wallets: async () => (await import("./en/wallets.ts")).wallets,
} satisfies { [N in Noun]?: () => Promise<Words[N]> };

export type LazyNoun = keyof typeof lazyWords;
