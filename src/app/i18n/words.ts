import type { activity } from "./en/activity.ts";
import type { attempts } from "./en/attempts.ts";
import type { audit } from "./en/audit.ts";
import type { auth } from "./en/auth.ts";
import type { boot } from "./en/boot.ts";
import type { cache } from "./en/cache.ts";
import type { common } from "./en/common.ts";
import type { config } from "./en/config.ts";
import type { connection } from "./en/connection.ts";
import type { freshness } from "./en/freshness.ts";
import type { fees } from "./en/fees.ts";
import type { funding } from "./en/funding.ts";
import type { gateway } from "./en/gateway.ts";
import type { giftCards } from "./en/gift-cards.ts";
import type { laterWords } from "./later-words.ts";
import type { layout } from "./en/layout.ts";
import type { lock } from "./en/lock.ts";
import type { shell } from "./en/shell.ts";
import type { search } from "./en/search.ts";
import type { settings } from "./en/settings.ts";
import type { security } from "./en/security.ts";
import type { prices } from "./en/prices.ts";
import type { rates } from "./en/rates.ts";
import type { transactions } from "./en/transactions.ts";
import type { userTools } from "./en/user-tools.ts";
import type { users } from "./en/users.ts";
import type { views } from "./en/views.ts";
import type { wallets } from "./en/wallets.ts";
import type { withheld } from "./en/withheld.ts";

/** The words of every business noun, by namespace: what `t("…")` may be asked for. */
export interface Words {
  activity: typeof activity;
  attempts: typeof attempts;
  audit: typeof audit;
  auth: typeof auth;
  boot: typeof boot;
  cache: typeof cache;
  common: typeof common;
  config: typeof config;
  connection: typeof connection;
  layout: typeof layout;
  lock: typeof lock;
  freshness: typeof freshness;
  fees: typeof fees;
  funding: typeof funding;
  gateway: typeof gateway;
  rates: typeof rates;
  giftCards: typeof giftCards;
  prices: typeof prices;
  transactions: typeof transactions;
  search: typeof search;
  security: typeof security;
  settings: typeof settings;
  shell: typeof shell;
  userTools: typeof userTools;
  users: typeof users;
  views: typeof views;
  wallets: typeof wallets;
  withheld: typeof withheld;
}

export type Noun = keyof Words;

/** The dashboard's words come by themselves; the names of all other files are not worth their bytes before one is asked for. */
export type LazyNoun = keyof typeof laterWords | "transactions";
