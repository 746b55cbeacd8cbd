import type { Translated } from "../translated.ts";
import type { Words } from "../words.ts";
import { activity } from "./activity.ts";
import { approvals } from "./approvals.ts";
import { attempts } from "./attempts.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { boot } from "./boot.ts";
import { bulkRun } from "./bulk-run.ts";
import { cache } from "./cache.ts";
import { cases } from "./cases.ts";
import { columns } from "./columns.ts";
import { common } from "./common.ts";
import { config } from "./config.ts";
import { connection } from "./connection.ts";
import { dailyClose } from "./daily-close.ts";
import { deeds } from "./deeds.ts";
import { freshness } from "./freshness.ts";
import { effect } from "./effect.ts";
import { explained } from "./explained.ts";
import { fees } from "./fees.ts";
import { funding } from "./funding.ts";
import { gateway } from "./gateway.ts";
import { giftCards } from "./gift-cards.ts";
import { layout } from "./layout.ts";
import { lock } from "./lock.ts";
import { lookup } from "./lookup.ts";
import { passkeys } from "./passkeys.ts";
import { presence } from "./presence.ts";
import { policy } from "./policy.ts";
import { prices } from "./prices.ts";
import { rates } from "./rates.ts";
import { reconcile } from "./reconcile.ts";
import { rehearsal } from "./rehearsal.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import { selection } from "./selection.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { timeline } from "./timeline.ts";
import { transactions } from "./transactions.ts";
import { userTools } from "./user-tools.ts";
import { users } from "./users.ts";
import { views } from "./views.ts";
import { wallets } from "./wallets.ts";
import { withheld } from "./withheld.ts";

/** All of Spanish, which comes in one piece. */
export const es: Translated<Words> = {
  activity,
  approvals,
  attempts,
  audit,
  auth,
  boot,
  bulkRun,
  cache,
  cases,
  columns,
  common,
  config,
  connection,
  dailyClose,
  deeds,
  freshness,
  effect,
  explained,
  fees,
  funding,
  gateway,
  giftCards,
  layout,
  lock,
  lookup,
  passkeys,
  presence,
  policy,
  prices,
  rates,
  reconcile,
  rehearsal,
  search,
  security,
  selection,
  settings,
  shell,
  timeline,
  transactions,
  userTools,
  users,
  views,
  wallets,
  withheld,
};
